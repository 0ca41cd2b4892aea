import type { TestInfo } from 'playwright/test'
import type { Broadcast } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { call, getPlayback, logIn } from '../support/api-calls.ts'
import { openBrowser, openPerson, type OwnBrowser } from '../support/browsers.ts'
import { writeCameraFiles } from '../support/camera-file.ts'
import { decodePictures } from '../support/decode-media.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { fetchMaster } from '../support/hls-client.ts'
import { addShow, addViewer, giveTicket, type Person, type Show } from '../support/people.ts'
import { maxRun, ticksPerSecond } from '../support/picture-code.ts'
import { spans, stepsBack, toLook, watchClock, worstStepBack, type Watch } from '../support/show-clock.ts'
import type { Stack } from '../support/stack.ts'
import { captureArgs, studioAt, type StudioPage } from '../support/studio.ts'
import { preferEnglish, viewerAt, type ViewerPage } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// The two journeys of the review: the show goes on from a second laptop while somebody watches, and its recording is
// one show. Every camera's picture carries the number of its device and a clock, both read from the pixels.
test.describe.configure({ mode: 'serial' })

/** The devices' cameras: the first one's run, and the next two. */
const run = Math.floor(Math.random() * (maxRun - 3))
const filmTicks = 240 * ticksPerSecond
const cameraLabel = word('studio', 'sources.cameraN').replace('{n}', '1')
const takeOverLimitMs = 10_000
/** A picture that is decoded twice or out of its turn by one: more is an old second shown again. */
const backLimitTicks = 2
/** The second laptop's page is loaded anew once, which opens its camera anew. */
const reloads = 1

let show: Show
let fan: Person
let viewer: ViewerPage
let audience: OwnBrowser
let watch: Watch
const devices: { browser: OwnBrowser; studio: StudioPage }[] = []
let feedId = ''
let liveAtMs = 0
let lostAtMs = 0
let backAtMs = 0
let endedAtMs = 0
/** How long nothing was sent while the second laptop's page was loaded anew. */
let reloadMs = 0

test.beforeAll(async ({ stack, chromium }) => {
  test.setTimeout(120_000)
  show = await addShow(stack, { sessions: [{ fromMin: -5, toMin: 80 }], product: { title: 'The show of two laptops' } })
  fan = await addViewer(stack)
  await giveTicket(stack, fan, show.product)
  audience = await openPerson(chromium, { baseUrl: stack.origin })
})

test.afterEach(async ({ stack: _stack }, info) => {
  if (info.status === info.expectedStatus) return
  await keepEvidence(audience, 'audience', info)
  for (const [index, { browser }] of devices.entries()) await keepEvidence(browser, `device-${index}`, info)
})

test.afterAll(async () => {
  await watch?.stop()
  await Promise.all([audience?.close(), ...devices.map(({ browser }) => browser.close().catch(() => undefined))])
})

test('a viewer watches the show of the first laptop', async ({ stack }, info) => {
  test.setTimeout(150_000)
  const { studio } = await openDevice(stack, info, 0)
  await studio.addCamera()
  await expect.poll(async () => (await studio.picture('preview'))?.code, { timeout: 20_000 }).toMatchObject({ run })
  await studio.goLive()
  await expect.poll(studio.state, { timeout: 30_000 }).toBe('onair')
  liveAtMs = Date.now()
  const page = audience.context.pages()[0] ?? (await audience.context.newPage())
  await preferEnglish(page)
  viewer = viewerAt(page)
  await viewer.logIn(fan)
  await page.goto(`/player/${show.product.slug}`)
  await expect.poll(async () => (await viewer.picture())?.code?.run, { timeout: 45_000 }).toBe(run)
  watch = watchClock(viewer.picture, run)
  await expect.poll(() => seenTicks(0), { timeout: 40_000 }).toBeGreaterThan(12 * ticksPerSecond)
  const [feed] = (await read(stack)).feeds
  expect(feed).toMatchObject({ state: 'live', label: cameraLabel })
  feedId = feed?.id ?? ''
})

