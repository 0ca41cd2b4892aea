import type { BrowserContext, Page, TestInfo } from 'playwright/test'
import type { Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { watchCores } from '../../scripts/lib/core-use.mjs'
import { call, getPlayback, logIn, startShow } from '../support/api-calls.ts'
import { openBrowser, openWindow, type OwnBrowser } from '../support/browsers.ts'
import { writeCameraFiles } from '../support/camera-file.ts'
import { followPicture } from '../support/continuity.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { durationOf, fetchMaster, fetchPlaylist } from '../support/hls-client.ts'
import { addShow, addViewer, type Person, type Show } from '../support/people.ts'
import { maxRun, ticksPerSecond } from '../support/picture-code.ts'
import { describeVideos, startListening, stopListening } from '../support/pixels.ts'
import { isRunning } from '../support/process-tree.ts'
import { checkMp4, checkRecording, listEnds } from '../support/recording-checks.ts'
import { counterAt, serveScreenPage, type ScreenPage } from '../support/screen-page.ts'
import { filmPrice, goToPay, openCheckout, payWith } from '../support/shop.ts'
import type { Stack } from '../support/stack.ts'
import { captureArgs, studioAt, type StudioPage } from '../support/studio.ts'
import { preferEnglish, viewerAt, type ViewerPage } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// Main journey: an organizer goes live from the studio, a ticket holder watches, the show becomes a recording.
// Real mediasoup, ffmpeg, PostgreSQL and Redis; two real browsers; every picture carries the code of this run.
test.describe.configure({ mode: 'serial' })

const run = Math.floor(Math.random() * maxRun)
let screen: ScreenPage
let organizer: OwnBrowser
let audience: OwnBrowser
let show: Show
let fan: Person
let studio: StudioPage
let viewer: ViewerPage
let liveAtMs = 0
let endedAtMs = 0

const cameraShown = { run, source: 'camera' as const }
const screenShown = { run, source: 'screen' as const }
const standstillLimitMs = 10_000
const silenceLimitMs = 500
/** A player with less than this ahead of it is about to wait. */
const runsDrySec = 0.15
/** Share of all cores beyond which a picture waits for its turn. */
const saturated = 0.95

test.beforeAll(async ({ stack }, info) => {
  test.setTimeout(180_000)
  const camera = await writeCameraFiles(info.project.outputDir, run)
  screen = await serveScreenPage(run)
  organizer = await openBrowser({
    baseUrl: stack.origin,
    args: captureArgs(camera, screen),
    permissions: ['camera', 'microphone'],
    viewport: { width: 1280, height: 800 },
  })
  audience = await openBrowser({ baseUrl: stack.origin })
  show = await addShow(stack, { sessions: [{ fromMin: 20, toMin: 80 }], product: { title: 'Proof of the main job', ...filmPrice } })
  fan = await addViewer(stack)
})

test.afterEach(async ({ stack: _stack }, info) => {
  if (info.status === info.expectedStatus) return
  await keepEvidence(organizer, 'organizer', info)
  await keepEvidence(audience, 'audience', info)
})

test.afterAll(async () => {
  await Promise.all([organizer?.close(), audience?.close(), screen?.close()])
})

test('the organizer logs in, picks the product and plugs in a camera, a microphone and a screen [CARD-001]', async () => {
  test.setTimeout(120_000)
  // A smaller screen than the camera: another set of rungs, and encoders that leave room on two cores.
  await openWindow(organizer.context, screen.url, { width: 960, height: 540 })
  const page = await organizer.context.newPage()
  await preferEnglish(page)
  studio = studioAt(page)
  await studio.logIn(show.organizer)
  await studio.openDesk(show.product.title)
  await studio.addCamera()
  await expect.poll(async () => (await studio.picture('preview'))?.code, { timeout: 20_000 }).toMatchObject(cameraShown)
  expect((await studio.picture('preview'))?.heightPx).toBe(720)
  await studio.addFromMenu(/Fake Audio Input 1/)
  await studio.addFromMenu(word('studio', 'sources.screen'))
  await expect.poll(async () => (await studio.picture('preview'))?.code, { timeout: 20_000 }).toMatchObject(screenShown)
  expect(await studio.picture('preview')).toMatchObject({ widthPx: 960, heightPx: 540 })
})

test('a viewer buys a ticket on the product page and waits in the waiting room', async () => {
  test.setTimeout(90_000)
  const page = await pageOf(audience.context)
  viewer = viewerAt(page)
  await openCheckout(page, show, fan)
  await goToPay(page)
  await payWith(page, 'succeeds')
  await page.getByRole('link', { name: word('checkout', 'door.waiting') }).click()
  await expect(page.getByRole('timer', { name: word('player', 'waiting.label') })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }))
})

