import { signMediaToken } from '@e-events/shared/node/tokens.ts'

export interface MediaAddresses {
  /** The address of a file, e.g. a master playlist: everything below `prefix` opens with the same token. */
  sign(claims: { userId: string; productId: string; prefix: string; expiresAtMs: number }): (key: string) => string
}

/** `{public url}/{token}/{storage key}`: the token stands in the path, so that relative addresses in playlists inherit it. */
export function createMediaAddresses(options: { publicUrl: string; secret: string }): MediaAddresses {
  return {
    sign({ userId, productId, prefix, expiresAtMs }) {
      const token = signMediaToken({ userId, productId, prefixes: [prefix], expiresAtMs }, options.secret)
      return (key) => `${options.publicUrl}/${token}/${key}`
    },
  }
}
