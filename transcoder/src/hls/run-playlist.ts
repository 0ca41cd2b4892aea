/** A segment that an ffmpeg run has finished and listed. */
export interface ListedSegment {
  /** Number within the track, from 0. */
  number: number
  name: string
  durationSec: number
}

export interface RunPlaylist {
  segments: ListedSegment[]
  /** The process closed its list: nothing follows. */
  ended: boolean
}

/** Below this a segment is a leftover of stopping: half a frame, or nothing. */
const shortestSec = 0.005

/** Reads one of ffmpeg's own playlists. Segments of no length are left out. */
export function parseRunPlaylist(text: string): RunPlaylist {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0)
  const segments: ListedSegment[] = []
  let number = first
  for (const match of text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)\n/g)) {
    const durationSec = Number(match[1])
    if (durationSec > shortestSec) segments.push({ number, name: match[2]?.trim() ?? '', durationSec })
    number++
  }
  return { segments, ended: text.includes('#EXT-X-ENDLIST') }
}
