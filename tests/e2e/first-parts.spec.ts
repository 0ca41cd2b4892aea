import type { Page } from 'playwright/test'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { openFeedsShow, type FeedsShow } from '../support/feeds-lab.ts'
import { noteFigures } from '../support/figures.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'

// A show of one feed is played near to its edge, by the first parts of its segments; a second feed sends it further
// back, and nobody notices.

let studio: OwnBrowser
let audience: OwnBrowser
let show: FeedsShow
test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  ;[studio, audience] = await Promise.all([openBrowser({ baseUrl: stack.origin }), openBrowser({ baseUrl: stack.origin })])
  show = await openFeedsShow(stack, studio, 'One camera, and then two')
})
test.afterAll(async () => {
  await show?.end()
  await Promise.all([studio?.close(), audience?.close()])
})

interface Seen {
  waitedMs: number[]
  backSec: number
  slowest: number
}

/** When pictures waited, and the largest step back, from now on. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('video[data-role="leader"]')
    const seen = { waitedMs: new Array<number>(), backSec: 0, slowest: 1 }
    let last = video?.currentTime ?? 0
    video?.addEventListener('waiting', () => void seen.waitedMs.push(Date.now()))
    video?.addEventListener('timeupdate', () => {
      seen.backSec = Math.max(seen.backSec, last - video.currentTime)
      seen.slowest = Math.min(seen.slowest, video.playbackRate)
      last = video.currentTime
    })
    Object.assign(globalThis, { seen })
  })

test('one feed is played by first parts; a second one ends them without a wait or a step back', async () => {
  test.setTimeout(200_000)
  const first = await show.publish({ label: 'Stage', codec: 'h264', hasSound: true })
  await show.until([first])
  const page = await audience.context.newPage()
  await preferEnglish(page)
  await viewerAt(page).logIn(show.fan)
  let parts = 0
  let soundParts = 0
  let latestMs = 0
  page.on('request', (request) => {
    if (!/-0\.m4s/.test(request.url())) return
    parts += 1
    latestMs = Date.now()
    if (/audio_\d+-0\.m4s/.test(request.url())) soundParts += 1
  })
  await page.goto(`/player/${show.slug}`)
  await expect.poll(() => parts, { timeout: 40_000 }).toBeGreaterThan(5)
  const alone = { parts, soundParts }
  await watch(page)
  const second = await show.publish({ label: 'Hall', codec: 'vp8', hasSound: true })
  await show.until([first, second])
  const cameMs = Date.now()
  // At 0.95 of the speed it falls back by some 2.4 s, and by 0.25 s more for each wait before.
  await expect.poll(() => Date.now() - latestMs, { timeout: 110_000 }).toBeGreaterThan(6_000)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const waitedAfterMs = seen.waitedMs.map((atMs) => atMs - cameMs)
  await noteFigures(test.info(), { alone, endedAfterMs: latestMs - cameMs, ...seen, waitedAfterMs })
  // The sound comes with the pictures.
  expect(alone.soundParts).toBeLessThan(alone.parts / 2)
  expect(seen.slowest).toBe(0.95)
  // Waits until a second later come from the second camera and its encoders, which start on the same two cores.
  expect(waitedAfterMs.filter((ms) => ms > 1_000)).toEqual([])
  expect(seen.backSec).toBeLessThan(0.05)
})
