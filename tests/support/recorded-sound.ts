import type { PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { findAllBeeps, soundAfterPicture } from './beeps.ts'
import { decodePictures } from './decode-media.ts'
import { downloadRun, durationOf, fetchMaster, fetchPlaylist, runsOf } from './hls-client.ts'

/** A run that is longer than this has three beeps in it, which say what moment it is. */
const tellingSec = 6

/**
 * How much later than its picture the sound of a recorded feed is, ms, per run of its own. Its pictures show
 * `Date.now()` in `periodMs`, and its beeps are those of the same clock; `nearMs` is a moment of the show.
 */
export async function recordedSound(
  feed: PlaybackFeed,
  { folder, nearMs, periodMs }: { folder: string; nearMs: number; periodMs: number },
): Promise<number[]> {
  const { variants, audioUrl } = await fetchMaster(feed.masterUrl)
  const [list, sound] = await Promise.all([fetchPlaylist(variants.at(-1)?.url ?? ''), fetchPlaylist(audioUrl ?? '')])
  const offsets: number[] = []
  for (const run of runsOf(list)) {
    const isOwn = sound.segments.some((segment) => segment.run === run && segment.url.includes(feed.id))
    if (!isOwn || durationOf(sound, run) < tellingSec) continue
    const name = (what: string) => `${feed.id.slice(0, 8)}-${run}-${what}`
    const pictures = await decodePictures(await downloadRun(list, run, folder, name('picture')))
    const zeros = pictures.flatMap(({ atSec, code }) => (code ? [atSec - clockOf(code.counter, nearMs, periodMs) / 1000] : []))
    offsets.push(soundAfterPicture(zeros, await findAllBeeps(await downloadRun(sound, run, folder, name('sound')))))
  }
  return offsets
}

/** The moment nearest to `nearMs` at which the clock shows `counter`. */
function clockOf(counter: number, nearMs: number, periodMs: number): number {
  return nearMs + ((((counter - nearMs + periodMs / 2) % periodMs) + periodMs) % periodMs) - periodMs / 2
}
