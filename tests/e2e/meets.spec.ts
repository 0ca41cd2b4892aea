import type { Page } from 'playwright/test'
import type { OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow, addViewer, giveTicket, type Person } from '../support/people.ts'
import type { Stack } from '../support/stack.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// Meetings with browsers of their own, whose cameras and microphones Chromium plays: a moving picture and a beep.
const cameraArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

type BrowserFor = (name: string, options?: { args?: readonly string[] }) => Promise<OwnBrowser>

const room = (key: string) => word('room', key)
const lobby = (key: string) => word('room', `lobby.${key}`)
const buttonOf = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function addMeet(stack: Stack, title: string) {
  return addShow(stack, { sessions: [{ fromMin: -5, toMin: 60 }], product: { title, type: 'meet' } })
}

async function arrive(browserFor: BrowserFor, who: { person: Person; slug: string; name: string }): Promise<Page> {
  const { context } = await browserFor(who.name, { args: cameraArgs })
  const page = await context.newPage()
  await preferEnglish(page)
  await logInAt(page, who.person)
  await page.goto(`/meets/${who.slug}`)
  await page.getByRole('textbox', { name: lobby('name') }).fill(who.name)
  return page
}

/** Pictures of somebody that were decoded until now. */
const framesOf = (page: Page, name: string) =>
  page
    .locator(`[data-person="${name}"] video`)
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)

async function expectSeen(page: Page, name: string): Promise<void> {
  await expect(page.locator(`[data-person="${name}"] video`).first()).toBeAttached({ timeout: 20_000 })
  const before = await framesOf(page, name)
  await expect.poll(() => framesOf(page, name), { timeout: 20_000 }).toBeGreaterThan(before + 5)
}

