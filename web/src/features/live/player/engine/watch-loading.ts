import Hls from 'hls.js'
import { watchBeginning } from './watch-beginning.ts'
import { watchEnd } from './watch-end.ts'

/** hls.js goes on by itself sooner than that, where it does. */
const abandonedMs = 300

/**
 * Goes on after a part that was given up: hls.js does so by itself but before it has read anything (at the beginning,
 * after a lost network), where it would wait for good.
 */
export function freeAbandoned(hls: Pick<Hls, 'on' | 'inFlightFragments' | 'startLoad'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  hls.on(Hls.Events.ERROR, (_, { details, frag, part }) => {
    if (details !== Hls.ErrorDetails.INTERNAL_ABORTED || !frag || !part) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { main, audio } = hls.inFlightFragments
      if ([main, audio].some((one) => one?.frag === frag && one.state === 'FRAG_LOADING' && !frag.loader)) hls.startLoad(-1)
    }, abandonedMs)
  })
  hls.on(Hls.Events.DESTROYING, () => clearTimeout(timer))
}

/** Watches over what hls.js loads; `again` loads anew where nothing begins, `goOn` where the end does not come. */
export function watchLoading(hls: Hls, video: HTMLVideoElement, given: { again: () => void; goOn: () => void } | undefined): void {
  freeAbandoned(hls)
  if (!given) return
  watchBeginning(hls, given.again)
  watchEnd(hls, video, given.goOn)
}
