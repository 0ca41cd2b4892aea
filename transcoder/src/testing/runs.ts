import { isSound, type Run, type RunTrack, type TrackName } from '../hls/runs.ts'

const sizes = { '1080p': [1920, 1080], '720p': [1280, 720], '540p': [960, 540], '360p': [640, 360] } as const

/** A run as its playlists describe it: seconds of the segments of each track, captured from `atSec` on. */
export function runOf(id: string, atSec: number, tracks: Partial<Record<TrackName, readonly number[]>>): Run {
  const entries = Object.entries(tracks) as [TrackName, readonly number[]][]
  return { id, capturedAtMs: atSec * 1000, tracks: new Map(entries.map(([name, durations]) => [name, trackOf(name, durations)])) }
}

/** Segments of so many seconds each. */
export const segments = (count: number, seconds = 2): number[] => Array.from({ length: count }, () => seconds)

function trackOf(name: TrackName, durations: readonly number[]): RunTrack {
  const [width, height] = isSound(name) ? [null, null] : sizes[name]
  const codec = isSound(name) ? 'mp4a.40.2' : 'avc1.64001f'
  return {
    facts: { codec, width, height, frameRate: isSound(name) ? null : 30, startOffsetSec: 0 },
    segments: durations.map((durationSec, index) => ({
      name: `${name}_${String(index).padStart(5, '0')}.m4s`,
      durationSec,
      sizeBytes: Math.round(durationSec * 100_000),
    })),
  }
}
