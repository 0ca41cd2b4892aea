/** A media list of a live feed that hands out the first part of its segments before they are whole. */
export interface LiveList {
  /** Seconds of a first part, nominal. */
  partSec: number
  /** Sequence number of its last segment. */
  lastSn: number
  lines: string[]
  /** Where its last segments stand in `lines`, oldest first. */
  segments: ListedSegment[]
}

interface ListedSegment {
  /** Line of its EXTINF, and its address as the list says it. */
  line: number
  uri: string
  durationSec: number
  capturedAtMs: number | undefined
}

/** hls.js calls a part late after three of these, and stays one behind the end. */
const targetShare = 1.1
export const partSecOf = (partTarget: number): number => partTarget / targetShare

/** Reads a list; undefined for one that has no first parts, or has ended. */
export function readLiveList(text: string): LiveList | undefined {
  const partSec = Number(/^#EXT-X-E-EVENTS-FIRST-PART:DURATION=([\d.]+)/m.exec(text)?.[1] ?? 0)
  if (partSec === 0 || text.includes('#EXT-X-ENDLIST')) return undefined
  const lines = text.trimEnd().split('\n')
  const segments: ListedSegment[] = []
  let capturedAtMs: number | undefined
  for (const [line, content] of lines.entries()) {
    const date = /^#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(content)?.[1]
    if (date !== undefined) capturedAtMs = Date.parse(date)
    const length = /^#EXTINF:([\d.]+)/.exec(content)?.[1]
    if (length === undefined) continue
    const uri = lines.slice(line + 1).find((one) => !one.startsWith('#')) ?? ''
    segments.push({ line, uri, durationSec: Number(length), capturedAtMs })
    capturedAtMs = undefined
  }
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0)
  const skipped = Number(/^#EXT-X-SKIP:SKIPPED-SEGMENTS=(\d+)/m.exec(text)?.[1] ?? 0)
  return { partSec, lastSn: first + skipped + segments.length - 1, lines, segments }
}

/** `e1r0/720p_00057.m4s` to `e1r0/720p_00057-0.m4s`; the second part, which is no file, has the index 1. */
export const partOf = (segment: string, index: 0 | 1): string => segment.replace(/\.m4s$/, `-${index}.m4s`)

export function segmentOf(part: string): { uri: string; index: number } | undefined {
  const [, name, index] = /^(.*\d)-([01])\.m4s$/.exec(part) ?? []
  return name === undefined ? undefined : { uri: `${name}.m4s`, index: Number(index) }
}

/** The segment after this one of the same run; undefined for a name that has no number. */
export function nextSegment(uri: string): string | undefined {
  const [, head, number] = /^(.*_)(\d+)\.m4s$/.exec(uri) ?? []
  return head === undefined || number === undefined ? undefined : `${head}${String(Number(number) + 1).padStart(number.length, '0')}.m4s`
}

/** hls.js loads parts where the picture is among segments that have some. */
const segmentsInParts = 3

/**
 * The list as hls.js reads parts: both parts of its last segments, and at its end the first part of the segment
 * `coming` before it exists.
 */
export function withParts(list: LiveList, coming: string | undefined): string {
  const { partSec, segments } = list
  const lines = [...list.lines]
  const last = segments.at(-1)
  if (last && coming !== undefined) {
    const beginsAtMs = last.capturedAtMs === undefined ? undefined : Math.round(last.capturedAtMs + last.durationSec * 1000)
    if (beginsAtMs !== undefined) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(beginsAtMs).toISOString()}`)
    lines.push(`#EXT-X-PART:DURATION=${partSec.toFixed(5)},URI="${partOf(coming, 0)}",INDEPENDENT=YES`)
  }
  for (const { line, uri, durationSec } of segments.slice(-segmentsInParts).toReversed()) {
    // Shorter ones were never in parts.
    if (durationSec <= partSec * 1.1) continue
    lines.splice(
      line,
      0,
      `#EXT-X-PART:DURATION=${partSec.toFixed(5)},URI="${partOf(uri, 0)}",INDEPENDENT=YES`,
      `#EXT-X-PART:DURATION=${(durationSec - partSec).toFixed(5)},URI="${partOf(uri, 1)}"`,
    )
  }
  lines.splice(1, 0, `#EXT-X-PART-INF:PART-TARGET=${(partSec * targetShare).toFixed(5)}`)
  return `${lines.join('\n')}\n`
}

/** `PART-TARGET` of a list as hls.js reads it; 0 where it has no parts. */
export const partTargetOf = (decorated: string): number => Number(/^#EXT-X-PART-INF:PART-TARGET=([\d.]+)/m.exec(decorated)?.[1] ?? 0)