test('the first laptop dies; the second one continues the same feed within ten seconds of the press', async ({ stack }, info) => {
  test.setTimeout(180_000)
  const second = await openDevice(stack, info, 1, { clockAheadMs: 3_600_000 })
  // The first one still sends: its seat is offered with that word, and nothing is taken without a question.
  await expect(second.studio.moveHere(cameraLabel)).toBeVisible()
  await kill(devices[0]?.browser)
  lostAtMs = Date.now()
  await expect(second.studio.continueHere(cameraLabel)).toBeVisible({ timeout: 20_000 })
  expect(await read(stack)).toMatchObject({ state: 'interrupted', feeds: [{ id: feedId, state: 'interrupted' }] })
  expect(await second.studio.state()).toBe('offline')
  // A clock of this laptop that is an hour ahead says nothing about since when.
  await expect(second.studio.page.getByText(pastSeconds)).toBeVisible()

  const pressedMs = Date.now()
  await second.studio.continueHere(cameraLabel).click()
  await expect.poll(second.studio.state, { timeout: takeOverLimitMs, intervals: [100] }).toBe('onair')
  const onAirAfterMs = Date.now() - pressedMs
  await expect.poll(async () => (await read(stack)).state, { timeout: takeOverLimitMs, intervals: [100] }).toBe('on_air')
  backAtMs = Date.now()
  const { feeds } = await read(stack)
  expect(feeds.map(({ id, state, label }) => [id, state, label])).toEqual([[feedId, 'live', cameraLabel]])
  expect(backAtMs - pressedMs).toBeLessThan(takeOverLimitMs)

  // The viewer is back at the living picture.
  await expect.poll(() => seenTicks(1), { timeout: 40_000 }).toBeGreaterThan(8 * ticksPerSecond)
  const seenAfterMs = (watch.looks.find(({ device }) => device === 1)?.atMs ?? 0) - backAtMs
  await noteFigures(info, {
    onAirAfterMs,
    onAirAtPlatformAfterMs: backAtMs - pressedMs,
    seenAfterMs,
  })
  // A reload keeps the seat.
  const reloadedMs = Date.now()
  await second.studio.page.reload()
  await expect.poll(second.studio.state, { timeout: 30_000, intervals: [100] }).toBe('onair')
  reloadMs = Date.now() - reloadedMs
  // The media server tells the studio and the platform at the same time.
  const states = async () => (await read(stack)).feeds.map(({ id, state }) => [id, state])
  await expect.poll(states, { timeout: takeOverLimitMs, intervals: [100] }).toEqual([[feedId, 'live']])
})

