import type { Page } from 'playwright/test'
import { openBrowser, openPerson, type OwnBrowser } from '../support/browsers.ts'
import { writeCameraFiles } from '../support/camera-file.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addShow, addViewer, giveTicket, minutesFromNow, type Person, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { serveScreenPage, type ScreenPage } from '../support/screen-page.ts'
import { captureArgs, studioAt } from '../support/studio.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// One state of an event: whatever screen is open when a show ends says so, by itself, within five seconds.
test.describe.configure({ mode: 'serial' })

const run = Math.floor(Math.random() * maxRun)
const withinMs = 5_000
const title = 'Truth of tests'
let screen: ScreenPage
let organizer: OwnBrowser
let audience: OwnBrowser
let show: Show
let fan: Person
const open: Record<string, Page> = {}

const state = (name: string) => word('common', `eventState.${name}`)
const over = new RegExp(`^(${state('ended')}|${state('ended_with_recording')})$`)

test.beforeAll(async ({ stack, chromium }, info) => {
  test.setTimeout(180_000)
  const camera = await writeCameraFiles(info.project.outputDir, run, { size: '640x360' })
  screen = await serveScreenPage(run)
  organizer = await openBrowser({ baseUrl: stack.origin, args: captureArgs(camera, screen), permissions: ['camera', 'microphone'] })
  audience = await openPerson(chromium, { baseUrl: stack.origin })
  show = await addShow(stack, { sessions: [{ fromMin: -5, toMin: 90 }], product: { title } })
  fan = await addViewer(stack)
  await giveTicket(stack, fan, show.product)
})
test.afterEach(async ({ stack: _stack }, info) => {
  if (info.status === info.expectedStatus) return
  for (const [name, page] of Object.entries(open))
    await page.screenshot({ path: info.outputPath(`${name}.png`), timeout: 10_000 }).catch(() => undefined)
})
test.afterAll(async () => {
  await Promise.all([organizer?.close(), audience?.close(), screen?.close()])
})

async function tab(name: string, address: string): Promise<Page> {
  const page = await audience.context.newPage()
  await preferEnglish(page)
  await page.goto(address)
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }))
  return (open[name] = page)
}
const pageOf = (name: string): Page => {
  const page = open[name]
  if (!page) throw new Error(`no tab ${name}`)
  return page
}

/** Words that are there for narrow windows alone are not seen. */
const seen = (name: string, text: string | RegExp) => pageOf(name).getByText(text, { exact: true }).filter({ visible: true }).first()

test('a show goes on air: every open screen says so by itself', async ({ stack }) => {
  test.setTimeout(120_000)
  const page = await organizer.context.newPage()
  await preferEnglish(page)
  const studio = studioAt(page)
  await studio.logIn(show.organizer)
  await studio.openDesk(title)
  await studio.addCamera()
  const first = await audience.context.newPage()
  await preferEnglish(first)
  await viewerAt(first).logIn(fan)
  await first.close()
  const channel = await stack.knex('channels').where({ id: show.product.channel_id }).first('slug')
  await tab('product', `/products/${show.product.slug}`)
  await tab('tickets', '/mystuff/products')
  await tab('schedule', '/schedule')
  await tab('home', '/')
  await tab('channel', `/channels/${channel?.slug ?? ''}`)
  await tab('search', `/search-results?keyword=${encodeURIComponent(title)}`)
  await expect(seen('product', state('room_open'))).toBeVisible()
  await studio.goLive()
  await expect(studio.endButton()).toBeVisible({ timeout: 30_000 })
  const live = word('common', 'live.badge')
  await Promise.all(
    ['product', 'tickets', 'schedule', 'home', 'channel', 'search'].map((name) =>
      expect(seen(name, live), name).toBeVisible({ timeout: 30_000 }),
    ),
  )
  await tab('player', `/player/${show.product.slug}`)
  await expect(pageOf('player').locator('video')).not.toHaveCount(0, { timeout: 30_000 })
})

