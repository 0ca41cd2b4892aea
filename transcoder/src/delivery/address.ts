import { isStorageKey } from '@e-events/shared/node/storage.ts'

export interface MediaAddress {
  token: string
  key: string
  query: URLSearchParams
}

const prefix = '/media/'

/**
 * Takes `/media/{token}/{storage key}?…` apart. Tokens and keys consist of characters that need no percent encoding, so
 * nothing is decoded: an address with an escape, however often encoded, is simply not one of ours.
 */
export function readAddress(url: string): MediaAddress | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (!path.startsWith(prefix)) return undefined
  const slash = path.indexOf('/', prefix.length)
  if (slash === -1) return undefined
  const key = path.slice(slash + 1)
  if (!isStorageKey(key)) return undefined
  return { token: path.slice(prefix.length, slash), key, query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)) }
}
