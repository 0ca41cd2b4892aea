import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { call, logIn } from '../support/api-calls.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow, addViewer, giveTicket, type Person, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import type { Stack } from '../support/stack.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// A film with everything that the player has for it, and what goes wrong with it.
test.describe.configure({ mode: 'serial' })
const seconds = 60
const surveyUrl = 'https://survey.example/film'
const run = Math.floor(Math.random() * maxRun)
let viewer: Person
let film: Show
let browser: OwnBrowser
let page: Page

test.beforeAll(async ({ stack }, info) => {
  test.setTimeout(180_000)
  viewer = await addViewer(stack)
  film = await addShow(stack, { product: { type: 'vod', title: 'The long film', survey_url: surveyUrl } })
  await giveTicket(stack, viewer, film.product)
  const { id } = film.product
  const prefix = await putVod(stack, { run, name: id, workDir: info.outputPath(), seconds })
  await addPreviews(stack, prefix)
  await stack.factories.asset({
    product_id: id,
    storage_prefix: prefix,
    duration_ms: seconds * 1000,
    rungs: ['720p', '360p'],
    thumbnails_path: 'thumbnails.vtt',
  })
  browser = await openBrowser({ baseUrl: stack.origin })
  page = await browser.context.newPage()
  await preferEnglish(page)
  await page.addInitScript(() => {
    const { wakeLock } = navigator
    const ask = wakeLock.request.bind(wakeLock)
    wakeLock.request = async (type) => {
      const lock = await ask(type)
      Object.assign(globalThis, { heldLock: lock })
      return lock
    }
  })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Browser.grantPermissions', { permissions: ['wakeLockScreen'] })
  await viewerAt(page).logIn(viewer)
})
test.afterAll(() => browser.close())
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** One sheet of two small pictures: the first half is red, the second one green. */
async function addPreviews(stack: Stack, prefix: string): Promise<void> {
  const folder = path.join(String(stack.env['STORAGE_DIR']), prefix)
  await mkdir(folder, { recursive: true })
  await runProgram(ffmpegBin(), [
    ...words('-v error -f lavfi -i color=red:s=160x90 -f lavfi -i color=green:s=160x90 -filter_complex hstack -frames:v 1 -y'),
    path.join(folder, 'sheet.jpg'),
  ])
  const cue = (from: string, to: string, x: number) => `${from} --> ${to}\nsheet.jpg#xywh=${x},0,160,90\n`
  const half = `00:${String(seconds / 2).padStart(2, '0')}.000`
  await writeFile(path.join(folder, 'thumbnails.vtt'), `WEBVTT\n\n${cue('00:00.000', half, 0)}\n${cue(half, '01:00.000', 160)}`)
}

