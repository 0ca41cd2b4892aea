import { watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { longestSampleSec, mediaTicks, readInit } from '../hls/fmp4.ts'
import { parseRunPlaylist, shortestSec, type ListedSegment } from '../hls/run-playlist.ts'
import type { TrackName } from '../hls/runs.ts'
import type { NewSegment } from './feed-store.ts'

/** Files that an ffmpeg run has finished so far. */
export interface RunFolder {
  /** Segments listed since the last call, in order per track. */
  read(): Promise<NewSegment[]>
  initPath(track: TrackName): string
  /** Resolves at the next change of the folder, or after `atMostMs`. */
  changed(atMostMs: number): Promise<void>
  close(): void
}

export function watchRunFolder(folder: string, tracks: readonly TrackName[]): RunFolder {
  const next = new Map<TrackName, number>()
  const readAt = new Map<TrackName, number>()
  let isChanged = false
  let wake: (() => void) | undefined
  // Lists appear by renaming; where the system cannot tell, the caller's own rhythm does.
  const watcher = watch(folder, (_, name) => {
    if (name !== null && !name.endsWith('.m3u8')) return
    isChanged = true
    wake?.()
  })
  watcher.on('error', () => undefined)

  /** As long as its samples; undefined where there are none. */
  async function measured(track: TrackName, segment: ListedSegment): Promise<ListedSegment | undefined> {
    const [init, bytes] = await Promise.all([readFile(join(folder, `init_${track}.mp4`)), readFile(join(folder, segment.name))])
    const { timescale } = readInit(init)
    const durationSec = mediaTicks(bytes, longestSampleSec * timescale) / timescale
    return durationSec > shortestSec ? { ...segment, durationSec } : undefined
  }

  async function readTrack(track: TrackName): Promise<NewSegment[]> {
    const path = join(folder, `${track}.m3u8`)
    const found = await stat(path).catch(() => undefined)
    if (!found || readAt.get(track) === found.mtimeMs) return []
    const text = await readFile(path, 'utf8').catch(() => '')
    readAt.set(track, found.mtimeMs)
    const from = next.get(track) ?? 0
    const { segments, untold } = parseRunPlaylist(text)
    const last = untold && untold.number >= from ? await measured(track, untold) : undefined
    const fresh = [...segments.filter(({ number }) => number >= from), ...(last ? [last] : [])]
    next.set(track, (fresh.at(-1)?.number ?? from - 1) + 1)
    return fresh.map(({ name, durationSec }) => ({ track, name, durationSec, path: join(folder, name) }))
  }

  return {
    async read() {
      isChanged = false
      return (await Promise.all(tracks.map(readTrack))).flat()
    },
    initPath: (track) => join(folder, `init_${track}.mp4`),
    changed(atMostMs) {
      if (isChanged) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          wake = undefined
          resolve()
        }
        const timer = setTimeout(done, atMostMs)
        wake = done
      })
    },
    close: () => watcher.close(),
  }
}