test('going live through pre-flight and countdown: both feeds reach the waiting viewer by themselves [LIVE-001, PLY-001, PLY-004, CARD-003, CARD-028]', async ({
  stack,
}) => {
  test.setTimeout(120_000)
  await studio.goLive()
  await expect(studio.endButton()).toBeVisible({ timeout: 30_000 })
  liveAtMs = Date.now()
  await expect.poll(async () => (await viewer.picture())?.code?.run, { timeout: 45_000 }).toBe(run)
  await noteFigures(test.info(), { firstPictureAfterMs: Date.now() - liveAtMs })
  expect(await stillTheSamePage()).toBe(true)
  await expect(viewer.feedButtons()).toHaveCount(2, { timeout: 30_000 })
  // The feed whose first segment was there first is on screen; the camera is what the next tests look at.
  await timeToSee(cameraShown, () => viewer.otherFeedButton('Screen').click(), 30_000)
  expect((await follow('camera', 3)).advancedTicks).toBeGreaterThanOrEqual(3 * ticksPerSecond)
  const own = stack.knex('broadcasts').where({ product_id: show.product.id }).select('id')
  const feeds = await stack.knex('feeds').whereIn('broadcast_id', own).select('kind')
  expect(feeds.map((feed) => feed.kind).toSorted()).toEqual(['camera', 'window'])
  // Sound and picture of two feeds, as the sfu itself counts them.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${stack.env['SFU_PORT']}/metrics`)).text()).toMatch(/^sfu_producers 4$/m)
  // A second start is refused and takes nothing off the air.
  const refused = await startShow(stack, show.product.slug, { token: await logIn(stack, show.organizer) })
  expect(refused).toMatchObject({ status: 409, code: 'BROADCAST_STATE' })
})

test('the quality menu lists the rungs there are; 360p is 360p, and back to automatic [PLY-023]', async () => {
  test.setTimeout(90_000)
  await expect.poll(() => viewer.qualities(), { timeout: 20_000 }).toEqual([word('player', 'controls.auto'), '720p', '540p', '360p'])
  await viewer.chooseQuality('360p')
  // The chosen feed's picture, small; another one only while the player says that this one is not sending.
  const isSaid = () => viewer.page.getByText(pattern(word('player', 'feeds.standIn'))).isVisible()
  const silent: object[] = []
  const look = async () => {
    const wasSaid = await isSaid()
    const seen = await viewer.picture()
    if (seen?.code?.source === 'screen' && !wasSaid && !(await isSaid())) silent.push(seen)
    return seen
  }
  await expect.poll(look, { timeout: 20_000 }).toMatchObject({ heightPx: 360, code: cameraShown })
  expect(silent).toEqual([])
  await viewer.chooseQuality(word('player', 'controls.auto'))
  expect(await viewer.chosenQuality()).toBe(word('player', 'controls.auto'))
  expect((await follow('camera', 2)).advancedTicks).toBeGreaterThanOrEqual(2 * ticksPerSecond)
})

