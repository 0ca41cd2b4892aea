import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { getPlayback, logIn, sayInChat } from '../support/api-calls.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { clockDifferenceMs, driftsDuring, readClocks, spreadOf, watchClock, type Spread } from '../support/clock-pictures.ts'
import { expect, test } from '../support/e2e.ts'
import { openFeedsShow, type FeedsShow } from '../support/feeds-lab.ts'
import { noteFigures } from '../support/figures.ts'
import { maxCounter } from '../support/picture-code.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { describeVideos } from '../support/pixels.ts'
import { recordedSound } from '../support/recorded-sound.ts'
import { preferEnglish, viewerAt, type ViewerPage } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// Two feeds of one clock, drawn into their pictures: one is passed on as it comes (H264), the other one encoded (VP8),
// and it began some seconds later. Both were interrupted once. Their pictures are read from the pixels of both video
// elements in one instant.
let studio: OwnBrowser
let audience: OwnBrowser
let show: FeedsShow
let viewer: ViewerPage
let page: Page
let first: FeedId
let second: FeedId
let hasBothForSec: () => number

/** The browser captures the drawn picture 30 times a second. */
const frameMs = 33

const inStep = () => page.getByText('The 2 feeds are in step', { exact: true })
const stage = () => page.getByRole('region', { name: word('player', 'stage'), exact: true })
const worst = (readings: readonly number[]) => readings.reduce((most, one) => Math.max(most, Math.abs(one)), 0)

/** Text frames of the page's websockets. */
const frames: string[] = []

test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  ;[studio, audience] = await Promise.all([openBrowser({ baseUrl: stack.origin }), openBrowser({ baseUrl: stack.origin })])
  show = await openFeedsShow(stack, studio, 'Two cameras, one clock')
  first = await show.publish({ label: 'Stage', codec: 'h264', hasSound: true })
  await show.until([first])
  second = await show.publish({ label: 'Hall', codec: 'vp8', hasSound: true })
  await show.until([first, second])
  const bothSince = Date.now()
  hasBothForSec = () => (Date.now() - bothSince) / 1000
  // A new run of each: another start, a discontinuity, a gap in programme time.
  const killed = stack.childrenOf('transcoder', /ffmpeg/).map(({ pid }) => pid)
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  const isNew = ({ pid }: { pid: number }) => !killed.includes(pid)
  await expect.poll(() => stack.childrenOf('transcoder', /ffmpeg/).filter(isNew).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  page = await audience.context.newPage()
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await preferEnglish(page)
  viewer = viewerAt(page)
  await viewer.logIn(show.fan)
})

test.afterEach(async ({ stack: _stack }, info) => {
  if (info.status === info.expectedStatus) return
  await writeFile(info.outputPath('videos.json'), JSON.stringify(await describeVideos(page), null, 2))
  await page.screenshot({ path: info.outputPath('viewer.png') })
})

test.afterAll(async () => {
  await show?.end()
  await Promise.all([studio?.close(), audience?.close()])
})

async function measure(where: string, seconds: number): Promise<Spread> {
  // The player says that it is in step: from then on it has to be.
  await expect(inStep()).toBeVisible({ timeout: 15_000 })
  const spread = spreadOf(await driftsDuring(page, seconds))
  await noteFigures(test.info(), { [where]: spread })
  expect(spread.count, where).toBeGreaterThan(seconds * 3)
  expect(spread.medianMs, where).toBeLessThanOrEqual(100)
  // Dates of the programme are up to two frames off, and each picture is read to a frame.
  expect(spread.p95Ms, where).toBeLessThan(4.5 * frameMs)
  return spread
}

async function openPlayer(): Promise<void> {
  if (page.url().endsWith(show.slug)) return
  await page.goto(`/player/${show.slug}`)
  await expect.poll(async () => (await readClocks(page)).leader, { timeout: 30_000 }).not.toBeNull()
}

