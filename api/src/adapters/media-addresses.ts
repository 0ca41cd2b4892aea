import { signMediaToken } from '@e-events/shared/node/tokens.ts'

export interface MediaAddresses {
  /** The address of a file, e.g. a master playlist: everything below `prefix` opens with the same token. */
  sign(claims: {
    userId: string
    productId: string
    prefix: string | readonly string[]
    expiresAtMs: number
    sessionId?: string | undefined
    leaseId?: string | undefined
  }): (key: string) => string
}

/**
 * `{public url}/{token}/{storage key}`: the token stands in the path, so that relative addresses in playlists inherit
 * it.
 */
export function createMediaAddresses(options: { publicUrl: string; secret: string }): MediaAddresses {
  return {
    sign({ prefix, ...claims }) {
      const token = signMediaToken({ ...claims, prefixes: [prefix].flat() }, options.secret)
      return (key) => `${options.publicUrl}/${token}/${key}`
    },
  }
}