test('the other feed is on screen within two seconds, and the sound does not stop [PLY-022]', async ({ stack }) => {
  test.setTimeout(120_000)
  const encoders = () => stack.childrenOf('transcoder', /ffmpeg/).map(({ pid }) => pid)
  for (const button of await viewer.feedButtons().all())
    await expect
      .poll(() => button.locator('img').evaluateAll((all) => all.some((one) => (one as HTMLImageElement).naturalWidth > 0)), {
        timeout: 20_000,
      })
      .toBe(true)
  // Measures the switch alone. A machine that is too busy replaces encoders and lets a live player wait for what they
  // have not made: measured again, and what waits so beside a switch has to wait without one, too. Where nothing of the
  // machine is left for a switch at the third try, it has to come in the end (feeds-in-step.spec.ts has its time).
  let seen = await switchThereAndBack()
  for (let again = 0; again < 2 && isStarved(seen); again++) seen = await switchThereAndBack()
  const { toScreenMs, backMs, heard } = seen
  const limitMs = isStarved(seen) ? 10_000 : 2_000
  expect(toScreenMs).toBeLessThan(limitMs)
  expect(backMs).toBeLessThan(limitMs)
  expect(heard.seconds).toBeGreaterThan(2)
  expect(heard.loudest).toBeGreaterThan(0.03)
  expect(heard.longestFedSilenceMs, JSON.stringify(seen)).toBeLessThan(silenceLimitMs)
  if (heard.longestSilenceMs < silenceLimitMs) return
  await startListening(viewer.page)
  await follow('camera', 8)
  const untouched = await stopListening(viewer.page)
  await noteFigures(test.info(), { untouched })
  expect(untouched.leastAheadSec, JSON.stringify({ seen, untouched })).toBeLessThan(runsDrySec)

  function isStarved({ before, after, heard: one, coreUse }: Awaited<ReturnType<typeof switchThereAndBack>>): boolean {
    const isDry = one.leastAheadSec < runsDrySec && one.longestSilenceMs >= silenceLimitMs
    return coreUse > saturated || before.join() !== after.join() || isDry
  }
  async function switchThereAndBack() {
    const before = encoders()
    const coreUseUntilNow = watchCores()
    await startListening(viewer.page)
    const toScreenMs = await timeToSee(screenShown, () => viewer.feedButton('Screen').click())
    expect((await follow('screen', 2)).advancedTicks).toBeGreaterThanOrEqual(2 * ticksPerSecond)
    const backMs = await timeToSee(cameraShown, () => viewer.otherFeedButton('Screen').click())
    expect((await follow('camera', 2)).advancedTicks).toBeGreaterThanOrEqual(2 * ticksPerSecond)
    const heard = await stopListening(viewer.page)
    const after = encoders()
    const coreUse = coreUseUntilNow() ?? 0
    await noteFigures(test.info(), { toScreenMs, backMs, heard, before, after, coreUse })
    // Silence of a player that has something to play is the switch's own, unless an encoder was replaced meanwhile.
    if (before.join() === after.join()) expect(heard.longestFedSilenceMs, JSON.stringify(heard)).toBeLessThan(silenceLimitMs)
    return { before, after, toScreenMs, backMs, heard, coreUse }
  }
})