test('somebody who joins late is brought to the live edge without playing faster than 1.05', async () => {
  await openPlayer()
  const seen = await watchClock(page, 6)
  expect(Math.max(...seen.map(({ rate }) => rate))).toBeLessThanOrEqual(1.05)
  const behindMs = () => readClocks(page).then(({ now, leader }) => (leader === null ? Infinity : clockDifferenceMs(now, leader)))
  await expect.poll(behindMs, { timeout: 20_000 }).toBeLessThan(7_000)
  await noteFigures(test.info(), { behindMs: await behindMs() })
  // One feed, picture and sound: nothing to say of two.
  await expect(inStep()).toHaveCount(0)
})

/** From the press to the other feed's picture by the page's own clock, and how far that is from the sound's moment. */
async function switchTo(button: Locator): Promise<{ afterMs: number; apartMs: number }> {
  await page.evaluate(() => {
    const look = (sinceMs: number) => {
      const isShown = document.querySelector<HTMLVideoElement>('video[data-role="follower"]')?.style.opacity === '1'
      if (isShown) document.body.dataset['switchedAfterMs'] = `${performance.now() - sinceMs}`
      else requestAnimationFrame(() => look(sinceMs))
    }
    delete document.body.dataset['switchedAfterMs']
    addEventListener('click', () => look(performance.now()), { once: true, capture: true })
  })
  await button.click()
  const readMs = () => page.evaluate(() => Number(document.body.dataset['switchedAfterMs'] ?? Infinity))
  await expect.poll(readMs, { intervals: [20] }).toBeLessThan(15_000)
  const { leader, follower } = await readClocks(page)
  return { afterMs: await readMs(), apartMs: leader === null || follower === null ? Number.NaN : clockDifferenceMs(follower, leader) }
}

test('two feeds are in step at the live edge, in DVR, paused, after seeks, and it is said only then', async () => {
  test.setTimeout(120_000)
  await openPlayer()
  const hall = viewer.feedButton('Hall')
  const switches = [await switchTo(hall)]
  const rules = () => page.evaluate(() => [...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0))
  const before = await rules()
  await measure('live', 8)
  // A still that has loaded may have a look of its own; what moves with the time has none.
  expect(await rules()).toBeLessThan(before + 10)
  // Going back by steps has to stay where there were two of them.
  await expect.poll(hasBothForSec, { timeout: 60_000 }).toBeGreaterThan(42)
  for (const key of ['', 'j']) {
    await viewer.feedButton('Stage').click()
    if (key) await page.keyboard.press(key)
    switches.push(await switchTo(hall))
  }
  await noteFigures(test.info(), { switches })
  // One of three may meet an encoder or a garbage collection of this busy machine; the moment is kept by all of them.
  const afterMs = switches.map((one) => one.afterMs).toSorted((a, b) => a - b)
  expect(afterMs[1], JSON.stringify(switches)).toBeLessThan(1_000)
  for (const { apartMs } of switches) expect(Math.abs(apartMs), JSON.stringify(switches)).toBeLessThanOrEqual(300)
  await measure('DVR', 4)
  await page.keyboard.press('k')
  await expect.poll(async () => (await readClocks(page)).paused).toBe(true)
  await measure('paused', 1)
  // Somebody who looks at the other camera of a paused instant sees that instant.
  await viewer.feedButton('Stage').click()
  await expect(inStep()).toHaveCount(0)
  await hall.click()
  await measure('paused, then switched', 1)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await measure('paused, then sought', 1)
  await page.keyboard.press('k')
  await page.keyboard.press('l')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('j')
  await measure('after seeks', 4)
  // At the very beginning there was only one of them: its picture plays.
  await page.keyboard.press('0')
  // A position older than a quarter of a minute is not called live.
  const badge = (key: string) => stage().getByText(word('player', key), { exact: true })
  await expect(badge('behind')).toBeVisible()
  await expect(badge('live')).toHaveCount(0)
  const beganAt = async () => (await readClocks(page)).leader ?? Number.NaN
  await expect.poll(async () => (await viewer.picture())?.positionSec).toBeLessThan(5)
  // A picture that is just sought has no clock to read yet.
  await expect.poll(beganAt).not.toBeNaN()
  const early = await beganAt()
  await expect.poll(async () => clockDifferenceMs(await beganAt(), early)).toBeGreaterThan(1_000)
  await viewer.backToLive()
  await expect(badge('live')).toBeVisible()
  await expect(badge('behind')).toHaveCount(0)
  await measure('live again', 4)
})

