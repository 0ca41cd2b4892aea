import Hls, { type LevelLoadedData } from 'hls.js'

/** How often it looks, and how many looks in a row have to find the same. */
const everyMs = 1_000
const patience = 4
/** As near to its end a show counts as seen to its end. */
const seenSec = 0.5

type Watched = Pick<Hls, 'on' | 'inFlightFragments' | 'latestLevelDetails'>
type Picture = Pick<HTMLVideoElement, 'paused' | 'seeking' | 'readyState' | 'currentTime'>

/**
 * Calls `again`, once, for a show that is over and whose picture waits before its end while nothing is on its way:
 * hls.js 1.7 may load nothing more of a list that closes just as a viewer comes.
 */
export function watchEnd(hls: Watched, video: Picture, again: () => void): void {
  let wasLive = false
  let looks = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => clearInterval(timer)
  const isStuck = () => {
    const { main, audio } = hls.inFlightFragments
    const waits = !video.paused && !video.seeking && video.readyState < 3
    const isBefore = video.currentTime < (hls.latestLevelDetails?.edge ?? 0) - seenSec
    return waits && isBefore && [main, audio].every((one) => !one?.frag?.loader)
  }
  const look = () => {
    looks = isStuck() ? looks + 1 : 0
    if (looks < patience) return
    stop()
    again()
  }
  hls.on(Hls.Events.LEVEL_LOADED, (_: unknown, { details }: Pick<LevelLoadedData, 'details'>) => {
    if (details.live) wasLive = true
    else if (wasLive) timer ??= setInterval(look, everyMs)
  })
  hls.on(Hls.Events.DESTROYING, stop)
}
