import { filmRun, segmentName } from '@e-events/shared/domain/film-files.ts'
import type { Page } from 'playwright/test'
import { getPlayback, logIn } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addShow, addViewer, giveTicket, minutesFromNow, type Person } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { takePlayerSeat, type PlayerSeat } from '../support/player-seat.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// Every state of the player in the real web application, against the real api and rows in its database.
test.describe('player states', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let viewer: Person
  let addresses: string[]
  let seat: PlayerSeat

  test.beforeAll(async ({ stack, sharedBrowser }) => {
    seat = await takePlayerSeat(stack, sharedBrowser)
    ;({ page, viewer, addresses } = seat)
  })
  test.beforeEach(() => seat.leave())

  test('a visitor is sent home and told what was wanted, and no media address leaves the server [PLY-001]', async ({
    stack,
    browserFor,
  }) => {
    const product = await seat.soldTo(stack, { sessions: [{ fromMin: 60, toMin: 120 }] })
    const anonymous = await browserFor('visitor')
    const door = await anonymous.context.newPage()
    await door.goto(`/player/${product.slug}`)
    await expect(door).toHaveURL(/\/$/)
    await expect(door.locator('video')).toHaveCount(0)
    await expect(door.locator(`a[href="/products/${product.slug}"]`, { hasText: word('common', 'door.about', 'es') })).toBeVisible()
    const answer = await getPlayback(stack, product.slug, {})
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(JSON.stringify(answer.body)).not.toContain('/media/')
  })

  test('without a ticket there is an offer and no media address [PLY-001, PLY-025]', async ({ stack }) => {
    const { product } = await addShow(stack, { sessions: [{ fromMin: 60, toMin: 120 }] })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('ticket')
    await expect(page.getByRole('link', { name: word('player', 'state.ticket.action') })).toHaveAttribute(
      'href',
      `/products/${product.slug}`,
    )
    const answer = await getPlayback(stack, product.slug, { token: await logIn(stack, viewer) })
    expect(answer).toMatchObject({ status: 402, code: 'TICKET_REQUIRED' })
    // A business refusal ends no session: the next page still knows who this is.
    await page.goto('/mystuff/products')
    await expect(page).toHaveURL(/mystuff/)
  })

  test('once the sale is over there is no offer any more [PLY-009]', async ({ stack }) => {
    const { product } = await addShow(stack, {
      sessions: [{ fromMin: 60, toMin: 120 }],
      product: { sale_starts_at: minutesFromNow(-120), sale_ends_at: minutesFromNow(-60) },
    })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('notPurchasable')
    await page.goto(`/products/${product.slug}`)
    await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible()
    await expect(page.getByRole('button', { name: word('products', 'get.action') })).toHaveCount(0)
  })

  test('no sessions [PLY-007]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { sessions: [] })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('no_sessions')
  })

  test('available on a date: the date in both zones and a countdown [PLY-004]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { sessions: [{ fromMin: 60, toMin: 120 }] })
    await page.goto(`/player/${product.slug}`)
    const timer = page.getByRole('timer', { name: word('player', 'waiting.label') })
    await expect(timer).toContainText(/(00\D*59|01\D*00)/)
    const before = await timer.innerText()
    await expect.poll(() => timer.innerText()).not.toBe(before)
    await expect(page.locator('main')).toContainText('Madrid')
    await expect(page.locator('video')).toHaveCount(0)
  })

  test('not available yet: its hour has come and nobody is on air [PLY-003]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { sessions: [{ fromMin: -10, toMin: 60 }] })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('not_available_yet')
  })

  test('not available yet: a video that is still being made [PLY-003]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { product: { type: 'vod' } })
    await stack.factories.asset({ product_id: product.id, state: 'processing', duration_ms: null })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('not_available_yet')
  })

  test('finished, without a recording [PLY-005]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { sessions: [{ fromMin: -30, toMin: 30 }] })
    await stack.factories.broadcast({ product_id: product.id, session_id: product.sessions[0]?.id ?? null, state: 'ended' })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('finished')
  })

  test('event date passed: it never went on air [PLY-008]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { sessions: [{ fromMin: -3_000, toMin: -2_900 }] })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('event_date_passed')
  })

  test('misconfigured: the way to support by e-mail [PLY-006]', async ({ stack }) => {
    const product = await seat.soldTo(stack, { product: { type: 'vod' } })
    await page.goto(`/player/${product.slug}`)
    await seat.expectNothingToPlay('misconfigured')
    await expect(page.getByRole('link', { name: word('player', 'state.support') })).toHaveAttribute('href', /^mailto:.+@.+/)
  })

  test('a video on demand plays, and its address opens nothing with another token [PLY-001, PLY-012]', async ({ stack }) => {
    const run = Math.floor(Math.random() * maxRun)
    const product = await seat.soldTo(stack, { product: { type: 'vod', title: 'Seeded video' } })
    const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath() })
    await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
    await page.goto(`/player/${product.slug}`)
    const player = viewerAt(page)
    await expect.poll(async () => (await player.picture())?.code?.run).toBe(run)
    const first = (await player.picture())?.code?.counter ?? 0
    await expect.poll(async () => (await player.picture())?.code?.counter ?? 0).toBeGreaterThan(first + 15)
    expect(await player.qualities()).toEqual([word('player', 'controls.auto'), '720p', '360p'])

    const address = addresses.find((one) => one.endsWith('master.m3u8')) ?? ''
    expect((await fetch(address)).status).toBe(200)
    const foreign = await seat.soldTo(stack, { product: { type: 'vod' } })
    await stack.factories.asset({ product_id: foreign.id })
    const other = await getPlayback(stack, foreign.slug, { token: await logIn(stack, viewer) })
    const otherToken = /\/media\/([^/]+)\//.exec(JSON.stringify(other.body))?.[1] ?? 'none'
    const ownToken = /\/media\/([^/]+)\//.exec(address)?.[1] ?? 'none'
    expect(otherToken).not.toBe(ownToken)
    const refused = await fetch(address.replace(ownToken, otherToken), { headers: { 'accept-language': 'pt' } })
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('subtitles that the organizer stored are shown at their second, by key, and kept with their size over a reload [UX-050]', async ({
    stack,
    browserFor,
  }) => {
    const run = Math.floor(Math.random() * maxRun)
    const { product, organizer } = await addShow(stack, { product: { type: 'vod', title: 'Seeded video with subtitles' } })
    await giveTicket(stack, viewer, product)
    const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath() })
    await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })

    const desk = await (await browserFor('organizer of the video')).context.newPage()
    await preferEnglish(desk)
    await viewerAt(desk).logIn(organizer)
    const channel = await stack.knex('channels').where({ id: product.channel_id }).first('slug')
    await desk.goto(`/account/channels/${channel?.slug}/products/${product.slug}?step=media`)
    const store = async (name: string, text: string) =>
      desk
        .locator(`input[type=file][aria-label="${word('captionFiles', 'choose')}"]`)
        .setInputFiles({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) })
    await store('film.srt', '1\n00:00:01,000 --> 00:00:02,000\nNo\n')
    await expect(desk.getByRole('alert')).toContainText(word('captionFiles', 'fault.header'))
    await store('film.vtt', 'WEBVTT\n\n00:00.000 --> 00:04.000\n<i>First</i> words\n\n00:05.000 --> 00:09.900\nSecond words\n')
    await expect(desk.getByText('2 lines')).toBeVisible()

    await page.goto(`/player/${product.slug}`)
    const player = viewerAt(page)
    await expect.poll(async () => (await player.picture())?.code?.run).toBe(run)
    const words = page.getByTestId('captions')
    await expect(words).toHaveCount(0)
    await page.keyboard.press('c')
    await page.keyboard.press('1')
    await expect(words).toHaveText('First words')
    await page.keyboard.press('6')
    await expect(words).toHaveText('Second words')
    const size = () => words.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await size()
    await page.getByRole('button', { name: word('player', 'controls.settings') }).click()
    await page.getByRole('menuitemradio', { name: word('captions', 'size.huge') }).click()
    await page.keyboard.press('6')
    await expect.poll(size).toBeGreaterThan(before * 1.5)
    await page.keyboard.press('f')
    await page.keyboard.press('6')
    await expect(words).toBeVisible()
    await page.keyboard.press('f')
    await page.reload()
    await expect.poll(async () => (await player.picture())?.code?.run).toBe(run)
    await page.keyboard.press('6')
    await expect(words).toHaveText('Second words')
    expect(await size()).toBeGreaterThan(before * 1.5)
    await page.keyboard.press('c')
    await expect(words).toHaveCount(0)

    // Those from before the reload ended with that visit.
    const address = addresses.findLast((one) => one.endsWith('.vtt') && !one.endsWith('thumbnails.vtt')) ?? ''
    expect((await fetch(address)).status).toBe(200)
    expect((await fetch(address.replace(/\/media\/[^/]+\//, '/media/none/'))).status).not.toBe(200)
  })

  test('a second device asks and takes over within three seconds; the first says where it goes on and takes it back [PLY-013]', async ({
    stack,
    browserFor,
  }, info) => {
    const run = Math.floor(Math.random() * maxRun)
    const product = await seat.soldTo(stack, { product: { type: 'vod', title: 'Seeded video of two devices' } })
    const prefix = await putVod(stack, { run, name: product.id, workDir: info.outputPath() })
    await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
    const other = await (await browserFor('second device')).context.newPage()
    await preferEnglish(other)
    await viewerAt(other).logIn(viewer)
    const plays = (at: Page) => expect.poll(async () => (await viewerAt(at).picture())?.code?.run, { timeout: 20_000 }).toBe(run)
    const notice = /^Playback goes on on .+, Linux$/
    const continueHere = (at: Page) => at.getByRole('button', { name: word('player', 'elsewhere.action') })

    await page.goto(`/player/${product.slug}`)
    await plays(page)
    await other.goto(`/player/${product.slug}`)
    await expect(other.getByRole('heading', { level: 1, name: /^Playing on .+, Linux. Continue here\?$/ })).toBeVisible()
    await expect(other.locator('video')).toHaveCount(0)

    const tookMs: number[] = []
    for (const [to, from] of [
      [other, page],
      [page, other],
    ] as const) {
      const address = addresses.findLast((one) => one.endsWith('.m4s')) ?? ''
      const pressedMs = Date.now()
      await continueHere(to).click()
      await expect(from.getByRole('heading', { level: 1, name: notice })).toBeVisible({ timeout: 3_000 })
      tookMs.push(Date.now() - pressedMs)
      await expect(from.locator('video')).toHaveCount(0)
      await plays(to)
      // Its addresses open nothing more.
      if (from === page) await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(404)
    }
    for (const ms of tookMs) expect(ms).toBeLessThan(3_000)
    await noteFigures(info, { tookOverAfterMs: tookMs[0] ?? 0, tookBackAfterMs: tookMs[1] ?? 0 })
  })

  test('a deferred live: two viewers at the same second, one with a clock an hour off, nobody ahead, then its video [LIVE-019, CAT-022]', async ({
    stack,
    browserFor,
  }) => {
    test.setTimeout(120_000)
    const run = Math.floor(Math.random() * maxRun)
    const videoMs = 30_000
    const { product } = await addShow(stack, { product: { type: 'live', title: 'Recorded in the harbour' } })
    await giveTicket(stack, viewer, product)
    const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath(), seconds: videoMs / 1000 })
    const video = await stack.factories.asset({
      product_id: product.id,
      storage_prefix: prefix,
      duration_ms: videoMs,
      rungs: ['720p', '360p'],
      thumbnails_path: 'thumbnails.vtt',
    })
    await stack.knex('products').where({ id: product.id }).update({ media_asset_id: video.id })
    // Its hour comes while somebody waits.
    const startsAtMs = Date.now() + 8_000
    await stack.factories.session({ product_id: product.id, starts_at: new Date(startsAtMs), ends_at: new Date(startsAtMs + 3_600_000) })
    await page.goto(`/player/${product.slug}`)
    await expect(page.getByRole('timer', { name: word('player', 'waiting.label') })).toBeVisible()
    expect(addresses).toEqual([])
    const first = viewerAt(page)
    await expect.poll(async () => (await first.picture())?.code?.run, { timeout: 25_000 }).toBe(run)
    const placeSec = () => (Date.now() - startsAtMs) / 1000

    // A latecomer lands where the others are, whatever the own clock says.
    const late = await browserFor('an hour off')
    const lateFan = await addViewer(stack)
    await giveTicket(stack, lateFan, product)
    const latePage = await late.context.newPage()
    await latePage.addInitScript(() => {
      const own = Date.now.bind(Date)
      Date.now = () => own() + 3_600_000
    })
    await preferEnglish(latePage)
    const second = viewerAt(latePage)
    await second.logIn(lateFan)
    await latePage.goto(`/player/${product.slug}`)
    await expect.poll(async () => (await second.picture())?.code?.run, { timeout: 20_000 }).toBe(run)
    const position = (at: Page) => at.evaluate(() => document.querySelector<HTMLVideoElement>('video')?.currentTime ?? Number.NaN)
    const apart = async () => {
      const [one, other] = await Promise.all([position(page), position(latePage)])
      return { apartSec: Math.abs(one - other), behindSec: placeSec() - one, one, other }
    }
    await expect.poll(async () => (await apart()).apartSec, { timeout: 12_000 }).toBeLessThan(0.5)
    const inStep = await apart()
    await noteFigures(test.info(), { ...inStep })
    expect(Math.abs(inStep.behindSec)).toBeLessThan(1)

    // Nothing that lies ahead: not by the end of the bar, not by a key, not by the address.
    await page.keyboard.press('9')
    await page.keyboard.press('l')
    await expect.poll(async () => Math.abs(placeSec() - (await position(page)))).toBeLessThan(1.5)
    const master = addresses.find((one) => one.endsWith('master.m3u8')) ?? ''
    const folder = master.slice(0, master.lastIndexOf('/') + 1)
    const list = await (await fetch(`${folder}720p.m3u8`)).text()
    expect(list).not.toContain('ENDLIST')
    const listed = list.match(/^e1r0\/720p_\d+\.m4s$/gm)?.length ?? 0
    expect(listed * 2).toBeLessThan(placeSec() + 6)
    const name = (index: number) => `${folder}${filmRun}/${segmentName('720p', index)}`
    expect([(await fetch(name(0))).status, (await fetch(name(14))).status]).toEqual([200, 404])
    expect((await fetch(`${folder}thumbnails.vtt`)).status).toBe(404)

    // Back and a pause are allowed; LIVE catches up.
    await page.keyboard.press('j')
    await expect.poll(async () => placeSec() - (await position(page))).toBeGreaterThan(3)
    await first.backToLive()
    await expect.poll(async () => Math.abs(placeSec() - (await position(page)))).toBeLessThan(1.5)

    // It ends by itself, and is a video at the same address, which goes on where somebody left.
    await latePage.keyboard.press(' ')
    const leftSec = await position(latePage)
    await expect(page.getByRole('button', { name: word('player', 'state.watchRecording') })).toBeVisible({ timeout: 40_000 })
    await page.getByRole('button', { name: word('player', 'state.watchRecording') }).click()
    await expect.poll(async () => (await first.picture())?.code?.run).toBe(run)
    await expect(first.controls.live).toHaveCount(0)
    await latePage.goto(`/player/${product.slug}?recording=`)
    await expect.poll(() => position(latePage)).toBeGreaterThanOrEqual(Math.floor(leftSec) - 5)
    expect(await position(latePage)).toBeLessThan(leftSec + 8)
  })
})