test('while it sends, a third device moves the feed only after the question; the second is told and does not fight', async ({
  stack,
}, info) => {
  test.setTimeout(180_000)
  const third = await openDevice(stack, info, 2)
  await third.studio.addCamera()
  await third.studio.moveHere(cameraLabel).click()
  const question = third.studio.page.getByRole('dialog')
  await expect(question).toContainText(`${cameraLabel}” is being sent from another device. Move it here?`)
  expect((await read(stack)).feeds).toMatchObject([{ id: feedId, state: 'live' }])
  await question.getByRole('button', { name: word('studio', 'seats.confirm'), exact: true }).click()
  await expect.poll(third.studio.state, { timeout: takeOverLimitMs, intervals: [100] }).toBe('onair')
  const second = devices[1]
  await expect(second!.studio.page.getByText(word('studio', 'banner.movedAll'))).toBeVisible()
  expect(await second!.studio.state()).toBe('offline')
  await expect.poll(() => seenTicks(2), { timeout: 40_000 }).toBeGreaterThan(8 * ticksPerSecond)
  expect((await read(stack)).feeds.map(({ id, state }) => [id, state])).toEqual([[feedId, 'live']])
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${stack.env['SFU_PORT']}/metrics`)).text()).toMatch(/^sfu_producers 2$/m)
  await watch.stop()
})

test('the recording is one show: its clock rises from the first picture to the last, and it is as long as the show less the gap', async ({
  stack,
}, info) => {
  test.setTimeout(180_000)
  await devices[2]!.studio.end()
  endedAtMs = Date.now()
  await expect(devices[2]!.studio.summary()).toBeVisible({ timeout: 20_000 })
  const token = await logIn(stack, show.organizer)
  const recording = async () => {
    const { body } = await getPlayback(stack, show.product.slug, { token })
    return (body as Extract<Playback, { state: 'finished' }>).recording
  }
  await expect.poll(async () => (await recording())?.durationMs ?? 0, { timeout: 40_000 }).toBeGreaterThan(0)
  const found = await recording()
  expect(found?.feeds.map(({ id }) => id)).toEqual([feedId])
  const { variants } = await fetchMaster(new URL(found?.feeds[0]?.masterUrl ?? '', stack.origin).href)
  const pictures = await decodePictures(variants.at(-1)?.url ?? '')
  const looks = pictures.flatMap(({ code, atSec }) => (code ? [toLook(code, run, atSec * 1_000)] : []))
  expect(looks.length).toBeGreaterThan(pictures.length * 0.95)
  const seen = spans(looks)
  const showMs = endedAtMs - liveAtMs - (backAtMs - lostAtMs) - reloadMs
  const durationMs = found?.durationMs ?? 0
  await noteFigures(info, { durationMs, showMs, reloadMs, backTicks: worstStepBack(looks, reloads), spans: [...seen] })
  expect([...seen.keys()]).toEqual([0, 1, 2])
  expect(worstStepBack(looks, reloads)).toBeLessThanOrEqual(backLimitTicks)
  expect(Math.abs(durationMs - showMs)).toBeLessThan(10_000)
  // The recording holds what the cameras filmed while they were on air.
  expect((seen.get(0)?.last ?? 0) - (seen.get(0)?.first ?? 0)).toBeGreaterThan(((lostAtMs - liveAtMs) / 1_000 - 6) * ticksPerSecond)
})

test('what the viewer saw on the way never went back: no old second was shown again', async ({ stack: _stack }, info) => {
  const back = stepsBack(watch.looks, reloads).filter(({ ticks }) => ticks > backLimitTicks)
  const told = back.map((step) => ({ ...step, sinceLostMs: step.atMs - lostAtMs }))
  await noteFigures(info, { looks: watch.looks.length, back: told.slice(0, 20), backTicks: worstStepBack(watch.looks, reloads) })
  expect(told).toEqual([])
})

/** "No signal for 0:07": some seconds, not an hour and not a negative time. */
const pastSeconds = new RegExp(word('studio', 'seats.lost').replace('{time}', String.raw`0:[0-5]\d`))

async function openDevice(stack: Stack, info: TestInfo, device: number, options: { clockAheadMs?: number } = {}) {
  const camera = await writeCameraFiles(info.project.outputDir, run + device, {
    name: `device-${device}`,
    ticks: filmTicks,
    size: '640x360',
    format: 'mjpeg',
  })
  const browser = await openBrowser({
    baseUrl: stack.origin,
    args: captureArgs(camera),
    permissions: ['camera', 'microphone'],
    viewport: { width: 1280, height: 800 },
  })
  if (options.clockAheadMs) await browser.context.addInitScript(moveClock, options.clockAheadMs)
  const page = await browser.context.newPage()
  await preferEnglish(page)
  const made = { browser, studio: studioAt(page) }
  devices[device] = made
  await made.studio.logIn(show.organizer)
  await made.studio.openDesk(show.product.title)
  return made
}

/** Runs in the page: this laptop believes that it is another time. */
function moveClock(byMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + byMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: []) => (args.length === 0 ? new target(now()) : new target(...args)),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** The laptop's battery is empty: nothing is said to anybody. */
async function kill(browser: OwnBrowser | undefined): Promise<void> {
  const page = browser?.context.pages().at(-1)
  if (!browser || !page) throw new Error('there is no browser to kill')
  const session = await browser.context.newCDPSession(page)
  const gone = new Promise<void>((resolve) => browser.context.once('close', () => resolve()))
  await Promise.race([session.send('Browser.crash').catch(() => undefined), gone])
  await gone
}

function seenTicks(device: number): number {
  const span = spans(watch.looks).get(device)
  return span ? span.last - span.first : 0
}

async function read(stack: Stack): Promise<Broadcast> {
  token ??= await logIn(stack, show.organizer)
  return (await call<Broadcast>(stack, `GET /broadcasts/${show.product.slug}`, { token })).body
}
let token: string | undefined

async function keepEvidence(browser: OwnBrowser | undefined, name: string, info: TestInfo): Promise<void> {
  for (const [index, page] of (browser?.context.pages() ?? []).entries())
    await page.screenshot({ path: info.outputPath(`${name}-${index}.png`), timeout: 10_000 }).catch(() => undefined)
  await info.attach(`${name} console`, { body: browser?.lines.join('\n') ?? '', contentType: 'text/plain' })
}
