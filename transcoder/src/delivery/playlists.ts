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
}

export class AbsurdRequest extends Error {
  override readonly name = 'AbsurdRequest'
}

/**
 * RFC 8216bis lets a server refuse beyond two; a service that took over from storage may be a few segments behind what
 * the player has seen.
 */
export const maxAheadSegments = 5

export function createPlaylists(options: {
  storage: Storage
  hub: PlaylistHub
  now: () => number
  holdMs: number
  pollMs: number
}): Playlists {
  const { hub, holdMs, pollMs } = options
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

  return {
    current: (key) => hub.current(key) ?? stored.current(key),
    hold(key, msn, current, left) {
      // Nothing is counted in a master playlist.
      if (lists(current, msn) || current.lastMsn < 0) return Promise.resolve(current)
      if (msn > current.lastMsn + maxAheadSegments) throw new AbsurdRequest(`segment ${msn} of a list that ends at ${current.lastMsn}`)
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
        }, holdMs)
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
    },
  }
}

function lists(edition: PlaylistEdition, msn: number): boolean {
  return edition.ended || edition.lastMsn >= msn
}
