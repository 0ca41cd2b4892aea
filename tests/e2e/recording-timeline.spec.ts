import type { Page } from 'playwright/test'
import type { PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import { getPlayback, logIn } from '../support/api-calls.ts'
import { openWindow } from '../support/browsers.ts'
import { writeCameraFiles } from '../support/camera-file.ts'
import { stepBetween } from '../support/continuity.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { durationOf, fetchMaster, fetchPlaylist, type MediaPlaylist } from '../support/hls-client.ts'
import { addShow, addViewer, giveTicket, type Person } from '../support/people.ts'
import { expectPlaying, filmPrice, goToPay, openCheckout, payWith } from '../support/shop.ts'
import { maxRun, ticksPerSecond } from '../support/picture-code.ts'
import type { ShownPicture } from '../support/pixels.ts'
import { serveScreenPage } from '../support/screen-page.ts'
import type { Stack } from '../support/stack.ts'
import { captureArgs, studioAt } from '../support/studio.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// A show in two takes: from one laptop, then from another one with a source of its own. Its recording is one show.

const run = Math.floor(Math.random() * maxRun)
const firstTakeSec = 12
const secondTakeSec = 14
const leastGapMs = 9_000
const segmentSec = 2

test('takes from two devices are one recording: one timeline, as long as what was sent, for player, organizer and studio, and a video on demand for nothing [CARD-031]', async ({
  stack,
  browserFor,
}, info) => {
  test.setTimeout(360_000)
  const camera = await writeCameraFiles(info.project.outputDir, run, { size: '640x360' })
  const screen = await serveScreenPage(run)
  const capture = { args: captureArgs(camera, screen), permissions: ['camera', 'microphone'], viewport: { width: 1280, height: 800 } }
  const picture = await stack.factories.picture()
  const show = await addShow(stack, {
    sessions: [{ fromMin: -5, toMin: 60 }],
    product: { title: 'Show in two takes', image_file_id: picture.id, ...filmPrice },
  })
  const speaker = await stack.factories.speaker({ owner_id: show.organizer.id })
  await stack.knex('product_speakers').insert({ product_id: show.product.id, speaker_id: speaker.id, position: 0 })
  const fan = await addViewer(stack)
  await giveTicket(stack, fan, show.product)
  try {
    // Browser A: its camera, until the laptop is shut.
    const laptop = await browserFor('first laptop', capture)
    const deskA = studioAt(await laptop.context.newPage())
    await preferEnglish(deskA.page)
    await deskA.logIn(show.organizer)
    await deskA.openDesk(show.product.title)
    await deskA.addCamera()
    await deskA.goLive()
    await expect(deskA.endButton()).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => sentSeconds(stack, show.product.id, 0), { timeout: 60_000 }).toBeGreaterThan(firstTakeSec)
    await laptop.context.close()
    const leftMs = Date.now()

    // Browser B: another source, on air again.
    const other = await browserFor('second laptop', capture)
    await openWindow(other.context, screen.url, { width: 960, height: 540 })
    const deskB = studioAt(await other.context.newPage())
    await preferEnglish(deskB.page)
    await deskB.logIn(show.organizer)
    await deskB.openDesk(show.product.title)
    await deskB.addFromMenu(word('studio', 'sources.screen'))
    await expect.poll(() => Date.now() - leftMs, { timeout: 20_000 }).toBeGreaterThan(leastGapMs)
    await deskB.page
      .getByRole('button', { name: word('studio', 'air.resume') })
      .first()
      .click()
    await expect.poll(() => sentSeconds(stack, show.product.id, 1), { timeout: 90_000 }).toBeGreaterThan(secondTakeSec)
    await deskB.end()
    const endedMs = Date.now()

    const { feeds, durationMs } = await recordingOf(stack, show.organizer, show.product.slug)
    const playableAfterMs = Date.now() - endedMs
    expect(feeds).toHaveLength(2)
    const lists = await Promise.all(feeds.map((feed) => listOf(stack, feed)))
    const takesSec = feeds.map((feed, index) => secondsOf(lists[index], feed))
    const lengthSec = (takesSec[0] ?? 0) + (takesSec[1] ?? 0)
    await noteFigures(info, { playableAfterMs, takesSec, durationMs, listsSec: lists.map((list) => durationOf(list)) })
    expect(takesSec[0]).toBeGreaterThan(firstTakeSec - 2 * segmentSec)
    expect(takesSec[1]).toBeGreaterThan(secondTakeSec - 2 * segmentSec)
    // Both feeds are the whole show: the same length, which is what both takes are together, and the same moments.
    for (const list of lists) expect(Math.abs(durationOf(list) - lengthSec)).toBeLessThan(segmentSec)
    expect(Math.abs(durationMs / 1000 - lengthSec)).toBeLessThan(segmentSec)
    const [first, second] = lists.map(({ segments }) => segments.map((segment) => segment.programDateTimeMs ?? 0))
    expect(first).toEqual(second)
    expect(first).toEqual(first?.toSorted((a, b) => a - b))
    expect(playableAfterMs).toBeLessThan(5_000)

    // The end in the studio, and the recording in the product.
    const said = clock(durationMs / 1000)
    await expect(deskB.summary()).toBeVisible({ timeout: 20_000 })
    await expect(deskB.page.getByText(new RegExp(`^${said}, `))).toBeVisible({ timeout: 20_000 })
    // The studio's log-in is the platform's.
    const organizer = await other.context.newPage()
    organizer.setDefaultTimeout(20_000)
    await preferEnglish(organizer)
    const channel = await stack.knex('channels').where({ id: show.product.channel_id }).first('slug')
    await organizer.goto(`/account/channels/${channel?.slug}/products/${show.product.slug}?step=media`)
    await expect(organizer.getByText(new RegExp(`^${said} · `)).first()).toBeVisible({ timeout: 20_000 })
    // As a video of its own it costs its organizer nothing, and a buyer plays it.
    const vodSlug = await putOnDemand(organizer)
    await other.context.close()
    const shop = await (await browserFor('buyer')).context.newPage()
    const buyer = await addViewer(stack)
    await openCheckout(shop, { product: { slug: vodSlug } as typeof show.product }, buyer)
    await goToPay(shop)
    await payWith(shop, 'succeeds')
    await shop.getByRole('link', { name: word('checkout', 'door.watch') }).click()
    await expectPlaying(shop)
    const chargeOf = () => stack.knex('usage_charges').where({ product_id: show.product.id, kind: 'recording' }).first()
    await expect.poll(async () => (await chargeOf())?.waived_reason, { timeout: 70_000 }).toBe('published_as_vod')
    expect((await chargeOf())?.amount_minor).toBe(0)

    // The player: the first picture runs through the whole show.
    const audience = await browserFor('audience')
    const viewer = viewerAt(await audience.context.newPage())
    viewer.page.setDefaultTimeout(20_000)
    await preferEnglish(viewer.page)
    await viewer.logIn(fan)
    await viewer.page.goto(`/player/${show.product.slug}?recording=`)
    const seen = await watchToEnd(viewer.picture, lengthSec + 30)
    await noteFigures(info, { seen: seen.length, sources: sourcesOf(seen), lastPositionSec: seen.at(-1)?.positionSec })
    expect(sourcesOf(seen)).toEqual(['camera', 'screen'])
    expect(seen[0]?.positionSec).toBeLessThan(3)
    expect(seen.at(-1)?.positionSec).toBeGreaterThan(lengthSec - 2)
    for (const source of ['camera', 'screen'] as const) {
      const steps = stepsOf(seen, source)
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
      // All of a take is shown: it counts on by what it is long.
      const shownSec = steps.reduce((sum, step) => sum + step, 0) / ticksPerSecond
      expect(Math.abs(shownSec - (takesSec[source === 'camera' ? 0 : 1] ?? 0))).toBeLessThan(2.5)
    }
    await expect(viewer.page.getByText(word('player', 'overlay.ended'))).toBeVisible({ timeout: 15_000 })

    // The other view is at the same moment of the same show, in either take.
    for (const key of ['9', '1']) {
      await viewer.stage.hover({ position: { x: 40, y: 90 } })
      await viewer.page.keyboard.press(key)
      const source = key === '9' ? 'screen' : 'camera'
      await expect.poll(async () => (await viewer.picture())?.code?.source, { timeout: 20_000 }).toBe(source)
      const before = await viewer.picture()
      const beforeMs = Date.now()
      await viewer.feedButtons().and(viewer.page.locator('[aria-pressed="false"]')).first().click()
      await expect.poll(async () => (await viewer.picture())?.frames, { timeout: 15_000 }).toBeGreaterThan(2)
      const after = await viewer.picture()
      expect(after?.code).toMatchObject({ run, source })
      const wentOnSec = before?.code && after?.code ? stepBetween(before.code, after.code) / ticksPerSecond : Number.NaN
      expect(Math.abs(wentOnSec - (Date.now() - beforeMs) / 1000)).toBeLessThan(3)
    }
  } finally {
    await screen.close()
  }
})

