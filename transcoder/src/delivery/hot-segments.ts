import { buffer } from 'node:stream/consumers'
import type { Storage, StoredObject } from '@e-events/shared/node/storage.ts'

export interface HotSegment extends StoredObject {
  content: Buffer
}

export interface HotSegments {
  /** Undefined where the object is absent or too large to be kept; `found` distinguishes the two. */
  get(key: string): Promise<{ found: StoredObject | undefined; segment: HotSegment | undefined; hit: boolean }>
}

interface Entry {
  loaded: Promise<{ found: StoredObject | undefined; segment: HotSegment | undefined }>
  untilMs: number
  sizeBytes: number
}

/**
 * Segments that many viewers ask for within the same seconds: read from storage once, for the first reader. Entries
 * live shortly, so that a deleted recording is gone for everybody within that time; an absent object is not remembered,
 * because the next second may bring it.
 */
export function createHotSegments(options: {
  storage: Storage
  now: () => number
  budgetBytes: number
  maxObjectBytes: number
  keepMs: number
}): HotSegments {
  const { storage, now, budgetBytes, maxObjectBytes, keepMs } = options
  const entries = new Map<string, Entry>()
  let usedBytes = 0

  function drop(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    usedBytes -= entry.sizeBytes
  }

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (usedBytes <= budgetBytes && entry.untilMs > now()) return
      drop(key, entry)
    }
  }

  function load(key: string): Entry {
    const entry: Entry = { untilMs: now() + keepMs, sizeBytes: 0, loaded: read() }
    async function read() {
      const found = await storage.head(key)
      if (!found || found.sizeBytes > maxObjectBytes) return { found, segment: undefined }
      const content = await buffer(await storage.read(key))
      // Replaced between the two calls: the length of what was read is the truth.
      return { found, segment: { ...found, sizeBytes: content.length, content } }
    }
    entries.set(key, entry)
    entry.loaded.then(
      ({ segment }) => {
        if (!segment) return drop(key, entry)
        if (entries.get(key) !== entry) return undefined
        entry.sizeBytes = segment.sizeBytes
        usedBytes += segment.sizeBytes
        return makeRoom()
      },
      () => drop(key, entry),
    )
    return entry
  }

  return {
    async get(key) {
      const known = entries.get(key)
      const hit = known !== undefined && known.untilMs > now()
      if (known && !hit) drop(key, known)
      const entry = hit ? known : load(key)
      return { ...(await entry.loaded), hit }
    },
  }
}
