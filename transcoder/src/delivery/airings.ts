import { handedOutAtMs } from '@e-events/shared/domain/deferred.ts'
import { limits } from '@e-events/shared/limits.ts'
import { createForms, type PlaylistEdition } from '../hls/publisher.ts'

/** A segment of a list, with the lines that describe it and its place in the video. */
interface TimedSegment {
  key: string
  beginMs: number
  lines: string[]
}
interface TimedList {
  source: PlaylistEdition
  head: string[]
  segments: TimedSegment[]
  durationMs: number
}
interface Cut {
  count: number
  ended: boolean
  edition: PlaylistEdition
}

const mostLists = 500

/**
 * Lists of videos that play by the clock (deferred lives): cut at what is handed out at this moment, dated by the
 * airing, and closed when it is over. Everybody who asks at the same moment gets the same text.
 */
export interface Airings {
  hasBegun(startsAtMs: number): boolean
  /** The list of an airing now; a master playlist is the same at all times. */
  cut(key: string, source: PlaylistEdition, startsAtMs: number): PlaylistEdition
  /** Resolves when the list gains segment `msn` or its end, or after `holdMs`. */
  wait(key: string, source: PlaylistEdition, at: { startsAtMs: number; msn: number }, left: (giveUp: () => void) => void): Promise<void>
  /** Whether a segment may be had; undefined where no list that was cut names it. */
  isOut(segmentKey: string, startsAtMs: number): boolean | undefined
}

export function createAirings({ now, holdMs }: { now: () => number; holdMs: number }): Airings {
  const lists = new Map<string, TimedList>()
  const begins = new Map<string, Map<string, number>>()
  const cuts = new Map<string, Cut>()

  function timed(key: string, source: PlaylistEdition): TimedList {
    const known = lists.get(key)
    if (known?.source === source) return known
    const list = { source, ...readList(key, source.form(false).body.toString()) }
    lists.set(key, list)
    begins.set(key, new Map(list.segments.map((segment) => [segment.key, segment.beginMs])))
    for (const oldest of lists.keys()) {
      if (lists.size <= mostLists) break
      lists.delete(oldest)
      begins.delete(oldest)
    }
    return list
  }

  const countAt = ({ segments }: TimedList, startsAtMs: number): number => {
    const later = segments.findIndex(({ beginMs }) => handedOutAtMs(startsAtMs, beginMs) > now())
    return later === -1 ? segments.length : later
  }

  return {
    hasBegun: (startsAtMs) => startsAtMs - limits.deferredLeadMs <= now(),
    cut(key, source, startsAtMs) {
      if (source.lastMsn < 0) return source
      const list = timed(key, source)
      const count = countAt(list, startsAtMs)
      const ended = now() >= startsAtMs + list.durationMs
      const name = `${key}@${startsAtMs}`
      const known = cuts.get(name)
      if (known?.count === count && known.ended === ended) return known.edition
      const text = [
        ...list.head,
        ...list.segments
          .slice(0, count)
          .flatMap(({ beginMs, lines }) => [
            `#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(startsAtMs + beginMs)).toISOString()}`,
            ...lines,
          ]),
        ...(ended ? ['#EXT-X-ENDLIST'] : []),
        '',
      ].join('\n')
      const edition = { lastMsn: count - 1, ended, atMs: now(), form: createForms(text) }
      cuts.delete(name)
      cuts.set(name, { count, ended, edition })
      for (const oldest of cuts.keys()) if (cuts.size > mostLists) cuts.delete(oldest)
      return edition
    },
    wait(key, source, { startsAtMs, msn }, left) {
      const list = timed(key, source)
      const segment = list.segments[msn]
      const dueMs = segment ? handedOutAtMs(startsAtMs, segment.beginMs) : startsAtMs + list.durationMs
      const waitMs = Math.min(holdMs, dueMs - now())
      if (waitMs <= 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        left(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
    isOut(segmentKey, startsAtMs) {
      for (const known of begins.values()) {
        const beginMs = known.get(segmentKey)
        if (beginMs !== undefined) return handedOutAtMs(startsAtMs, beginMs) <= now()
      }
      return undefined
    },
  }
}

/** It grows whatever it was written as; delta updates are left out, as it gains a segment at a time. */
function readList(key: string, text: string): Pick<TimedList, 'head' | 'segments' | 'durationMs'> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const head: string[] = []
  const segments: TimedSegment[] = []
  let own: string[] = []
  let atMs = 0
  let lengthMs = 0
  let targetSec = 2
  for (const line of text.split('\n')) {
    if (line === '' || replaced.test(line)) continue
    if (line.startsWith('#EXT-X-TARGETDURATION:')) targetSec = Number.parseInt(line.slice(22), 10)
    if (line.startsWith('#EXTINF:')) lengthMs = Number.parseFloat(line.slice(8)) * 1000
    if (!line.startsWith('#')) {
      segments.push({ key: folder + line, beginMs: atMs, lines: [...own, line] })
      own = []
      atMs += lengthMs
    } else if (own.length > 0 || segments.length > 0 || ofSegment.test(line)) own.push(line)
    else head.push(line)
  }
  head.push('#EXT-X-PLAYLIST-TYPE:EVENT', `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=${(targetSec * 3).toFixed(1)}`)
  return { head, segments, durationMs: atMs }
}

/** The first part of a segment is a file of a live show alone. */
const replaced = /^#EXT-X-(?:ENDLIST|PROGRAM-DATE-TIME|PLAYLIST-TYPE|SERVER-CONTROL|E-EVENTS-FIRST-PART)/
/** From the first of these on a line belongs to the segment after it. */
const ofSegment = /^#EXT(?:INF:|-X-MAP:|-X-DISCONTINUITY$)/
