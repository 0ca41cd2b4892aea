import type { Page } from 'playwright/test'
import { accessibilityFaults } from '../support/a11y.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow, addViewer, giveTicket, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { studioAt } from '../support/studio.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// axe on every screen of the main job, with real data behind it: no violation at all.
test.describe.configure({ mode: 'serial' })

let browser: OwnBrowser
let page: Page
let show: Show

test.beforeAll(async ({ stack }) => {
  browser = await openBrowser({
    baseUrl: stack.origin,
    permissions: ['camera', 'microphone'],
    args: ['--use-fake-device-for-media-stream'],
  })
  page = await browser.context.newPage()
  await preferEnglish(page)
  show = await addShow(stack, { sessions: [{ fromMin: 30, toMin: 90 }] })
})
test.afterAll(() => browser.close())

test('home, login and product page', async () => {
  await page.goto('/')
  // The hero says what it shows first, and no card below it again.
  const title = show.product.title
  await expect(
    page
      .getByRole('heading', { name: title })
      .or(page.getByRole('link', { name: title }))
      .first(),
  ).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto('/login')
  await expect(page.getByLabel(word('identity', 'login.email'))).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: show.product.title })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('waiting room and player', async ({ stack }) => {
  const viewer = await addViewer(stack)
  await giveTicket(stack, viewer, show.product)
  await viewerAt(page).logIn(viewer)
  await page.goto(`/player/${show.product.slug}`)
  await expect(page.getByRole('timer', { name: word('player', 'waiting.label') })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const video = await stack.factories.product({ type: 'vod', title: 'Seeded video' })
  await giveTicket(stack, viewer, video)
  const run = Math.floor(Math.random() * maxRun)
  const prefix = await putVod(stack, { run, name: video.id, workDir: test.info().outputPath() })
  await stack.factories.asset({ product_id: video.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
  await page.goto(`/player/${video.slug}`)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  await page.keyboard.press('k')
  await viewerAt(page).stage.hover({ position: { x: 40, y: 90 } })
  expect(await accessibilityFaults(page)).toEqual([])
})

test('studio: login, list of events, desk', async () => {
  // Web and studio share an origin: whoever watched before must not be at the desk.
  await browser.context.clearCookies()
  const own = await browser.context.newPage()
  await preferEnglish(own)
  await own.goto('/studio/')
  await expect(own.getByLabel(word('studio', 'login.email'))).toBeVisible()
  expect(await accessibilityFaults(own)).toEqual([])
  const studio = studioAt(own)
  await studio.logIn(show.organizer)
  await expect(own.getByRole('listitem', { name: show.product.title })).toBeVisible()
  expect(await accessibilityFaults(own)).toEqual([])
  await studio.openDesk(show.product.title)
  expect(await accessibilityFaults(own)).toEqual([])
  await studio.addCamera()
  await expect(own.locator('figure video').first()).toBeVisible()
  expect(await accessibilityFaults(own)).toEqual([])
})