const open = async (at: Page = page, place = '') => {
  await at.goto(`/player/${film.product.slug}${place}`)
  await expect.poll(async () => (await viewerAt(at).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
}
const positionSec = (at: Page = page) => at.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN)
const overlay = (key: string) => page.getByText(word('player', `overlay.${key}`), { exact: true })
const goesOn = async () => {
  const from = await positionSec()
  await expect.poll(positionSec, { timeout: 20_000 }).toBeGreaterThan(from + 1)
}

test('its first files are asked for before any list has answered', async () => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/*.m3u8', async (route) => {
    await answer.promise
    await route.continue()
  })
  const first = page.waitForRequest(/e1r0\/360p_00000\.m4s$/)
  await page.goto(`/player/${film.product.slug}`)
  await first
  answer.resolve()
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
})

test('chapters, pictures of the seek bar, speed, theatre, full screen, small picture, media keys and the lit screen', async ({ stack }) => {
  const { product, organizer } = film
  const chapters = [
    { title: 'Arrival', startMs: 0 },
    { title: 'The harbour', startMs: 20_000 },
    { title: 'Farewell', startMs: 40_000 },
  ]
  const token = await logIn(stack, organizer)
  const saved = await call(stack, `PUT /products/${product.slug}/chapters`, { token, body: { chapters } })
  expect(saved.status).toBe(200)
  await open()
  const player = viewerAt(page)
  await page.keyboard.press('k')
  const bar = player.controls.position.locator('xpath=../..')
  const box = await bar.boundingBox()
  if (!box) throw new Error('the seek bar has no place')
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2)
  const preview = page.getByTestId('seek-preview')
  await expect(preview).toHaveCSS('background-position', '-160px 0px')
  expect(await preview.evaluate(isSheetThere)).toBe(true)
  await expect(preview.locator('..')).toContainText('Farewell')
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
  await expect.poll(positionSec).toBeCloseTo(45, 0)
  await expect(page.getByTestId('chapter')).toHaveText('Farewell')
  const list = page.getByRole('region', { name: word('player', 'chapters') })
  await list.getByRole('button', { name: /The harbour/ }).click()
  await expect.poll(positionSec).toBeCloseTo(20, 0)
  await expect(list.getByRole('button', { name: /The harbour/ })).toHaveAttribute('aria-current', 'true')

  const lock = () => page.evaluate(() => (globalThis as { heldLock?: WakeLockSentinel }).heldLock?.released)
  const media = () => page.evaluate(() => `${navigator.mediaSession.playbackState} ${navigator.mediaSession.metadata?.title}`)
  await player.stage.hover({ position: { x: 40, y: 90 } })
  await page.keyboard.press('k')
  await expect.poll(lock).toBe(false)
  await expect.poll(media).toBe('playing The long film')
  await page.keyboard.press('p')
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement?.tagName)).toBe('VIDEO')
  await page.keyboard.press('p')
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement)).toBe(null)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('SECTION')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  await page.keyboard.press('t')
  await expect
    .poll(async () => (await player.stage.boundingBox())?.width)
    .toBe(await page.evaluate(() => document.documentElement.clientWidth))
  await page.keyboard.press('t')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: word('player', 'help.title') })).toBeVisible()
  await page.keyboard.press('Escape')
  await player.chooseSpeed('1.5×')
  await page.keyboard.press('k')
  await expect.poll(lock).toBe(true)
  await expect.poll(media).toBe('paused The long film')
})

function isSheetThere(element: HTMLElement): Promise<boolean> {
  const image = new Image()
  image.src = /url\("(.+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1] ?? ''
  return image.decode().then(
    () => image.naturalWidth === 320,
    () => false,
  )
}

test('a film that plays, and a pointer on its bar, leave no style rules behind', async () => {
  await open()
  const rules = () => page.evaluate(() => [...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0))
  const box = await page
    .getByRole('slider', { name: word('player', 'controls.position') })
    .locator('xpath=../..')
    .boundingBox()
  const pointAt = (share: number) => page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * share, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await pointAt(0.1)
  const tip = page.getByTestId('seek-preview').locator('..')
  await expect(tip).toBeVisible()
  const before = await rules()
  expect(before).toBeGreaterThan(100)
  for (let step = 2; step < 9; step++) {
    const shown = await tip.innerText()
    await pointAt(step / 10)
    await expect(tip).not.toHaveText(shown)
  }
  await goesOn()
  expect(await rules()).toBe(before)
})

test('it goes on where it was left: on this device at its speed, and on another one, where it can be started over', async ({
  browserFor,
}) => {
  await open()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.5)
  await page.keyboard.press('3')
  await expect.poll(positionSec).toBeGreaterThan(19)
  const leftSec = await positionSec()
  await page.goto('/mystuff/products')
  await page.goto(`/player/${film.product.slug}`)
  await expect.poll(positionSec).toBeGreaterThanOrEqual(Math.floor(leftSec) - 1)
  const note = (at: Page) => at.getByRole('region', { name: word('player', 'resumed.title') })
  await expect(note(page)).toBeVisible()
  await page.keyboard.press('5')
  await expect.poll(positionSec).toBeGreaterThan(30)
  await page.goto('/mystuff/products')

  const other = await (await browserFor('another device')).context.newPage()
  await preferEnglish(other)
  await viewerAt(other).logIn(viewer)
  await open(other)
  expect(await positionSec(other)).toBeGreaterThanOrEqual(29)
  expect(await positionSec(other)).toBeLessThan(45)
  await expect(note(other)).toContainText('0:3')
  await note(other)
    .getByRole('button', { name: word('player', 'resumed.startOver') })
    .click()
  await expect.poll(() => positionSec(other)).toBeLessThan(5)
  await expect(note(other)).toHaveCount(0)
  await other.goto('/mystuff/products')
})

test('its end: the survey of its organizer in a tab of its own, and once more from its beginning', async () => {
  await open()
  await page.evaluate((endsSec) => Object.assign(document.querySelector('video') ?? {}, { currentTime: endsSec - 1 }), seconds)
  await expect(overlay('ended')).toBeVisible()
  const survey = page.getByRole('link', { name: word('player', 'overlay.survey') })
  await expect(survey).toHaveAttribute('href', surveyUrl)
  await page.context().route(surveyUrl, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>How was it?</h1>' }))
  const [tab] = await Promise.all([page.context().waitForEvent('page'), survey.click()])
  await expect(tab.getByRole('heading', { name: 'How was it?' })).toBeVisible()
  expect(await tab.evaluate(() => [opener === null, document.referrer])).toEqual([true, ''])
  await tab.close()
  await page.context().unroute(surveyUrl)
  // The one on the picture; the bar below it has one, too.
  await page
    .getByRole('status')
    .getByRole('button', { name: word('player', 'overlay.again') })
    .click()
  await expect.poll(positionSec).toBeLessThan(5)
  await goesOn()
})

test('the network goes: it says so, and goes on by itself when it is back', async () => {
  // The last twenty seconds never came: a small picture is loaded to its end within moments.
  await page.route(/_0002\d\.m4s/, (route) => route.abort('internetdisconnected'))
  await open(page, '?t=1')
  await page.context().setOffline(true)
  await page.keyboard.press('9')
  await expect(overlay('offline')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await expect(overlay('offline')).toHaveCount(0)
  await goesOn()
})

test('a broken segment: nobody is held up by it for long, and what nothing can be made of is said, with a retry that works', async () => {
  // The fourth second to the sixth, of every size, for good.
  const garbage = Buffer.alloc(20_000, 0x5a)
  await page.route(/_00002\.m4s/, (route) => route.fulfill({ body: garbage, contentType: 'video/mp4' }))
  await open(page, '?t=1')
  await expect.poll(positionSec, { timeout: 30_000 }).toBeGreaterThan(7)
  await goesOn()
  // Sought just before it, and inside.
  for (const sec of [3.95, 5]) {
    await page.evaluate((to) => {
      const video = document.querySelector('video')
      if (video) video.currentTime = to
    }, sec)
    await expect.poll(positionSec).toBeLessThan(7)
    await expect.poll(positionSec).toBeGreaterThan(7)
  }

  // And then nothing but that.
  await page.route(/\.m4s/, (route) => route.fulfill({ body: garbage, contentType: 'video/mp4' }))
  await page.reload()
  await expect(overlay('failed')).toBeVisible({ timeout: 30_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: word('player', 'overlay.retry') }).click()
  await expect(overlay('failed')).toHaveCount(0)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
  await goesOn()
})

test('a browser without Media Source plays it by its own HLS', async ({ browserFor }) => {
  const own = await (await browserFor('without Media Source')).context.newPage()
  await own.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) Reflect.deleteProperty(globalThis, name)
  })
  await preferEnglish(own)
  const player = viewerAt(own)
  await player.logIn(viewer)
  await page.goto('/mystuff/products')
  await open(own)
  expect(await own.evaluate(() => document.querySelector('video')?.src)).toMatch(/\/media\/.+\/master\.m3u8$/)
  await own.keyboard.press('0')
  const first = (await player.picture())?.code?.counter ?? 0
  await expect.poll(async () => (await player.picture())?.code?.counter ?? 0).toBeGreaterThan(first + 10)
  expect(await player.qualities()).toEqual([word('player', 'controls.auto')])
})
