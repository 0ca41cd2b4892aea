import type { Page } from 'playwright/test'
import { logIn, sayInChat } from '../support/api-calls.ts'
import { openPerson, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addShow, addViewer, giveTicket, type Person, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { descendantsOf } from '../support/process-tree.ts'
import type { Stack } from '../support/stack.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// A part of the platform goes: the picture goes on, the chat says that it waits, and is there again by itself.
test.describe.configure({ mode: 'serial' })
test.use({ ownDatabase: true })
const seconds = 90
const run = Math.floor(Math.random() * maxRun)
let fan: Person
let friendToken: string
let show: Show
let browser: OwnBrowser
let page: Page

test.beforeAll(async ({ stack, chromium }, info) => {
  test.setTimeout(180_000)
  fan = await addViewer(stack)
  const friend = await addViewer(stack)
  friendToken = await logIn(stack, friend)
  show = await addShow(stack, { product: { type: 'live', title: 'Recorded before the storm' } })
  for (const one of [fan, friend]) await giveTicket(stack, one, show.product)
  const { id } = show.product
  const prefix = await putVod(stack, { run, name: id, workDir: info.outputPath(), seconds })
  const video = await stack.factories.asset({
    product_id: id,
    storage_prefix: prefix,
    duration_ms: seconds * 1000,
    rungs: ['720p', '360p'],
  })
  await stack.knex('products').where({ id }).update({ media_asset_id: video.id })
  browser = await openPerson(chromium, { baseUrl: stack.origin })
  page = await browser.context.newPage()
  await preferEnglish(page)
  await viewerAt(page).logIn(fan)
  const [starts_at, ends_at] = [new Date(), new Date(Date.now() + 3_600_000)]
  await stack.factories.session({ product_id: show.product.id, starts_at, ends_at })
  await page.goto(`/player/${show.product.slug}`)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }))
})
test.afterAll(() => browser.close())

const panel = () => page.getByRole('region', { name: word('chat', 'title'), exact: true })
const input = () => panel().getByRole('textbox', { name: word('chat', 'composer.label') })
const line = (text: string) => panel().getByRole('article').filter({ hasText: text })
/** A data store of this stack that listens on the port of this address. */
const storeOf = (stack: Stack, program: RegExp, address: string) =>
  descendantsOf(process.pid).find(({ command }) => program.test(command) && command.includes(new URL(String(stack.env[address])).port))
const isSaid = (key: string) =>
  expect(
    panel()
      .getByRole('status')
      .filter({ hasText: word('chat', key) }),
  ).toBeVisible({ timeout: 15_000 })
const positionSec = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN)

/** Longest time for which the picture stood while `act` ran and after it. */
async function longestStandstillMs(act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { last: performance.now(), at: -1, longest: 0 }
    const look = () => {
      const at = document.querySelector('video')?.currentTime ?? 0
      const now = performance.now()
      if (at !== seen.at) Object.assign(seen, { at, last: now })
      seen.longest = Math.max(seen.longest, now - seen.last)
    }
    Object.assign(globalThis, { standstill: seen, looking: setInterval(look, 50) })
  })
  await act()
  return page.evaluate(() => {
    const { standstill, looking } = globalThis as unknown as { standstill: { longest: number }; looking: number }
    clearInterval(looking)
    return standstill.longest
  })
}

const failed = () => panel().getByRole('button', { name: word('chat', 'again') })
/** Sent again, by a press, for as long as it is said that it was not sent, or stands in the field. */
const arrives = (text: string) =>
  expect(async () => {
    if (await failed().isVisible()) await failed().click()
    else if ((await input().inputValue()) === text) await input().press('Enter')
    await expect(line(text)).toHaveCount(1, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })

async function talksAgain(stack: Stack, text: string): Promise<void> {
  await expect(input()).toBeEnabled({ timeout: 20_000 })
  // The friend's words arrive by the socket, the own ones leave by HTTP.
  await expect(async () => {
    const said = await sayInChat(stack, show.product.slug, `${text}, says a friend`, friendToken)
    expect(said.status).toBe(201)
  }).toPass({ timeout: 20_000 })
  await expect(line(`${text}, says a friend`).first()).toBeVisible({ timeout: 20_000 })
  await input().fill(`${text}, I say`)
  await input().press('Enter')
  await arrives(`${text}, I say`)
}

async function withstands(stack: Stack, name: string, fault: () => Promise<void>): Promise<void> {
  await expect(input()).toBeEnabled({ timeout: 20_000 })
  const from = await positionSec()
  const stoodMs = await longestStandstillMs(async () => {
    await fault()
    await talksAgain(stack, name)
    await expect.poll(positionSec, { timeout: 10_000 }).toBeGreaterThan(from + 2)
  })
  await noteFigures(test.info(), { stoodMs })
  expect(stoodMs).toBeLessThan(2_000)
  expect(await page.evaluate(() => 'stillTheSamePage' in globalThis)).toBe(true)
}

test('the api is killed', async ({ stack }) => {
  await withstands(stack, 'The api is back', async () => {
    process.kill(stack.pidOf('api'), 'SIGKILL')
    await isSaid('reconnecting')
  })
})

test('Redis is killed', async ({ stack }) => {
  await withstands(stack, 'Redis is back', async () => {
    const redis = storeOf(stack, /redis|valkey/, 'REDIS_URL')
    if (!redis) throw new Error('no Redis of this stack runs')
    process.kill(redis.pid, 'SIGKILL')
    await Promise.resolve()
  })
})

test('PostgreSQL is stopped for some seconds: what is written meanwhile is kept, and leaves by itself, once', async ({ stack }) => {
  const kept = 'Written while nobody could keep it'
  await withstands(stack, 'PostgreSQL is back', async () => {
    // Written before: once the chat has noticed, nothing can be sent.
    await input().fill(kept)
    // A second after the last message.
    await expect(panel().getByRole('button', { name: word('chat', 'composer.send'), exact: true })).toBeEnabled()
    const awayUntilMs = Date.now() + 8_000
    const keptAway = (async () => {
      for (; Date.now() < awayUntilMs; await new Promise((next) => setTimeout(next, 100))) {
        const postgres = storeOf(stack, /postgres.* -D /, 'DATABASE_URL')
        if (postgres) process.kill(postgres.pid, 'SIGINT')
      }
    })()
    const isReady = async () => (await fetch(`http://127.0.0.1:${stack.env['API_PORT']}/readyz`)).ok
    await expect.poll(isReady, { intervals: [20] }).toBe(false)
    await input().press('Enter')
    await isSaid('disabled')
    await expect(panel()).toContainText(word('chat', 'waits'))
    await expect(input()).toBeDisabled()
    await keptAway
    await expect(line(kept)).toHaveCount(1, { timeout: 30_000 })
    await expect(panel()).not.toContainText(word('chat', 'waits'))
  })
  const rows = await stack.knex('chat_messages').where({ text: kept }).count({ count: '*' })
  expect(rows).toEqual([{ count: 1 }])
})
