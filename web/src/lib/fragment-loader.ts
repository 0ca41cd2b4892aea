import Hls, { type FragmentLoaderConstructor } from 'hls.js'

/**
 * Loads the initializations and segments of hls.js. An initialization that is given up tells nobody: hls.js 1.7 answers
 * by breaking off whatever segment it loads by then, which belongs to the next initialization, and before its first
 * segment it then waits for good.
 */
export class FragmentLoader extends (Hls.DefaultConfig.loader as FragmentLoaderConstructor) {
  override abort(): void {
    if (this.context?.frag.sn === 'initSegment') this.destroy()
    else super.abort()
  }
}
