import { setTimeout as wait } from 'node:timers/promises'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { PlaylistEdition, PlaylistHub } from '../hls/publisher.ts'
import { createStoredLists } from './stored-lists.ts'

export interface Playlists {
  /**
   * The newest edition; with `msn` the first one that lists that segment, or what there is after `holdMs`. Undefined where there is no such playlist.
   * @throws AbsurdRequest for a segment that lies further ahead than any player of ours asks for
   */
  get(key: string, msn: number | undefined, signal: AbortSignal): Promise<PlaylistEdition | undefined>
}

export class AbsurdRequest extends Error {
  override readonly name = 'AbsurdRequest'
}

/** RFC 8216bis lets a server refuse beyond two; a service that took over from storage may be a few segments behind what the player has seen. */
const maxAheadSegments = 5

export function createPlaylists(options: {
  storage: Storage
  hub: PlaylistHub
  now: () => number
  holdMs: number
  pollMs: number
}): Playlists {
  const { hub, holdMs, pollMs } = options
  const stored = createStoredLists(options)

  async function waitInStorage(key: string, msn: number, signal: AbortSignal): Promise<PlaylistEdition | undefined> {
    for (;;) {
      const edition = hub.current(key) ?? (await stored.current(key))
      if (!edition || lists(edition, msn) || signal.aborted) return edition
      await wait(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    async get(key, msn, signal) {
      const current = hub.current(key) ?? (await stored.current(key))
      // Nothing is counted in a master playlist.
      if (!current || msn === undefined || lists(current, msn) || current.lastMsn < 0) return current
      if (msn > current.lastMsn + maxAheadSegments) throw new AbsurdRequest(`segment ${msn} of a list that ends at ${current.lastMsn}`)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(holdMs)])
      return hub.current(key) ? hub.waitFor(key, msn, limit) : waitInStorage(key, msn, limit)
    },
  }
}

function lists(edition: PlaylistEdition, msn: number): boolean {
  return edition.ended || edition.lastMsn >= msn
}
