import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { languageOffers } from '../../web/src/config/language-offer.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { writeCameraFiles } from '../support/camera-file.ts'
import { expect, test } from '../support/e2e.ts'
import { linkIn } from '../support/mailbox.ts'
import { addShow, addViewer, giveTicket, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { readPlayer } from '../support/pixels.ts'
import { captureArgs, studioAt } from '../support/studio.ts'
import { logInAt, preferEnglish, signUpAt } from '../support/viewer.ts'
import { word, type TestLanguage } from '../support/words.ts'

// Somebody gets a link to a show that is on air and has no account: by the mail of the sign-up they come to the running
// show.
test.describe.configure({ mode: 'serial' })

const password = 'Faro-verde-93'
const freshEmail = () => `${randomBytes(4).toString('hex')}@people.example`
let organizer: OwnBrowser
let show: Show

test.beforeAll(async ({ stack }, info) => {
  test.setTimeout(180_000)
  const camera = await writeCameraFiles(info.project.outputDir, Math.floor(Math.random() * maxRun), { size: '640x360' })
  organizer = await openBrowser({ baseUrl: stack.origin, args: captureArgs(camera), permissions: ['camera', 'microphone'] })
  show = await addShow(stack, { sessions: [{ fromMin: -5, toMin: 90 }], product: { title: 'Open to newcomers' } })
  const page = await organizer.context.newPage()
  await page.addInitScript(() => localStorage.setItem('e-events.language', 'en'))
  const studio = studioAt(page)
  await studio.logIn(show.organizer)
  await studio.openDesk('Open to newcomers')
  await studio.addCamera()
  await studio.goLive()
})
test.afterAll(async () => {
  await organizer?.close()
})

/** From the link of a friend to 'look at your mail'. */
async function comeAndSignUp(page: Page, { email, language }: { email: string; language: TestLanguage }): Promise<void> {
  await page.goto(`/player/${show.product.slug}`)
  await expect(page).toHaveURL(/\/$/)
  if (language !== 'es') await page.getByRole('button', { name: languageOffers[language].accept }).click()
  await page.getByRole('link', { name: word('common', 'door.about', language) }).click()
  await expect(page).toHaveURL(new RegExp(`/products/${show.product.slug}$`))
  await page
    .getByRole('link', { name: word('products', 'get.login', language) })
    .first()
    .click()
  await page.getByRole('link', { name: word('identity', 'login.signUp', language), exact: true }).click()
  await signUpAt(page, { email, language, password })
  await expect(page.getByText(email)).toBeVisible()
}

async function expectRunningShow(page: Page): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/player/${show.product.slug}$`), { timeout: 20_000 })
  await expect.poll(async () => (await readPlayer(page)) !== null, { timeout: 60_000 }).toBe(true)
}

for (const language of ['es', 'en', 'pt'] as const) {
  test(`from a shared link to the running show by the link of the mail, in ${language} [ID-009, UX-019]`, async ({ stack, browserFor }) => {
    test.setTimeout(120_000)
    const browser = await browserFor(`newcomer-${language}`, { language })
    const page = await browser.context.newPage()
    const email = freshEmail()
    await comeAndSignUp(page, { email, language })
    const { path, mail } = await linkIn(stack, email, '/activate')
    expect(mail.language).toBe(language)
    await page.goto(path)
    await expectRunningShow(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  })
}

test('the link in another browser asks for the password of the sign-up, and then leads to the show, too', async ({ stack, browserFor }) => {
  test.setTimeout(120_000)
  const email = freshEmail()
  const first = await (await browserFor('sign-up', { language: 'en' })).context.newPage()
  await comeAndSignUp(first, { email, language: 'en' })
  const { path } = await linkIn(stack, email, '/activate')
  const page = await (await browserFor('phone', { language: 'en' })).context.newPage()
  await page.addInitScript(() => localStorage.setItem('e-events.language', 'en'))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: word('identity', 'activate.password.title') })).toBeVisible()
  const submit = page.getByRole('button', { name: word('identity', 'activate.password.submit') })
  await page.locator('input[autocomplete="current-password"]').fill('Faro-negro-93')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText(word('identity', 'activate.password.wrong'))
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await submit.click()
  await expectRunningShow(page)
})

test('a new organizer comes from the mail to their overview, and on to their first channel', async ({ stack, browserFor }) => {
  const page = await (await browserFor('organizer', { language: 'en' })).context.newPage()
  await page.addInitScript(() => localStorage.setItem('e-events.language', 'en'))
  const email = freshEmail()
  await page.goto('/logup?role=organizer')
  await signUpAt(page, { email, language: 'en', password })
  const { path } = await linkIn(stack, email, '/activate')
  await page.goto(path)
  await expect(page).toHaveURL(new URL('/account/globalview', stack.origin).href)
  await page.goto('/account/channels')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** WebRTC is on screen: its picture has no file behind it. */
const isBelowOneSecond = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('[data-testid="stage-picture"] video')].some(
      ({ srcObject, videoWidth, paused }) => srcObject instanceof MediaStream && videoWidth > 0 && !paused,
    ),
  )

test('a network that lets nothing of WebRTC through: whoever chose the least delay is told, and HLS plays on', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(90_000)
  const viewer = await addViewer(stack)
  await giveTicket(stack, viewer, show.product)
  const page = await (await browserFor('firewall', { language: 'en' })).context.newPage()
  await preferEnglish(page)
  await page.addInitScript(() => {
    localStorage.setItem('e-events.latency', 'lowest')
    // No way but over a relay, and there is none: connections are tried for real and never come about.
    const Free = RTCPeerConnection
    globalThis.RTCPeerConnection = class extends Free {
      constructor(given?: RTCConfiguration) {
        super({ ...given, iceTransportPolicy: 'relay' })
      }
    }
  })
  await logInAt(page, viewer)
  await page.goto(`/player/${show.product.slug}`)
  await expectRunningShow(page)
  await expect(page.getByText(word('player', 'controls.lowLatencyFailed'))).toBeVisible({ timeout: 20_000 })
  expect(await isBelowOneSecond(page)).toBe(false)
  const frames = async () => (await readPlayer(page))?.frames ?? 0
  const from = await frames()
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(from + 30)
})

test('where the node has room a viewer comes below one second by itself, goes back and returns, and stays when the media node dies', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(150_000)
  const viewer = await addViewer(stack)
  await giveTicket(stack, viewer, show.product)
  const page = await (await browserFor('low-latency', { language: 'en' })).context.newPage()
  // Other specs watch HLS: their api has no room. Here it answers as one that has.
  await page.route('**/api/products/*/playback?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { media?: { isLowLatencyFirst?: boolean } }
    if (answer.media) answer.media.isLowLatencyFirst = true
    await route.fulfill({ response, json: answer })
  })
  await preferEnglish(page)
  await logInAt(page, viewer)
  await page.goto(`/player/${show.product.slug}`)
  await expectRunningShow(page)
  const openedAt = await page.evaluate(() => performance.timeOrigin)
  await expect.poll(() => isBelowOneSecond(page), { timeout: 20_000 }).toBe(true)
  const seekBar = page.getByRole('slider', { name: word('player', 'controls.position') })
  const placeSec = async () => Number(await seekBar.getAttribute('aria-valuenow'))
  const before = await placeSec()
  expect(before).toBeGreaterThan(5)

  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => isBelowOneSecond(page)).toBe(false)
  await expect.poll(placeSec).toBeLessThan(before)
  expect(await placeSec()).toBeGreaterThan(before - 15)
  await expect.poll(async () => (await readPlayer(page))?.code ?? null, { timeout: 15_000 }).not.toBeNull()

  await page.getByRole('button', { name: new RegExp(word('player', 'toLive')) }).click()
  await expect.poll(() => isBelowOneSecond(page), { timeout: 20_000 }).toBe(true)

  const [worker] = stack.childrenOf('sfu', /mediasoup-worker/)
  process.kill(worker?.pid ?? Number.NaN, 'SIGKILL')
  await expect.poll(() => isBelowOneSecond(page), { timeout: 20_000 }).toBe(false)
  const frames = async () => (await readPlayer(page))?.frames ?? 0
  const from = await frames()
  await expect.poll(frames, { timeout: 40_000 }).toBeGreaterThan(from + 30)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(openedAt)
  // An answer may be on its way when the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
