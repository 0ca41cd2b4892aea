import Hls, { type LevelLoadedData } from 'hls.js'

/** Lists of a live show that come without a picture: some ten seconds of segments of two. */
const patience = 5

/**
 * Calls `again`, once, for a live show whose lists go on coming while nothing of it was ever buffered: hls.js 1.7 may
 * ask twice for an initialization when it begins, and then for no segment.
 */
export function watchBeginning(hls: Pick<Hls, 'on' | 'off'>, again: () => void): void {
  let lists = 0
  const onList = (_: unknown, { details }: Pick<LevelLoadedData, 'details'>) => {
    if (!details.live) return
    lists += 1
    if (lists < patience) return
    stop()
    // Not while hls.js is telling others of this list.
    queueMicrotask(again)
  }
  const stop = () => {
    hls.off(Hls.Events.LEVEL_LOADED, onList)
    hls.off(Hls.Events.FRAG_BUFFERED, stop)
  }
  hls.on(Hls.Events.LEVEL_LOADED, onList)
  hls.on(Hls.Events.FRAG_BUFFERED, stop)
}
