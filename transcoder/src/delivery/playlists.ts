import type { Storage } from '@e-events/shared/node/storage.ts'
import type { PlaylistEdition, PlaylistHub } from '../hls/publisher.ts'
import { createStoredLists } from './stored-lists.ts'

export interface Playlists {
  /** The newest edition. Undefined where there is no such playlist. */
  current(key: string): PlaylistEdition | undefined | Promise<PlaylistEdition | undefined>
  /**
   * The first edition that lists segment `msn`, or what there is after `holdMs`; `left` tells the caller how to give
   * up.
   * @throws AbsurdRequest for a segment that lies further ahead than any player of ours asks for
   */
  hold(key: string, msn: number, current: PlaylistEdition, left: (giveUp: () => void) => void): Promise<PlaylistEdition | undefined>
  /**
   * The same for two lists, or for the first alone, within one `holdMs`. They are published together, so that the
   * second hardly ever has to be waited for.
   * @throws AbsurdRequest for either
   */
  holdBoth(one: WantedList, other: WantedList | undefined, left: (giveUp: () => void) => void): Promise<(PlaylistEdition | undefined)[]>
}

export interface WantedList {
  key: string
  /** Undefined: as it is. */
  msn: number | undefined
  current: PlaylistEdition
}

export class AbsurdRequest extends Error {
  override readonly name = 'AbsurdRequest'
}

/**
 * RFC 8216bis lets a server refuse beyond two; a service that took over from storage may be a few segments behind what
 * the player has seen.
 */
const maxAheadSegments = 5

/**
 * Nothing is counted in a master playlist.
 * @throws AbsurdRequest for a segment that lies too far ahead of what is listed
 */
export function refuseFarAhead(msn: number, { lastMsn, ended }: PlaylistEdition): void {
  if (!ended && lastMsn >= 0 && msn > lastMsn + maxAheadSegments)
    throw new AbsurdRequest(`segment ${msn} of a list that ends at ${lastMsn}`)
}

export function createPlaylists(options: {
  storage: Storage
  hub: PlaylistHub
  now: () => number
  holdMs: number
  pollMs: number
}): Playlists {
  const { hub, now, holdMs, pollMs } = options
  const stored = createStoredLists(options)

  /** Until then another process writes it: looked at again and again, and handed over when this process begins to. */
  function waitInStorage(
    key: string,
    msn: number,
    settle: (edition: PlaylistEdition | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void {
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    const look = async (): Promise<void> => {
      const edition = hub.current(key) ?? (await stored.current(key))
      if (isOver) return
      if (!edition || lists(edition, msn)) return settle(edition)
      timer = setTimeout(() => void look().catch(fail), pollMs)
    }
    void look().catch(fail)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  function hold(
    { key, msn, current }: WantedList,
    waitMs: number,
    left: (giveUp: () => void) => void,
  ): Promise<PlaylistEdition | undefined> {
    // Nothing is counted in a master playlist.
    if (msn === undefined || lists(current, msn) || current.lastMsn < 0) return Promise.resolve(current)
    refuseFarAhead(msn, current)
    return new Promise((resolve, reject) => {
      let newest: PlaylistEdition | undefined = current
      const release = () => {
        clearTimeout(timer)
        stop()
      }
      const end = () => {
        release()
        resolve(newest)
      }
      const timer = setTimeout(() => {
        newest = hub.current(key) ?? current
        end()
      }, waitMs)
      const settle = (edition: PlaylistEdition | undefined) => {
        newest = edition
        end()
      }
      const fail = (error: unknown) => {
        release()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
      let stop = (): void => undefined
      stop = hub.current(key) ? hub.wait(key, msn, settle) : waitInStorage(key, msn, settle, fail)
      left(end)
    })
  }

  return {
    current: (key) => hub.current(key) ?? stored.current(key),
    hold: (key, msn, current, left) => hold({ key, msn, current }, holdMs, left),
    async holdBoth(one, other, left) {
      if (!other) return [await hold(one, holdMs, left)]
      const untilMs = now() + holdMs
      if (other.msn !== undefined) refuseFarAhead(other.msn, other.current)
      let hasLeft = false
      const leave = (giveUp: () => void) =>
        left(() => {
          hasLeft = true
          giveUp()
        })
      const first = await hold(one, holdMs, leave)
      const current = hub.current(other.key) ?? (await stored.current(other.key))
      if (!current || hasLeft) return [first, current]
      const second = await hold({ ...other, current }, Math.max(0, untilMs - now()), leave)
      // The first one may have grown while the second was waited for.
      return [hub.current(one.key) ?? first, second]
    },
  }
}

function lists(edition: PlaylistEdition, msn: number): boolean {
  return edition.ended || edition.lastMsn >= msn
}
