import type { Page } from 'playwright/test'
import { accessibilityFaults } from '../support/a11y.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow, minutesFromNow, type Person } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { takePlayerSeat, type PlayerSeat } from '../support/player-seat.ts'
import type { Stack } from '../support/stack.ts'
import { viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// The player to somebody with, without or after access, beside the states that the specification names.
let page: Page
let viewer: Person
let addresses: string[]
let seat: PlayerSeat

test.beforeAll(async ({ stack, sharedBrowser }) => {
  seat = await takePlayerSeat(stack, sharedBrowser)
  ;({ page, viewer, addresses } = seat)
})
test.beforeEach(() => seat.leave())
test.afterAll(() => page.close())

/** A short film of this product, with its code. */
const putFilm = async (stack: Stack, productId: string) => {
  const run = Math.floor(Math.random() * maxRun)
  const prefix = await putVod(stack, { run, name: productId, workDir: test.info().outputPath() })
  await stack.factories.asset({ product_id: productId, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
  return { run }
}

test('for subscribers only: the way to the subscription by keyboard; its last day plays, and after it the offer is back [PLY-011]', async ({
  stack,
}) => {
  const { product } = await addShow(stack, { product: { type: 'vod', title: 'For the circle', subscription_only: true } })
  const { run } = await putFilm(stack, product.id)
  await page.goto(`/player/${product.slug}`)
  await seat.expectNothingToPlay('subscription')
  expect(await accessibilityFaults(page)).toEqual([])
  const offer = page.getByRole('link', { name: word('player', 'state.subscription.action') })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(offer).toBeFocused({ timeout: 200 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/channels\/[^/]+\/subscription/)
  const money = { net_minor: 500, tax_basis_points: 2_100, total_minor: 605, currency: 'EUR' } as const
  const ending = { status: 'cancelled', cancelled_at: new Date(), valid_until: minutesFromNow(10) } as const
  await stack.knex('subscriptions').insert({ user_id: viewer.id, channel_id: product.channel_id, ...ending, ...money })
  await page.goto(`/player/${product.slug}`)
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
  await stack
    .knex('subscriptions')
    .where({ user_id: viewer.id })
    .update({ valid_until: minutesFromNow(-1) })
  await seat.leave()
  await page.goto(`/player/${product.slug}`)
  await seat.expectNothingToPlay('subscription')
})

test('a ticket of a later date opens nothing today, and says so', async ({ stack }) => {
  const dates = [
    { fromMin: -10, toMin: 60 },
    { fromMin: 3_000, toMin: 3_060 },
  ]
  const { product } = await addShow(stack, { sessions: dates })
  await stack.factories.ticket({ user_id: viewer.id, product_id: product.id, session_id: product.sessions[1]?.id ?? null })
  await page.goto(`/player/${product.slug}`)
  await expect(page.locator('main')).toContainText('Your ticket is for another session of this event.')
  await expect(page.locator('video')).toHaveCount(0)
  expect(addresses).toEqual([])
  expect(await accessibilityFaults(page)).toEqual([])
})

test('called off: why, and what is said of the money', async ({ stack }) => {
  const product = await seat.soldTo(stack, { sessions: [{ fromMin: 60, toMin: 120 }] })
  await stack.knex('product_sessions').where({ product_id: product.id }).update({ state: 'cancelled' })
  await stack.knex('products').where({ id: product.id }).update({ cancelled_at: new Date() })
  await page.goto(`/player/${product.slug}`)
  await seat.expectNothingToPlay('cancelled')
  await expect(page.locator('main')).toContainText(word('player', 'state.cancelled.text'))
  expect(await accessibilityFaults(page)).toEqual([])
})

test('called off after a part of it was sent: why, and that part can be watched', async ({ stack }) => {
  const product = await seat.soldTo(stack, { sessions: [{ fromMin: -60, toMin: -30 }] })
  const session_id = product.sessions[0]?.id ?? null
  const sent = { started_at: minutesFromNow(-60), ended_at: minutesFromNow(-30) }
  const broadcast = await stack.factories.broadcast({ product_id: product.id, session_id, state: 'ended', ...sent })
  const feed = await stack.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
  const run = Math.floor(Math.random() * maxRun)
  await putVod(stack, { run, name: feed.id, folder: `live/${broadcast.id}`, workDir: test.info().outputPath() })
  await stack.factories.asset({
    feed_id: feed.id,
    kind: 'recording',
    state: 'ready',
    duration_ms: 10_000,
    rungs: ['720p', '360p'],
  })
  await stack.knex('product_sessions').where({ product_id: product.id }).update({ state: 'cancelled' })
  await stack.knex('products').where({ id: product.id }).update({ cancelled_at: new Date() })
  await page.goto(`/player/${product.slug}`)
  await seat.expectNothingToPlay('cancelled')
  await page.getByRole('button', { name: word('player', 'state.watchRecording') }).click()
  await expect.poll(async () => (await viewerAt(page).picture())?.code?.run).toBe(run)
})

test('finished while its recording is being made: nothing to press yet; once it is made it is offered', async ({ stack }) => {
  const product = await seat.soldTo(stack, { sessions: [{ fromMin: -60, toMin: -30 }] })
  const session_id = product.sessions[0]?.id ?? null
  const shown = {
    product_id: product.id,
    session_id,
    state: 'ended' as const,
    started_at: minutesFromNow(-60),
    ended_at: minutesFromNow(-30),
  }
  const broadcast = await stack.factories.broadcast(shown)
  const feed = await stack.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
  const recording = await stack.factories.asset({
    feed_id: feed.id,
    kind: 'recording',
    state: 'processing',
    duration_ms: null,
    rungs: ['720p', '360p'],
  })
  await page.goto(`/player/${product.slug}`)
  await seat.expectNothingToPlay('finished')
  await expect(page.getByRole('button', { name: word('player', 'state.watchRecording') })).toHaveCount(0)
  await stack.knex('media_assets').where({ id: recording.id }).update({ state: 'ready', duration_ms: 10_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: word('player', 'state.watchRecording') })).toBeVisible()
})

test('a video of another player: in a frame that says whose it is, and nothing of ours is asked for', async ({ stack }) => {
  const product = await seat.soldTo(stack, { product: { type: 'vod', title: 'Filmed elsewhere', url: 'https://vimeo.com/76979871' } })
  await page.route('https://player.vimeo.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>x</title><main><h1>A foreign player</h1></main>',
    }),
  )
  await page.goto(`/player/${product.slug}`)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A foreign player' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('title', word('player', 'embedded.frame').replace('{host}', 'vimeo.com'))
  await expect(page.locator('main')).toContainText('vimeo.com')
  await expect(page.locator('video')).toHaveCount(0)
  expect(addresses).toEqual([])
  expect(await accessibilityFaults(page)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a meeting has a page of its own, whatever address led here', async ({ stack }) => {
  const product = await seat.soldTo(stack, { product: { type: 'meet', title: 'Talk of tests' }, sessions: [{ fromMin: 60, toMin: 120 }] })
  await page.goto(`/player/${product.slug}`)
  await expect(page).toHaveURL(new RegExp(`/meets/${product.slug}`))
})
