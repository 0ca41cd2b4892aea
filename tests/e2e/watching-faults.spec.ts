import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e.ts'
import { addShow, addViewer, giveTicket, type Person } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// No viewer reloads for these: an address that ended, a list that stands still, another language.
test.describe.configure({ mode: 'serial' })
let viewer: Person
let page: Page

test.beforeAll(async ({ stack, sharedBrowser }) => {
  viewer = await addViewer(stack)
  page = await sharedBrowser.context.newPage()
  await preferEnglish(page)
  await viewerAt(page).logIn(viewer)
})

const counter = async () => (await viewerAt(page).picture())?.code?.counter ?? 0
const positionSec = () => page.evaluate(() => document.querySelector<HTMLVideoElement>('video')?.currentTime ?? 0)
const mark = () => page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }))
const isMarked = () => page.evaluate(() => 'stillTheSamePage' in globalThis)
const tokenIn = (address: string) => /\/media\/([^/]+)\//.exec(address)?.[1] ?? ''

test('a token that ends while it plays: a fresh one is asked for, and the picture goes on where it was', async ({ stack }) => {
  const run = Math.floor(Math.random() * maxRun)
  const { product } = await addShow(stack, { product: { type: 'vod' } })
  await giveTicket(stack, viewer, product)
  const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath(), seconds: 20 })
  await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 20_000, rungs: ['720p', '360p'] })
  // The server answers an ended token with 404. The first one ends with its third segment.
  const tokens: string[] = []
  let refused = 0
  await page.route('**/media/**', async (route) => {
    const address = route.request().url()
    const token = tokenIn(address)
    if (!tokens.includes(token)) tokens.push(token)
    const segment = Number(/_(\d+)\.m4s$/.exec(address)?.[1] ?? 0)
    if (token !== tokens[0] || segment < 3) return route.continue()
    refused += 1
    return route.fulfill({ status: 404, body: '{}' })
  })
  await page.goto(`/player/${product.slug}`)
  await mark()
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  const first = await counter()
  // Beyond the six seconds of the first token, without a step back.
  await expect.poll(positionSec, { timeout: 25_000 }).toBeGreaterThan(9)
  expect(refused).toBeGreaterThan(0)
  expect(tokens.length).toBeGreaterThan(1)
  expect(await counter()).toBeGreaterThan(first)
  expect(await isMarked()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the network comes back while the first initialization is on its way: the picture comes all the same', async ({ stack }) => {
  const run = Math.floor(Math.random() * maxRun)
  const { product } = await addShow(stack, { product: { type: 'vod' } })
  await giveTicket(stack, viewer, product)
  const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath(), seconds: 8 })
  await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 8_000, rungs: ['720p', '360p'] })
  // Those that the player asks for ahead are on their way when hls.js waits for them; it gives them up, and asks again.
  const asked: string[] = []
  await page.route('**/media/**/*init*', async (route) => {
    asked.push(route.request().resourceType())
    if (asked.length === 1) setTimeout(() => void page.evaluate(() => globalThis.dispatchEvent(new Event('online'))), 1_500)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    return route.continue().catch(() => undefined)
  })
  await page.goto(`/player/${product.slug}`)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  expect(asked.slice(0, 2)).toEqual(['fetch', 'fetch'])
  expect(asked).toContain('xhr')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a list that stands still: the player waits, and goes on at the moment of everybody else once it grows', async ({ stack }) => {
  const run = Math.floor(Math.random() * maxRun)
  const { product } = await addShow(stack, { product: { type: 'live' } })
  await giveTicket(stack, viewer, product)
  const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath(), seconds: 40 })
  const asset = { product_id: product.id, storage_prefix: prefix, duration_ms: 40_000, rungs: ['720p' as const, '360p' as const] }
  const video = await stack.factories.asset(asset)
  await stack.knex('products').where({ id: product.id }).update({ media_asset_id: video.id })
  const startsAtMs = Date.now()
  await stack.factories.session({ product_id: product.id, starts_at: new Date(startsAtMs), ends_at: new Date(startsAtMs + 3_600_000) })
  const known = new Map<string, string>()
  let isStale = false
  await page.route('**/media/**/*.m3u8*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const old = known.get(pathname)
    if (isStale && old !== undefined) return route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: old })
    const reply = await route.fetch()
    // A difference is no list by itself.
    const body = await reply.text()
    if (!body.includes('#EXT-X-SKIP')) known.set(pathname, body)
    return route.fulfill({ response: reply, body })
  })
  await page.goto(`/player/${product.slug}`)
  await mark()
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
  isStale = true
  await expect
    .poll(
      async () => {
        const before = await positionSec()
        await page.waitForTimeout(1_000)
        return (await positionSec()) - before
      },
      { timeout: 20_000, intervals: [0] },
    )
    .toBeLessThan(0.1)
  const stoodAt = await positionSec()
  isStale = false
  await expect.poll(positionSec, { timeout: 15_000 }).toBeGreaterThan(stoodAt + 2)
  expect(await isMarked()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a film in two languages: the one that is chosen plays, by its key too, and the next visit remembers it', async ({ stack }) => {
  const run = Math.floor(Math.random() * maxRun)
  const { product } = await addShow(stack, { product: { type: 'vod' } })
  await giveTicket(stack, viewer, product)
  const languages = ['es', 'en']
  const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath(), seconds: 20, languages })
  await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 20_000, rungs: ['720p', '360p'] })
  const heard: string[] = []
  page.on('request', (request) => {
    const track = /\/(audio\d?)_\d+\.m4s$/.exec(request.url())?.[1]
    if (track !== undefined) heard.push(track)
  })
  const isOn = (name: string) =>
    expect(page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-checked', 'true')
  const openMenu = async () => {
    await viewerAt(page).stage.hover({ position: { x: 40, y: 90 } })
    await viewerAt(page).controls.settings.click()
  }
  await page.goto(`/player/${product.slug}`)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  expect(new Set(heard)).toEqual(new Set(['audio']))
  await openMenu()
  await isOn('Spanish')
  await page.getByRole('menuitemradio', { name: /^English/ }).click()
  await expect.poll(() => heard.includes('audio2')).toBe(true)
  const before = await counter()
  await expect.poll(counter).toBeGreaterThan(before + 10)
  heard.length = 0
  await page.reload()
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  await expect.poll(() => heard.includes('audio2')).toBe(true)
  expect(heard).not.toContain('audio')
  await viewerAt(page).stage.hover({ position: { x: 40, y: 90 } })
  await page.keyboard.press('a')
  await expect(page.getByText(word('player', 'feedback.sound').replace('{name}', 'Spanish')).first()).toBeAttached()
  await openMenu()
  await isOn('Spanish')
})
