import Hls, { type HlsConfig } from 'hls.js'
import { FragmentLoader } from '../../../../lib/fragment-loader.ts'
import { placeOf } from './timeline.ts'

/** Source of a seek picture and its moment: in the player's seconds, and by the programme clock where it is known. */
export interface Sample {
  /** The playlist of the smallest size. */
  listUrl: string
  /** Signs requests with the newest token. */
  xhrSetup: NonNullable<HlsConfig['xhrSetup']>
  positionSec: number
  capturedAtMs: number | null
}

/** A picture that is still not there by then is given up for the one that is wanted now. */
const patienceMs = 1_500

/**
 * The picture of a moment that is pointed at, out of the show's own segments, in an element of its own: nothing is made
 * or stored for it, and a live show has it, too. A moment costs one segment of the smallest size; while one is on its
 * way, only the newest wish is kept.
 */
export class SeekPicture {
  readonly video = document.createElement('video')
  private hls: Hls | undefined
  private listUrl = ''
  private wanted: Sample | undefined
  private soughtAtMs = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  static get isSupported(): boolean {
    return Hls.isSupported()
  }

  constructor() {
    const { video } = this
    video.dataset['role'] = 'seek'
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.addEventListener('seeked', this.go)
  }

  show(sample: Sample): void {
    const isResting = this.wanted === undefined
    this.wanted = sample
    if (!this.hls || this.listUrl !== sample.listUrl) this.open(sample)
    else if (isResting) this.hls.startLoad(-1)
    this.go()
  }

  /** Nothing is pointed at any more: neither lists nor segments are asked for. */
  rest(): void {
    this.wanted = undefined
    clearTimeout(this.timer)
    this.hls?.stopLoad()
  }

  close(): void {
    this.rest()
    this.hls?.destroy()
    this.hls = undefined
    this.video.remove()
  }

  private open({ listUrl, xhrSetup, positionSec }: Sample): void {
    this.hls?.destroy()
    this.listUrl = listUrl
    const hls = new Hls({
      enableWorker: false,
      xhrSetup,
      fLoader: FragmentLoader,
      startPosition: positionSec,
      maxBufferLength: 1,
      maxMaxBufferLength: 1,
      backBufferLength: 10,
      liveDurationInfinity: true,
      liveMaxUnchangedPlaylistRefresh: Number.POSITIVE_INFINITY,
    })
    this.hls = hls
    hls.on(Hls.Events.LEVEL_UPDATED, this.go)
    hls.loadSource(listUrl)
    hls.attachMedia(this.video)
  }

  private readonly go = (): void => {
    const { wanted, video, hls } = this
    const details = hls?.latestLevelDetails
    if (!wanted || !details) return
    const place = wanted.capturedAtMs === null ? null : placeOf(details.fragments, wanted.capturedAtMs)
    const positionSec = place?.positionSec ?? wanted.positionSec
    if (Math.abs(video.currentTime - positionSec) < 0.05) return
    clearTimeout(this.timer)
    const waitedMs = performance.now() - this.soughtAtMs
    if (video.seeking && waitedMs < patienceMs) {
      this.timer = setTimeout(this.go, patienceMs - waitedMs)
      return
    }
    this.soughtAtMs = performance.now()
    video.currentTime = positionSec
  }
}
