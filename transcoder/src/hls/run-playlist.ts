/** A segment that an ffmpeg run has finished and listed. */
export interface ListedSegment {
  /** Number within the track, from 0. */
  number: number
  name: string
  durationSec: number
}

export interface RunPlaylist {
  /** Those that have a length. */
  segments: ListedSegment[]
  /**
   * The last segment of a closed list whose length ffmpeg does not know: copied packets have no durations to be added
   * up. The file tells it.
   */
  untold?: ListedSegment
  /** The process closed its list: nothing follows. */
  ended: boolean
}

/** Below this a segment is half a frame, or nothing. */
export const shortestSec = 0.005

/** Reads one of ffmpeg's own playlists. */
export function parseRunPlaylist(text: string): RunPlaylist {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
  const listed: ListedSegment[] = []
  for (const match of text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)\n/g))
    listed.push({ number: first + listed.length, name: match[2]?.trim() ?? '', durationSec: Number(match[1]) })
  const ended = text.includes('#EXT-X-ENDLIST')
  const last = listed.at(-1)
  return {
    segments: listed.filter(({ durationSec }) => durationSec > shortestSec),
    ended,
    ...(ended && last && last.durationSec <= shortestSec ? { untold: last } : {}),
  }
}