/** The loudest sample of everything that is heard, over some seconds. */
const loudness = (page: Page, seconds: number) =>
  page.evaluate(async (sec) => {
    const context = new AudioContext()
    await context.resume()
    const analysers = [...document.querySelectorAll('audio')].map((audio) => {
      const analyser = new AnalyserNode(context, { fftSize: 2048 })
      context.createMediaStreamSource(audio.srcObject as MediaStream).connect(analyser)
      return analyser
    })
    let peak = 0
    const endMs = performance.now() + sec * 1000
    const samples = new Float32Array(2048)
    while (performance.now() < endMs) {
      for (const analyser of analysers) {
        analyser.getFloatTimeDomainData(samples)
        for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await context.close()
    return peak
  }, seconds)

const expectState = (page: Page, state: string) => expect(page.locator(`[data-meet="${state}"]`)).toBeVisible({ timeout: 20_000 })

test('a host lets the lobby in; they see and hear each other, share a screen and write, and the host mutes, removes and ends [MEET-003] [MEET-004] [MEET-005] [MEET-011]', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(180_000)
  const { organizer, product } = await addMeet(stack, 'Round table of tests')
  const { slug } = product
  const [vera, hugo] = [await addViewer(stack), await addViewer(stack)]
  await Promise.all([giveTicket(stack, vera, product), giveTicket(stack, hugo, product)])
  const verasPage = await arrive(browserFor, { person: vera, slug, name: 'Vera' })
  const hugosPage = await arrive(browserFor, { person: hugo, slug, name: 'Hugo' })
  for (const page of [verasPage, hugosPage]) {
    await expect(page.getByText(lobby('waiting'))).toBeVisible()
    await expect(page.getByRole('button', { name: lobby('join') })).toHaveCount(0)
  }
  // Devices are asked for by a press only, in the lobby already.
  await buttonOf(verasPage, lobby('check.cameraTurnOn')).click()
  await buttonOf(verasPage, lobby('check.microphoneTurnOn')).click()
  await expect(buttonOf(verasPage, lobby('check.microphoneTurnOff'))).toBeVisible()
  const hostPage = await arrive(browserFor, { person: organizer, slug, name: 'Olga' })
  await buttonOf(hostPage, lobby('start')).click()
  const pages = [hostPage, verasPage, hugosPage]
  for (const page of pages) await expectState(page, 'connected')
  for (const page of pages) await expect(page.getByText(room('phase.connected'), { exact: true })).toBeVisible()

  await buttonOf(hostPage, room('tool.cameraOn')).click()
  await expectSeen(verasPage, 'Olga')
  await expectSeen(hostPage, 'Vera')
  await expectSeen(hugosPage, 'Vera')
  expect(await loudness(hostPage, 3)).toBeGreaterThan(0.01)

  // A screen is the large picture of everybody else, until its owner takes it back.
  await buttonOf(verasPage, room('tool.screenOn')).click()
  await expect(buttonOf(verasPage, room('tool.screenOff'))).toBeVisible({ timeout: 20_000 })
  const screenOf = hostPage.getByLabel(room('screenOf').replace('{name}', 'Vera'), { exact: true })
  const screenFrames = () => screenOf.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(screenFrames, { timeout: 20_000 }).toBeGreaterThan(5)
  await buttonOf(verasPage, room('tool.screenOff')).click()
  await expect(screenOf).toHaveCount(0)

  for (const page of [verasPage, hostPage]) await buttonOf(page, room('tool.chat')).click()
  const chatOf = (page: Page) => page.getByRole('region', { name: word('chat', 'title'), exact: true })
  await chatOf(verasPage)
    .getByRole('textbox', { name: word('chat', 'composer.label') })
    .fill('Hello, round table')
  await verasPage.keyboard.press('Enter')
  await expect(chatOf(hostPage).getByText('Hello, round table')).toBeVisible()

  // Muted by the host, with the microphone still open: nothing is heard any more.
  await hostPage.getByRole('button', { name: pattern(room('tool.people')) }).click()
  await hostPage.getByRole('button', { name: room('host.menu').replace('{name}', 'Vera') }).click()
  await hostPage.getByRole('menuitem', { name: room('host.mute') }).click()
  await expect(verasPage.getByText(room('said.muted.microphone'))).toBeVisible()
  await expect(buttonOf(verasPage, room('tool.unmute'))).toBeVisible()
  await expect.poll(() => loudness(hostPage, 1), { timeout: 10_000 }).toBeLessThan(0.005)

  await hostPage.getByRole('button', { name: room('host.menu').replace('{name}', 'Hugo') }).click()
  await hostPage.getByRole('menuitem', { name: room('host.remove') }).click()
  await hostPage
    .getByRole('dialog')
    .getByRole('button', { name: room('host.remove') })
    .click()
  await expect(hugosPage.getByRole('heading', { name: room('end.removed.title') })).toBeVisible()
  await hugosPage.reload()
  await hugosPage.getByRole('button', { name: lobby('joinQuiet') }).click()
  await expect(hugosPage.getByRole('heading', { name: room('end.removed.title') })).toBeVisible()

  // The same account in another window goes on there.
  const second = await verasPage.context().newPage()
  await second.goto(`/meets/${slug}`)
  await second.getByRole('button', { name: lobby('joinQuiet') }).click()
  await expectState(second, 'connected')
  await expect(verasPage.getByRole('heading', { name: room('end.replaced.title') })).toBeVisible()
  await buttonOf(verasPage, room('end.replaced.here')).click()
  await expectState(verasPage, 'connected')
  await expect(second.getByRole('heading', { name: room('end.replaced.title') })).toBeVisible()

  await buttonOf(hostPage, room('tool.more')).click()
  await hostPage.getByRole('menuitem', { name: room('more.end') }).click()
  await hostPage
    .getByRole('dialog')
    .getByRole('button', { name: room('more.end') })
    .click()
  const stoppedMs = Date.now()
  for (const page of [hostPage, verasPage]) {
    await expect(page.getByRole('heading', { name: room('end.ended.title') })).toBeVisible({ timeout: 5_000 })
    await expect(page.getByRole('link', { name: room('end.product') })).toHaveAttribute('href', `/products/${slug}`)
  }
  expect(Date.now() - stoppedMs).toBeLessThan(5_000)
})

test('with the media server out of reach it says so, and the retry comes in once it is back [MEET-006]', async ({ stack, browserFor }) => {
  test.setTimeout(150_000)
  const { organizer, product } = await addMeet(stack, 'Meeting without a server')
  const page = await arrive(browserFor, { person: organizer, slug: product.slug, name: 'Olga' })
  const sfu = stack.pidOf('sfu')
  process.kill(sfu, 'SIGSTOP')
  try {
    await buttonOf(page, lobby('start')).click()
    await expect(page.getByRole('heading', { name: 'Could not connect to the meeting' })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText(room('end.failed.server.text'))).toBeVisible()
  } finally {
    process.kill(sfu, 'SIGCONT')
  }
  await expect(async () => {
    await buttonOf(page, room('end.retry')).click()
    await expect(page.locator('[data-meet="connected"]')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})

test('a recorded meeting says so to everybody before and while it is, and plays within a minute after its end', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(240_000)
  const { organizer, product } = await addMeet(stack, 'Meeting on record')
  const { slug } = product
  const [vera, hugo] = [await addViewer(stack), await addViewer(stack)]
  await Promise.all([giveTicket(stack, vera, product), giveTicket(stack, hugo, product)])
  const hostPage = await arrive(browserFor, { person: organizer, slug, name: 'Olga' })
  await buttonOf(hostPage, lobby('start')).click()
  await expectState(hostPage, 'connected')
  const verasPage = await arrive(browserFor, { person: vera, slug, name: 'Vera' })
  await buttonOf(verasPage, lobby('check.cameraTurnOn')).click()
  await buttonOf(verasPage, lobby('check.microphoneTurnOn')).click()
  await buttonOf(verasPage, lobby('join')).click()
  await expectState(verasPage, 'connected')

  const markOf = (page: Page) => page.getByRole('banner').getByText(room('recordingMark'), { exact: true })
  await expect(markOf(verasPage)).toHaveCount(0)
  await buttonOf(hostPage, room('tool.more')).click()
  await hostPage.getByRole('menuitem', { name: room('more.record') }).click()
  await expect(hostPage.getByText(room('recordText'))).toBeVisible()
  await hostPage
    .getByRole('dialog')
    .getByRole('button', { name: room('recordDo') })
    .click()
  for (const page of [hostPage, verasPage]) {
    await expect(markOf(page)).toBeVisible()
    await expect(page.getByText(room('said.recording'))).toBeVisible()
  }

  // Somebody who comes later is told at the door, and comes in by a press only.
  const hugosPage = await arrive(browserFor, { person: hugo, slug, name: 'Hugo' })
  await expect(hugosPage.getByText(lobby('recorded'))).toBeVisible()
  await buttonOf(hugosPage, lobby('joinQuiet')).click()
  await expectState(hugosPage, 'connected')
  await expect(markOf(hugosPage)).toBeVisible()
  await hostPage.waitForTimeout(12_000)

  await buttonOf(hostPage, room('tool.more')).click()
  await hostPage.getByRole('menuitem', { name: room('more.end') }).click()
  await hostPage
    .getByRole('dialog')
    .getByRole('button', { name: room('more.end') })
    .click()
  await expect(hostPage.getByRole('heading', { name: room('end.ended.title') })).toBeVisible()
  const endedMs = Date.now()
  const watch = pattern(room('recordings.watch'))
  await expect(hostPage.getByRole('link', { name: watch })).toBeVisible({ timeout: 60_000 })
  expect(Date.now() - endedMs).toBeLessThan(60_000)

  // Nobody else may watch it until its host says so.
  await verasPage.reload()
  await expect(verasPage.getByRole('heading', { name: room('end.ended.title') })).toBeVisible()
  await expect(verasPage.getByRole('link', { name: watch })).toHaveCount(0)
  const isVisible = hostPage.getByRole('switch', { name: room('recordings.visible') })
  await isVisible.click()
  await expect(isVisible).toBeChecked()
  await expect(async () => {
    await verasPage.reload()
    await expect(verasPage.getByRole('link', { name: watch })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  await verasPage.getByRole('link', { name: watch }).click()
  await expect(verasPage.getByRole('heading', { level: 1 })).toContainText('Meeting on record')
  const video = verasPage.locator('video').first()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 30_000 }).toBeGreaterThan(2)
  expect(await video.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight])).toEqual([1280, 720])
  expect(await video.evaluate((one: HTMLVideoElement) => one.duration)).toBeGreaterThan(8)
})
