import type { Page } from 'playwright/test'
import { columns, decodePicture, rows, type PictureCode } from './picture-code.ts'

export interface ShownPicture {
  /** Null where nothing readable is on screen. */
  code: PictureCode | null
  widthPx: number
  heightPx: number
  positionSec: number
  /** Decoded frames so far: a picture that stands still does not count on. */
  frames: number
}

/** Reads the visible video element of the player from its pixels. */
export async function readPlayer(page: Page): Promise<ShownPicture | null> {
  return readVideo(page, '[data-testid="stage-picture"] video')
}

/**
 * The most opaque video that a selector finds; null while it has no readable picture. One that lies unseen below it is
 * never read in its place.
 */
export async function readVideo(page: Page, selector: string): Promise<ShownPicture | null> {
  const seen = await page.evaluate(
    ({ selector, columns, rows }) => {
      const videos = [...document.querySelectorAll<HTMLVideoElement>(selector)]
      const opacity = (video: HTMLVideoElement) => Number(getComputedStyle(video).opacity)
      const video = videos.toSorted((a, b) => opacity(b) - opacity(a))[0]
      if (!video || video.readyState < 2) return null
      // Four by four points per square, of which the inner four count: its edges belong to the codec.
      const canvas = new OffscreenCanvas(columns * 4, rows * 4)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) return null
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const lightAt = (x: number, y: number) => data[(y * canvas.width + x) * 4 + 1] ?? 0
      const cells: number[] = []
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const x = column * 4 + 1
          const y = row * 4 + 1
          cells.push((lightAt(x, y) + lightAt(x + 1, y) + lightAt(x, y + 1) + lightAt(x + 1, y + 1)) / 4)
        }
      }
      return {
        cells,
        widthPx: video.videoWidth,
        heightPx: video.videoHeight,
        positionSec: video.currentTime,
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
      }
    },
    { selector, columns, rows },
  )
  if (!seen) return null
  const { cells, ...rest } = seen
  return { ...rest, code: decodePicture(cells) }
}

/** Starts listening to the player's sound in the page: how loud it is, every 20 ms. */
export async function startListening(page: Page): Promise<void> {
  await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement & { captureStream(): MediaStream }>('video[data-role="leader"]')
    if (!video) throw new Error('there is no player')
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(video.captureStream()).connect(analyser)
    const block = new Float32Array(analyser.fftSize)
    const heard: { atMs: number; peak: number; positionSec: number; aheadSec: number }[] = []
    const aheadSec = () => {
      const { buffered, currentTime } = video
      for (let i = 0; i < buffered.length; i++)
        if (buffered.start(i) <= currentTime && buffered.end(i) > currentTime) return buffered.end(i) - currentTime
      return 0
    }
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(block)
      heard.push({
        atMs: performance.now(),
        peak: block.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
        positionSec: video.currentTime,
        aheadSec: aheadSec(),
      })
    }, 20)
    Object.assign(globalThis, {
      heardByTest: heard,
      stopHearing: () => {
        clearInterval(timer)
        void context.close()
      },
    })
  })
}

export interface Heard {
  seconds: number
  loudest: number
  /** Longest stretch without sound, milliseconds. */
  longestSilenceMs: number
  /**
   * The same, where the player had something to play: a live one on a machine that is too busy has shown all that its
   * encoder has made, and waits.
   */
  longestFedSilenceMs: number
  /** Least that was loaded ahead of the player's clock. */
  leastAheadSec: number
  /** Longest time for which the player's clock stood still. */
  longestPauseMs: number
  /** How often the player's clock went backwards. */
  jumpedBack: number
}

/** Sounds since startListening. */
export async function stopListening(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const { heardByTest, stopHearing } = globalThis as unknown as {
      stopHearing: () => void
      heardByTest: { atMs: number; peak: number; positionSec: number; aheadSec: number }[]
    }
    stopHearing()
    const first = heardByTest.findIndex((one) => one.peak > 0.01)
    const heard = first < 0 ? [] : heardByTest.slice(first)
    const longestSilence = (isNone: (one: (typeof heard)[number]) => boolean) => {
      let longestMs = 0
      let lastMs = heard[0]?.atMs ?? 0
      for (const one of heard) {
        if (isNone(one)) longestMs = Math.max(longestMs, one.atMs - lastMs)
        else lastMs = one.atMs
      }
      return longestMs
    }
    const longestSilenceMs = longestSilence(({ peak }) => peak <= 0.01)
    const longestFedSilenceMs = longestSilence(({ peak, aheadSec }) => peak <= 0.01 && aheadSec >= 0.15)
    let longestPauseMs = 0
    let jumpedBack = 0
    let lastMoved = heard[0]
    for (const one of heard) {
      const stepSec = one.positionSec - (lastMoved?.positionSec ?? 0)
      if (stepSec < 0) jumpedBack += 1
      if (stepSec === 0) longestPauseMs = Math.max(longestPauseMs, one.atMs - (lastMoved?.atMs ?? 0))
      else lastMoved = one
    }
    return {
      longestPauseMs,
      jumpedBack,
      leastAheadSec: Math.min(...heard.map((one) => one.aheadSec)),
      seconds: ((heard.at(-1)?.atMs ?? 0) - (heard[0]?.atMs ?? 0)) / 1000,
      loudest: heard.reduce((most, one) => Math.max(most, one.peak), 0),
      longestSilenceMs,
      longestFedSilenceMs,
    }
  })
}

/** State of every video element of a page, for the evidence of a failed test. */
export async function describeVideos(page: Page): Promise<object[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('video')].map((video) => ({
      role: video.dataset['role'],
      opacity: getComputedStyle(video).opacity,
      positionSec: video.currentTime,
      durationSec: video.duration,
      buffered: Array.from({ length: video.buffered.length }, (_, index) => [video.buffered.start(index), video.buffered.end(index)]),
      size: `${video.videoWidth}x${video.videoHeight}`,
      readyState: video.readyState,
      isPaused: video.paused,
      isSeeking: video.seeking,
      rate: video.playbackRate,
      isEnded: video.ended,
      error: video.error?.message ?? null,
    })),
  )
}