test('back in time and to live again', async () => {
  test.setTimeout(90_000)
  // Twice ten seconds back need a show that is older than that; on a fast machine it is younger.
  await expect.poll(() => Date.now() - liveAtMs, { timeout: 30_000 }).toBeGreaterThan(30_000)
  await timeToSee(screenShown, () => viewer.feedButton('Screen').click())
  const before = (await viewer.picture())?.code?.counter ?? 0
  await viewer.page.keyboard.press('j')
  await viewer.page.keyboard.press('j')
  await expect
    .poll(async () => (await viewer.picture())?.code?.counter ?? Infinity, { timeout: 20_000 })
    .toBeLessThan(before - 10 * ticksPerSecond)
  const then = await follow('screen', 2)
  expect(then.advancedTicks).toBeGreaterThanOrEqual(2 * ticksPerSecond)
  await viewer.backToLive()
  await expect.poll(async () => (await viewer.picture())?.code?.counter ?? 0, { timeout: 20_000 }).toBeGreaterThan(before)
  await timeToSee(cameraShown, () => viewer.otherFeedButton('Screen').click())
  // Who follows is told only what is new.
  const list = await viewer.page.waitForResponse((answer) => answer.url().includes('_HLS_skip=YES') && answer.ok(), { timeout: 15_000 })
  expect(await list.text()).toMatch(/#EXT-X-SKIP:SKIPPED-SEGMENTS=[1-9]/)
  expect(Number(list.headers()['content-length'])).toBeLessThan(1_000)
})

test('kill -9 an ffmpeg: the show goes on within ten seconds', async ({ stack }) => {
  test.setTimeout(90_000)
  const [victim] = stack.childrenOf('transcoder', /ffmpeg/)
  if (!victim) throw new Error('no ffmpeg runs')
  process.kill(victim.pid, 'SIGKILL')
  // Twelve seconds of show are more than any player has in hand: the last of them were captured after the kill.
  const seen = await follow('camera', 12, 60)
  await noteFigures(test.info(), seen)
  expect(seen.advancedTicks).toBeGreaterThanOrEqual(12 * ticksPerSecond)
  expect(seen.longestStandstillMs).toBeLessThan(standstillLimitMs)
  expect(isRunning(victim.pid)).toBe(false)
  await expect.poll(() => stack.childrenOf('transcoder', /ffmpeg/).length).toBeGreaterThanOrEqual(2)
})

test('kill -9 a media worker: the show goes on within ten seconds [CARD-004]', async ({ stack }) => {
  test.setTimeout(90_000)
  const [victim] = stack.childrenOf('sfu', /mediasoup-worker/)
  if (!victim) throw new Error('no media worker runs')
  process.kill(victim.pid, 'SIGKILL')
  const seen = await follow('camera', 12, 60)
  await noteFigures(test.info(), seen)
  expect(seen.advancedTicks).toBeGreaterThanOrEqual(12 * ticksPerSecond)
  expect(seen.longestStandstillMs).toBeLessThan(standstillLimitMs)
  expect(isRunning(victim.pid)).toBe(false)
  await timeToSee(screenShown, () => viewer.feedButton('Screen').click(), 20_000)
  // The picture is current: the latency has not grown.
  await expect
    .poll(async () => counterAt(screen, Date.now()) - ((await viewer.picture())?.code?.counter ?? 0), { timeout: 30_000 })
    .toBeLessThan(15 * ticksPerSecond)
  expect(await stillTheSamePage()).toBe(true)
})

test('the organizer ends with a confirmation; the viewer sees that it is finished [LIVE-002, PLY-005]', async ({ stack }) => {
  test.setTimeout(90_000)
  await studio.end()
  endedAtMs = Date.now()
  await expect(studio.summary()).toBeVisible({ timeout: 20_000 })
  const state = await stack.knex('broadcasts').where({ product_id: show.product.id })
  expect(state).toMatchObject([{ state: 'ended', end_reason: 'organizer' }])
  await expect(viewer.page.getByRole('heading', { level: 1, name: word('player', 'state.finishedWithRecording.title') })).toBeVisible({
    timeout: 45_000,
  })
})

test('the sale stands in the sales of the organizer [PROD-047]', async ({ browserFor }) => {
  const { context } = await browserFor('seller')
  const page = await context.newPage()
  await preferEnglish(page)
  await viewerAt(page).logIn(show.organizer)
  await page.goto('/account/sales')
  await page.getByRole('row', { name: new RegExp(show.product.title) }).click()
  await expect(page.getByRole('dialog', { name: word('salesTable', 'detail') })).toContainText(fan.email)
})

test('the recording plays from its first to its last second [CARD-029]', async ({ stack }) => {
  test.setTimeout(120_000)
  const { feeds } = await recordingOf(stack)
  const absolute = feeds.map((feed) => ({ ...feed, masterUrl: new URL(feed.masterUrl, stack.origin).href }))
  const ends = await listEnds(absolute, endedAtMs)
  await noteFigures(test.info(), { ends })
  await viewer.page.getByRole('button', { name: word('player', 'state.watchRecording') }).click()
  await expect.poll(async () => (await viewer.picture())?.code, { timeout: 30_000 }).toMatchObject({ run })
  expect((await viewer.picture())?.positionSec).toBeLessThan(8)
  await timeToSee(screenShown, () => viewer.feedButton('Screen').click(), 15_000)
  const first = await viewer.picture()
  // Its first seconds were captured when the show began …
  expect(captureTime(first?.code?.counter) - liveAtMs).toBeLessThan(12_000 + (first?.positionSec ?? 0) * 1000)
  await viewer.toNineTenths()
  await expect
    .poll(async () => (await viewer.picture())?.code?.counter ?? 0, { timeout: 20_000 })
    .toBeGreaterThan((first?.code?.counter ?? 0) + 30 * ticksPerSecond)
  await expect(viewer.page.getByText(word('player', 'overlay.ended'))).toBeVisible({ timeout: 60_000 })
  // … and its last frame when the organizer pressed the button.
  await expect
    .poll(async () => Math.abs(endedAtMs - captureTime((await viewer.picture())?.code?.counter)), {
      timeout: 10_000,
      message: JSON.stringify(ends),
    })
    .toBeLessThan(4_000)
})

test('an independent client agrees: rungs, durations, key frames, sound in time with the picture [VID-011]', async ({ stack }) => {
  test.setTimeout(180_000)
  const { feeds, durationMs } = await recordingOf(stack)
  expect(feeds.map((feed) => feed.rungs.length > 0)).toEqual([true, true])
  const figures = await checkRecording({
    feeds: feeds.map((feed) => ({ ...feed, masterUrl: new URL(feed.masterUrl, stack.origin).href })),
    folder: test.info().outputPath(),
    run,
    screen,
    liveAtMs,
    endedAtMs,
    durationMs,
  })
  await noteFigures(test.info(), { figures })
})

test('an MP4 of each feed exists, with its duration and size, and plays [LIVE-013, CARD-007]', async ({ stack }) => {
  test.setTimeout(120_000)
  const token = await logIn(stack, show.organizer)
  const list = async () => (await call<{ items: Recording[] }>(stack, `GET /recordings?product=${show.product.slug}`, { token })).body.items
  await expect.poll(async () => (await list())[0]?.files.map((file) => file.state), { timeout: 60_000 }).toEqual(['ready', 'ready'])
  const [recording] = await list()
  await expectMp4s(stack, recording)
})

async function expectMp4s(stack: Stack, recording: Recording | undefined): Promise<void> {
  const { feeds } = await recordingOf(stack)
  for (const file of recording?.files ?? []) {
    expect(file.sizeBytes).toBeGreaterThan(100_000)
    // Each feed has lost its own seconds to the kills: the file is as long as its own playlist, but for a segment that
    // each killed run may have more of sound.
    const { variants } = await fetchMaster(new URL(feeds.find(({ id }) => id === file.feedId)?.masterUrl ?? '', stack.origin).href)
    const list = await fetchPlaylist(variants[0]?.url ?? '')
    // The first picture's file is the whole show, with siblings where it was away; the others hold what they sent
    // themselves.
    const segments = file === recording?.files[0] ? list.segments : list.segments.filter(({ url }) => url.includes(file.feedId))
    const listedMs = durationOf({ ...list, segments }) * 1000
    expect(Math.abs(file.durationMs - listedMs)).toBeLessThan(4_000)
    await checkMp4({
      url: new URL(file.mp4Url ?? '', stack.origin).href,
      durationMs: file.durationMs,
      run,
      folder: test.info().outputPath(),
    })
  }
}

async function recordingOf(stack: Stack): Promise<{ feeds: PlaybackFeed[]; durationMs: number }> {
  const { body } = await getPlayback(stack, show.product.slug, { token: await logIn(stack, show.organizer) })
  const { recording } = body as Extract<Playback, { state: 'finished' }>
  if (!recording) throw new Error('there is no recording')
  return { feeds: recording.feeds, durationMs: recording.durationMs ?? 0 }
}

function follow(source: 'camera' | 'screen', seconds: number, timeoutSec = 30) {
  return followPicture(viewer.picture, { run, source, ticks: seconds * ticksPerSecond, timeoutMs: timeoutSec * 1000 })
}

/** Milliseconds from an action to a picture on screen. */
async function timeToSee(what: { run: number; source: string }, act: () => Promise<void>, timeout = 15_000): Promise<number> {
  const startedMs = Date.now()
  await act()
  await expect.poll(async () => (await viewer.picture())?.code, { timeout, intervals: [50] }).toMatchObject(what)
  return Date.now() - startedMs
}

function captureTime(counter: number | undefined): number {
  return screen.epochMs + ((counter ?? 0) * 1000) / ticksPerSecond
}

async function stillTheSamePage(): Promise<boolean> {
  return viewer.page.evaluate(() => 'stillTheSamePage' in globalThis)
}

async function pageOf(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage()
}

async function keepEvidence(browser: OwnBrowser | undefined, name: string, info: TestInfo): Promise<void> {
  for (const [index, page] of (browser?.context.pages() ?? []).entries()) {
    await page.screenshot({ path: info.outputPath(`${name}-${index}.png`), timeout: 10_000 }).catch(() => undefined)
    await noteFigures(info, { evidence: name, videos: await describeVideos(page).catch(() => []) })
  }
  await info.attach(`${name} console`, { body: browser?.lines.join('\n') ?? '', contentType: 'text/plain' })
}