test('it is ended before its planned end: product, tickets, schedule, home, channel, search and studio follow within 5 s', async () => {
  test.setTimeout(90_000)
  const studioPage = organizer.context.pages().find((page) => page.url().includes('/studio/'))
  if (!studioPage) throw new Error('no studio')
  await studioAt(studioPage).end()
  const endedAtMs = Date.now()
  const figures: Record<string, number> = {}
  const follows = async (name: string, seen: Promise<unknown>) => {
    await seen
    figures[`${name}FollowsAfterMs`] = Date.now() - endedAtMs
  }
  const timeout = withinMs
  await Promise.all([
    follows('product', expect(seen('product', over)).toBeVisible({ timeout })),
    follows('tickets', expect(pageOf('tickets').getByText(word('common', 'live.badge'), { exact: true })).toHaveCount(0, { timeout })),
    // prettier-ignore
    follows('schedule', expect(pageOf('schedule').getByRole('button', { name: /over today/ })).toBeVisible({ timeout })),
    follows('home', expect(pageOf('home').getByText(title)).toHaveCount(0, { timeout })),
    follows('channel', expect(seen('channel', over)).toBeVisible({ timeout })),
    follows('search', expect(seen('search', over)).toBeVisible({ timeout })),
    follows('studio', expect(studioAt(studioPage).summary()).toBeVisible({ timeout })),
  ])
  // The recording is offered as soon as its folder is closed, on every screen at once.
  await Promise.all([
    // prettier-ignore
    follows('productRecording', expect(pageOf('product').getByRole('link', { name: word('products', 'watch.replay') }).first()).toBeVisible({ timeout: 30_000 })),
    // prettier-ignore
    follows('ticketsRecording', expect(pageOf('tickets').getByRole('link', { name: `${word('tickets', 'door.replay')}: ${title}` })).toBeVisible({ timeout: 30_000 })),
    follows('searchRecording', expect(seen('search', state('ended_with_recording'))).toBeVisible({ timeout: 30_000 })),
    // prettier-ignore
    follows('player', expect(pageOf('player').getByRole('button', { name: word('player', 'state.watchRecording') })).toBeVisible({ timeout: 30_000 })),
  ])
  await noteFigures(test.info(), figures)
  for (const [name, page] of Object.entries(open))
    expect(await page.evaluate(() => 'stillTheSamePage' in globalThis), `${name} was not loaded again`).toBe(true)
})

test('one that ended after its planned end, one that never aired, and one whose hour passes while it is looked at', async ({ stack }) => {
  test.setTimeout(60_000)
  const late = await addShow(stack, { sessions: [{ fromMin: -90, toMin: -30 }], product: { title: 'Late of tests' } })
  await stack.factories.broadcast({
    product_id: late.product.id,
    state: 'ended',
    started_at: minutesFromNow(-80),
    ended_at: minutesFromNow(-10),
  })
  const never = await addShow(stack, { sessions: [{ fromMin: -90, toMin: -30 }], product: { title: 'Never of tests' } })
  const passing = await addShow(stack, { sessions: [{ fromMin: -60, toMin: 0.15 }], product: { title: 'Passing of tests' } })
  for (const { product } of [late, never, passing]) await giveTicket(stack, fan, product)

  const page = await tab('passing', `/products/${passing.product.slug}`)
  await expect(page.getByText(state('room_open')).first()).toBeVisible()
  const watched = await tab('list', '/mystuff/products')
  await expect(page.getByText(word('products', 'over.never_aired.action')).first()).toBeVisible({ timeout: 9_000 + withinMs })
  // prettier-ignore
  await expect(watched.getByRole('listitem').filter({ hasText: 'Passing of tests' }).getByText(new RegExp(`^${state('never_aired')}( ·|$)`))).toBeVisible({ timeout: withinMs })

  // Over: no button, not valid, and behind what can still be watched.
  const titles = await watched.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(titles[0]).toBe(title)
  for (const [{ product }, is] of [
    [late, 'ended'],
    [never, 'never_aired'],
  ] as const) {
    const row = watched.getByRole('listitem').filter({ hasText: product.title })
    await expect(row.getByText(new RegExp(`^${state(is)}( ·|$)`))).toBeVisible()
    await expect(row.getByText(word('tickets', 'state.over'))).toBeVisible()
    await expect(row.getByRole('link', { name: /:/ })).toHaveCount(0)
    await page.goto(`/products/${product.slug}`)
    await expect(page.getByText(word('products', `over.${is}.action`)).first()).toBeVisible()
    const offer = page.getByRole('complementary', { name: word('products', 'offer.label') })
    await expect(offer.getByRole('button', { name: word('products', 'get.action') })).toHaveCount(0)
    await expect(offer.getByRole('link')).toHaveCount(0)
    await page.goto(`/player/${product.slug}`)
    const said = word('player', `state.${is === 'ended' ? 'finished' : 'event_date_passed'}.title`)
    await expect(page.getByRole('heading', { level: 1, name: said })).toBeVisible()
  }
})
