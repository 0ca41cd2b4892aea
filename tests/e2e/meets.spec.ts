import type { Page } from 'playwright/test'
import type { OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { takeSeat } from '../support/meet-seats.ts'
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

/** Pictures of somebody that were decoded until now; 0 where none is shown. */
const framesOf = (page: Page, name: string) =>
  page
    .locator(`[data-person="${name}"] video`)
    .evaluateAll(([video]) => (video as HTMLVideoElement | undefined)?.getVideoPlaybackQuality().totalVideoFrames ?? 0)

/** So many pictures of somebody come from now on, whatever element shows them. */
async function expectSeen(page: Page, name: string, pictures = 5): Promise<void> {
  let before = await framesOf(page, name)
  const more = async () => {
    const frames = await framesOf(page, name)
    before = Math.min(before, frames)
    return frames - before
  }
  await expect.poll(more, { timeout: 30_000, message: `${name} is seen` }).toBeGreaterThan(pictures)
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

/** A host opens the menu of somebody in the list of people, which is shown, and chooses. */
async function actOn(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('button', { name: room('host.menu').replace('{name}', name) }).click()
  await page.getByRole('menuitem', { name: room(key) }).click()
}

async function fromMore(page: Page, key: string): Promise<void> {
  await buttonOf(page, room('tool.more')).click()
  await page.getByRole('menuitem', { name: room(key) }).click()
}

/** Or hides them. */
const showPeople = (page: Page) => page.getByRole('button', { name: pattern(room('tool.people')) }).click()

const expectState = (page: Page, state: string) => expect(page.locator(`[data-meet="${state}"]`)).toBeVisible({ timeout: 20_000 })

test('a meeting of four browsers: lobby, pictures, sound, screen and chat, the powers of hosts, a killed media worker, and the 71st [MEET-003] [MEET-004] [MEET-005] [MEET-008] [MEET-011]', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(300_000)
  const { organizer, product } = await addMeet(stack, 'Round table of tests')
  const { slug } = product
  const [vera, hugo, nora] = [await addViewer(stack), await addViewer(stack), await addViewer(stack)]
  await Promise.all([vera, hugo, nora].map((person) => giveTicket(stack, person, product)))
  const verasPage = await arrive(browserFor, { person: vera, slug, name: 'Vera' })
  const hugosPage = await arrive(browserFor, { person: hugo, slug, name: 'Hugo' })
  const norasPage = await arrive(browserFor, { person: nora, slug, name: 'Nora' })
  for (const page of [verasPage, hugosPage, norasPage]) {
    await expect(page.getByText(lobby('waiting'))).toBeVisible()
    await expect(page.getByRole('button', { name: lobby('join') })).toHaveCount(0)
  }
  // Devices are asked for by a press only, in the lobby already.
  await buttonOf(verasPage, lobby('check.cameraTurnOn')).click()
  await buttonOf(verasPage, lobby('check.microphoneTurnOn')).click()
  await expect(buttonOf(verasPage, lobby('check.microphoneTurnOff'))).toBeVisible()
  const hostPage = await arrive(browserFor, { person: organizer, slug, name: 'Olga' })
  await buttonOf(hostPage, lobby('start')).click()
  const pages = [hostPage, verasPage, hugosPage, norasPage]
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
  const chatOf = (page: Page) => page.getByRole('region', { name: room('chatTitle'), exact: true })
  await chatOf(verasPage)
    .getByRole('textbox', { name: word('chat', 'composer.label') })
    .fill('Hello, round table')
  await verasPage.keyboard.press('Enter')
  await expect(chatOf(hostPage).getByText('Hello, round table')).toBeVisible()

  // Muted by the host, with the microphone still open: nothing is heard any more.
  await showPeople(hostPage)
  await actOn(hostPage, 'Vera', 'host.mute')
  await expect(verasPage.getByText(room('said.muted.microphone'))).toBeVisible()
  await expect(buttonOf(verasPage, room('tool.unmute'))).toBeVisible()
  await expect.poll(() => loudness(hostPage, 1), { timeout: 10_000 }).toBeLessThan(0.005)

  await actOn(hostPage, 'Vera', 'host.camera')
  await expect(verasPage.getByText(room('said.muted.camera'))).toBeVisible()
  await expect(hostPage.locator('[data-person="Vera"] video')).toHaveCount(0)
  await buttonOf(verasPage, room('tool.cameraOn')).click()
  await expectSeen(hostPage, 'Vera')

  // Locked: everybody sees it, and nobody else comes in.
  await fromMore(hostPage, 'more.lock')
  for (const page of pages) await expect(page.getByRole('img', { name: room('lockedMark') })).toBeVisible()
  const outsider = await takeSeat(stack, product.id)
  expect(outsider.reply.error?.code).toBe('MEET_LOCKED')
  outsider.peer.close()
  await fromMore(hostPage, 'more.unlock')
  for (const page of pages) await expect(page.getByRole('img', { name: room('lockedMark') })).toHaveCount(0)

  // Without a reload pictures move again after the media workers are gone, the one of the meeting among them.
  await Promise.all(pages.map((page) => page.evaluate(() => document.body.setAttribute('data-same', ''))))
  const workers = stack.childrenOf('sfu', /mediasoup-worker/)
  expect(workers.length).toBeGreaterThan(0)
  for (const { pid } of workers) process.kill(pid, 'SIGKILL')
  const killedMs = Date.now()
  // More than a browser has in hand.
  for (const page of [verasPage, hugosPage, norasPage]) await expectSeen(page, 'Olga', 40)
  await expectSeen(hostPage, 'Vera', 40)
  test.info().annotations.push({ type: 'figure', description: `pictures moved again ${Date.now() - killedMs} ms after the kill` })
  for (const page of pages) await expect(page.locator('body[data-same]')).toHaveCount(1)

  await showPeople(hostPage)
  // All seats are taken while Hugo is out: as the 71st he reads that it is full, and comes in once there is room.
  const seats = await Promise.all(Array.from({ length: 66 }, () => takeSeat(stack, product.id)))
  await buttonOf(hugosPage, room('tool.leave')).click()
  await expect(hugosPage.getByRole('heading', { name: room('end.left.title') })).toBeVisible()
  await expect(async () => {
    const last = await takeSeat(stack, product.id)
    if (last.reply.ok) seats.push(last)
    else last.peer.close()
    expect(last.reply.ok).toBe(true)
  }).toPass({ timeout: 10_000 })
  expect(seats.map(({ reply }) => reply.ok)).toEqual(Array.from({ length: 67 }, () => true))
  await buttonOf(hugosPage, room('end.left.again')).click()
  await expect(hugosPage.getByRole('heading', { name: room('end.full.title') })).toBeVisible()
  await expect(hugosPage.getByText(room('end.full.text'))).toBeVisible()
  await expect(norasPage.getByRole('button', { name: room('tool.people').replace('{count}', '70') })).toBeVisible()
  for (const { peer } of seats) peer.close()
  await buttonOf(hugosPage, room('end.retry')).click()
  await expectState(hugosPage, 'connected')
  await expectSeen(hugosPage, 'Vera')
  await expectSeen(norasPage, 'Vera')

  // Powers that were given are as good as those of the organizer.
  await showPeople(hostPage)
  await actOn(hostPage, 'Nora', 'host.promote')
  await expect(norasPage.getByText(room('said.gotPowers'))).toBeVisible()
  await showPeople(norasPage)
  await actOn(norasPage, 'Hugo', 'host.remove')
  await norasPage
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

  await fromMore(hostPage, 'more.end')
  await hostPage
    .getByRole('dialog')
    .getByRole('button', { name: room('more.end') })
    .click()
  const stoppedMs = Date.now()
  for (const page of [hostPage, verasPage, norasPage]) {
    await expect(page.getByRole('heading', { name: room('end.ended.title') })).toBeVisible({ timeout: 5_000 })
    await expect(page.getByRole('link', { name: room('end.product') })).toHaveAttribute('href', `/products/${slug}`)
  }
  expect(Date.now() - stoppedMs).toBeLessThan(5_000)
})

test('with the media server out of reach, or its packets, it says what is in the way; the retry comes in once it is back [MEET-006]', async ({
  stack,
  browserFor,
}) => {
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

  // A network that swallows all packets to the media server: they go to an address that nobody has.
  await page.evaluate(() => {
    const { setRemoteDescription } = RTCPeerConnection.prototype
    RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp = '' }: RTCSessionDescriptionInit) {
      const elsewhere = sdp.replaceAll(/^(a=candidate:\S+ \d+ \S+ \d+) \S+/gm, (_, before: string) => `${before} 203.0.113.1`)
      return Reflect.apply(setRemoteDescription, this, [{ type, sdp: elsewhere }]) as Promise<void>
    }
  })
  await buttonOf(page, room('tool.cameraOn')).click()
  await expect(page.getByText(room('end.failed.media.text'))).toBeVisible({ timeout: 60_000 })
  const states = [room('end.failed.media.state.blocked'), room('end.failed.media.state.blocked'), room('end.failed.media.state.absent')]
  await expect(page.getByRole('definition')).toHaveText(states)
  await expect(page.getByText(room('end.failed.media.noRelay'))).toBeVisible()
  await buttonOf(page, room('end.watch')).click()
  await expectState(page, 'connected')
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
  await fromMore(hostPage, 'more.record')
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

  await fromMore(hostPage, 'more.end')
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