test('picture and cameras have their room at every width, in the theatre, too', async () => {
  test.setTimeout(60_000)
  await openPlayer()
  const edges = async () => {
    const boxes = await Promise.all([stage(), ...(await viewer.feedButtons().all())].map((one) => one.boundingBox()))
    return boxes.map((box) => ({
      left: box?.x ?? -1,
      right: (box?.x ?? 0) + (box?.width ?? 0),
      bottom: (box?.y ?? 0) + (box?.height ?? 0),
    }))
  }
  for (const width of [320, 600, 960, 1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => layoutFaults(page), { message: `${width}`, timeout: 5_000 }).toEqual([])
    const [picture, ...cameras] = await edges()
    expect(cameras).toHaveLength(2)
    expect(
      [picture?.left ?? -1, width - (picture?.right ?? Infinity)].every((room) => room >= 0),
      `${width}`,
    ).toBe(true)
    for (const { left } of cameras) expect(left, `${width}`).toBeGreaterThanOrEqual(8)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('t')
  await expect.poll(async () => (await stage().boundingBox())?.width).toBe(await page.evaluate(() => document.documentElement.clientWidth))
  await expect.poll(() => layoutFaults(page), { timeout: 5_000 }).toEqual([])
  const [picture, ...cameras] = await edges()
  expect(picture?.left).toBe(0)
  // Both cameras are seen whole, apart from the window's edge.
  for (const { left, right, bottom } of cameras) {
    expect(left).toBeGreaterThanOrEqual(8)
    expect(right).toBeLessThanOrEqual(1432)
    expect(bottom).toBeLessThanOrEqual(900)
  }
  await page.screenshot({ path: test.info().outputPath('theatre.png') })
  await page.keyboard.press('t')
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('the chat arrives within two seconds, and behind live it is the chat of that moment [PLY-002] [PLY-017]', async ({ stack }) => {
  test.setTimeout(60_000)
  await openPlayer()
  const panel = page.getByRole('region', { name: word('chat', 'title'), exact: true })
  const line = (text: string) => panel.getByRole('article').filter({ hasText: text })
  const input = panel.getByRole('textbox', { name: word('chat', 'composer.label') })
  await expect(input).toBeEnabled()
  await input.fill('Good evening from Vigo')
  await input.press('Enter')
  await expect(line('Good evening from Vigo')).toBeVisible({ timeout: 2_000 })
  const token = await logIn(stack, show.fan)
  await expect.poll(async () => (await sayInChat(stack, show.slug, 'What a song', token)).status).toBe(201)
  await expect(line('What a song')).toBeVisible({ timeout: 2_000 })
  await page.screenshot({ path: test.info().outputPath('chat.png') })
  // The picture stands before the moment of what is said now: it is not told to somebody who is behind.
  await stage().click()
  await expect.poll(async () => (await readClocks(page)).paused).toBe(true)
  await page.keyboard.press('j')
  await expect(panel.getByText(word('chat', 'replay'))).toBeVisible()
  await expect.poll(async () => (await sayInChat(stack, show.slug, 'The encore comes', token)).status).toBe(201)
  await expect(line('What a song')).toHaveCount(0)
  await expect.poll(() => frames.some((frame) => frame.includes('The encore comes')), { timeout: 2_000 }).toBe(true)
  await expect(line('The encore comes')).toHaveCount(0)
  await page.keyboard.press('k')
  await viewer.backToLive()
  await expect(line('The encore comes')).toBeVisible()
})

test('an earlier moment is watched at twice the speed until live, both feeds in step, and the statistics say so', async () => {
  await openPlayer()
  await expect.poll(hasBothForSec, { timeout: 60_000 }).toBeGreaterThan(50)
  await viewer.backToLive()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  const stats = page.getByRole('region', { name: word('player', 'stats.title') })
  await expect(stats).toContainText('1×')
  await viewer.chooseSpeed('2×')
  const rate = async () => (await watchClock(page, 0.4)).at(-1)?.rate ?? 0
  await expect.poll(rate).toBeGreaterThanOrEqual(1.9)
  await expect(stats).toContainText('2×')
  await expect(viewer.controls.live).toHaveText(word('player', 'atLive'), { timeout: 30_000 })
  await expect.poll(rate).toBeLessThanOrEqual(1.05)
  await expect(stats).toContainText('1×')
  await page.keyboard.press('i')
  await expect(stats).toHaveCount(0)
})

test('the moment that is pointed at on the seek bar is seen before it is gone to, of a live show, too', async () => {
  test.setTimeout(90_000)
  await openPlayer()
  await expect.poll(hasBothForSec, { timeout: 60_000 }).toBeGreaterThan(42)
  await page.keyboard.press('k')
  await expect.poll(async () => (await readClocks(page)).paused).toBe(true)
  const bar = await page
    .getByRole('slider', { name: word('player', 'controls.position') })
    .locator('xpath=../..')
    .boundingBox()
  if (!bar) throw new Error('the seek bar has no place')
  for (const share of [0.3, 0.6]) {
    const place = [bar.x + bar.width * share, bar.y + bar.height / 2] as const
    await page.mouse.move(...place)
    // A seek that is under way has no readable end: the picture has to stand.
    const pointed = await standing(async () => (await readClocks(page)).pointed)
    const { shown } = await readClocks(page)
    expect(Math.abs(clockDifferenceMs(pointed, shown ?? pointed))).toBeGreaterThan(3_000)
    await page.screenshot({ path: test.info().outputPath(`pointed-${share}.png`) })
    await page.mouse.click(...place)
    await expect.poll(async () => clockDifferenceMs((await readClocks(page)).shown ?? 0, pointed), { timeout: 10_000 }).toBeLessThan(1_500)
    const there = await standing(async () => (await readClocks(page)).shown)
    await noteFigures(test.info(), { [`pointed at ${share}`]: clockDifferenceMs(there, pointed) })
    // However long one looked, and the bar grew: the moment that was seen is the one that is gone to.
    expect(Math.abs(clockDifferenceMs(there, pointed))).toBeLessThan(200)
    await viewer.backToLive()
    await page.keyboard.press('k')
  }
  await page.mouse.move(bar.x, bar.y - 200)
  await expect(page.getByTestId('seek-picture')).toHaveCount(0)
  await page.keyboard.press('k')
  await viewer.backToLive()
})

/** Value on which three readings in a row agree. */
async function standing(read: () => Promise<number | null>): Promise<number> {
  let last: (number | null)[] = []
  await expect
    .poll(
      async () => {
        last = [...last, await read()].slice(-3)
        return last.length === 3 && last.every((one) => one !== null && one === last[0])
      },
      { timeout: 15_000, intervals: [150] },
    )
    .toBe(true)
  return last[0] ?? Number.NaN
}

test('the feed on screen dies: within five seconds the other one is there, nothing is seen twice, and it comes back', async () => {
  test.setTimeout(120_000)
  await openPlayer()
  await viewer.feedButton('Stage').click()
  await expect(viewer.feedButton('Stage')).toHaveAttribute('aria-pressed', 'true')
  await expect(inStep()).toHaveCount(0)
  const note = page.getByText(pattern(word('player', 'feeds.standIn')))
  const watched = watchClock(page, 14)
  const killedAtMs = Date.now()
  await show.kill(first)
  await expect(note).toBeVisible({ timeout: 5_000 })
  const movedAfterMs = Date.now() - killedAtMs
  await page.screenshot({ path: test.info().outputPath('stand-in.png') })
  const seen = (await watched).flatMap(({ shown }) => (shown === null ? [] : [shown]))
  const steps = seen.slice(1).map((clock, index) => clockDifferenceMs(clock, seen[index] ?? clock))
  await noteFigures(test.info(), { movedAfterMs, backMs: Math.min(...steps), leapMs: Math.max(...steps) })
  // A frame of either feed may be a little older than the last one of the other: that is what in step means.
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(-100)
  expect(worst(steps.slice(-15))).toBeGreaterThan(0)

  await show.publish({ feedId: first, label: 'Stage', codec: 'h264', hasSound: true })
  await expect(note).toHaveCount(0, { timeout: 30_000 })
  await expect(viewer.feedButton('Stage')).toHaveAttribute('aria-pressed', 'true')
  const { shown, now } = await readClocks(page)
  expect(shown === null ? Infinity : clockDifferenceMs(now, shown)).toBeLessThan(12_000)
})

test('both die: the last picture stays, for as long as nothing comes', async () => {
  test.setTimeout(90_000)
  await openPlayer()
  const watched = watchClock(page, 22)
  await show.kill(first)
  await show.kill(second)
  await expect(page.getByText(word('player', 'overlay.reconnecting'))).toBeVisible({ timeout: 15_000 })
  // Not a red badge, either: nothing is live.
  await expect(page.getByText(word('player', 'live'), { exact: true })).toHaveCount(0)
  const seen = (await watched).flatMap(({ shown }) => (shown === null ? [] : [shown]))
  const steps = seen.slice(1).map((clock, index) => clockDifferenceMs(clock, seen[index] ?? clock))
  await noteFigures(test.info(), { backMs: Math.min(...steps) })
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(-40)
  expect(seen.at(-1)).toBe(seen.at(-20))

  // The same feed, a new run after a gap: on it goes, at the new edge.
  await show.publish({ feedId: first, label: 'Stage', codec: 'h264', hasSound: true })
  const behindMs = async () => {
    const { shown, now } = await readClocks(page)
    return shown === null ? Infinity : clockDifferenceMs(now, shown)
  }
  await expect.poll(behindMs, { timeout: 25_000 }).toBeLessThan(10_000)
})

test('in the recording every beep of both feeds is heard at its own moment', async ({ stack }) => {
  test.setTimeout(120_000)
  const nearMs = Date.now()
  // A retry begins with a show of its own: every run of it has to be long enough for three beeps.
  await expect.poll(hasBothForSec, { timeout: 60_000 }).toBeGreaterThan(30)
  await show.end()
  const recorded = async () => {
    const { body } = await getPlayback(stack, show.slug, { token: await logIn(stack, show.organizer) })
    return body.state === 'finished' ? (body.recording?.feeds ?? []) : []
  }
  await expect.poll(async () => (await recorded()).length, { timeout: 30_000 }).toBe(2)
  for (const feed of await recorded()) {
    const address = { ...feed, masterUrl: new URL(feed.masterUrl, stack.origin).href }
    const lateMs = await recordedSound(address, { folder: test.info().outputPath(), nearMs, periodMs: maxCounter })
    await noteFigures(test.info(), { [feed.label]: lateMs })
    expect(lateMs.length, feed.label).toBeGreaterThan(0)
    // Nobody notices 45 ms early and 125 ms late (ITU-R BT.1359); the drawn picture itself is up to a frame late.
    expect(Math.min(...lateMs), feed.label).toBeGreaterThan(-45 - frameMs)
    expect(Math.max(...lateMs), feed.label).toBeLessThan(125)
  }
})