/** From the list of recordings to a published video. @returns its slug */
async function putOnDemand(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: word('recordings', 'putOnDemand') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/products\/show-in-two-takes/)
  await page.getByRole('button', { name: word('productEditor', 'publish.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: word('productEditor', 'publish.confirm'), exact: true }).click()
  await expect(page.getByText(word('productEditor', 'publish.done'))).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Seconds since the nth feed of the show began to be playable; 0 before. */
async function sentSeconds(stack: Stack, productId: string, ordinal: number): Promise<number> {
  const broadcast = await stack.knex('broadcasts').where({ product_id: productId }).first('id')
  const asset = broadcast && (await stack.knex('media_assets').where({ broadcast_id: broadcast.id, ordinal }).first('created_at'))
  return asset ? (Date.now() - asset.created_at.getTime()) / 1000 : 0
}

async function recordingOf(stack: Stack, organizer: Person, slug: string): Promise<{ feeds: PlaybackFeed[]; durationMs: number }> {
  const token = await logIn(stack, organizer)
  const read = async () => {
    const { body } = await getPlayback(stack, slug, { token })
    return body.state === 'finished' ? body.recording : null
  }
  await expect.poll(async () => (await read())?.feeds.length, { timeout: 20_000, intervals: [100] }).toBe(2)
  const found = await read()
  return { feeds: found?.feeds ?? [], durationMs: found?.durationMs ?? 0 }
}

async function listOf(stack: Stack, feed: PlaybackFeed): Promise<MediaPlaylist> {
  const { variants } = await fetchMaster(new URL(feed.masterUrl, stack.origin).href)
  return fetchPlaylist(variants.at(-1)?.url ?? '')
}

/** Seconds that a feed sent itself. */
function secondsOf(list: MediaPlaylist | undefined, feed: PlaybackFeed): number {
  return list ? durationOf({ ...list, segments: list.segments.filter(({ url }) => url.includes(feed.id)) }) : 0
}

interface Seen extends ShownPicture {
  code: NonNullable<ShownPicture['code']>
}

/** Looks at the player until its picture has stood still for some seconds at its end. */
async function watchToEnd(look: () => Promise<ShownPicture | null>, atMostSec: number): Promise<Seen[]> {
  const seen: Seen[] = []
  const untilMs = Date.now() + atMostSec * 1000
  let newAtMs = Number.POSITIVE_INFINITY
  while (Date.now() < untilMs && Date.now() - newAtMs < 6_000) {
    const picture = await look()
    const last = seen.at(-1)
    if (picture?.code && picture.code.run === run && picture.positionSec !== last?.positionSec) {
      seen.push({ ...picture, code: picture.code })
      newAtMs = Date.now()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return seen
}

function sourcesOf(seen: readonly Seen[]): string[] {
  return seen.map(({ code }) => code.source).filter((source, index, all) => source !== all[index - 1])
}

function stepsOf(seen: readonly Seen[], source: 'camera' | 'screen'): number[] {
  const own = seen.filter(({ code }) => code.source === source).map(({ code }) => code)
  return own.slice(1).flatMap((code, index) => {
    const before = own[index]
    return before ? [stepBetween(before, code)] : []
  })
}
