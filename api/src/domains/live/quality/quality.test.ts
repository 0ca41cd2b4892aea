import { randomUUID } from 'node:crypto'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { viewings, type QualityReport, type ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  // The clock stands still, so that every figure is exact.
  t = await createTestApi({ cachesResponses: true })
})
afterAll(() => t.stop())

const agents = {
  computer: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  tablet: 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}
const nothing: ViewingReport = {
  sequence: 1,
  of: 'show',
  ageMs: 0,
  idleMs: 0,
  isOver: false,
  hasStarted: true,
  startupMs: null,
  liveMs: 0,
  behindMs: 0,
  videoMs: 0,
  rebuffers: 0,
  rebufferedMs: 0,
  rungChanges: 0,
  rungs: [],
  errors: [],
  places: [],
}

/** A show that begins on a full minute: now, or later. */
async function stage(fields: Parameters<TestApi['factories']['product']>[0] = {}, beginsInMs = 0) {
  t.clock.advance(60_000 - (t.clock.nowMs() % 60_000))
  const startMs = t.clock.nowMs()
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: channel.id, ...fields }, { sessions: 0 })
  const session = await t.factories.session({ product_id: product.id, starts_at: new Date(startMs + beginsInMs) })
  const startSec = startMs / 1_000
  return {
    product,
    session,
    startSec,
    owner: await t.tokenOf(owner),
    /** Waits until so many seconds after the start. */
    at: (seconds: number) => t.clock.advance(startMs + seconds * 1_000 - t.clock.nowMs()),
    viewer: async (agent: keyof typeof agents = 'computer', known?: UserRow) => {
      const user = known ?? (await t.factories.user())
      if (!known) await t.factories.ticket({ user_id: user.id, product_id: product.id })
      const as = await t.tokenOf(user)
      const id: string = randomUUID()
      const report = (body: Partial<ViewingReport>) =>
        t.call(viewings.report, { params: { slug: product.slug, id }, body: { ...nothing, ...body }, as }).set('user-agent', agents[agent])
      return { user, as, id, report }
    },
    read: async (query: Record<string, string> = {}, as?: string) =>
      t.call(viewings.quality, { params: { slug: product.slug }, query, as: as ?? (await t.tokenOf(owner)) }),
    rows: () => t.database.knex('viewings').where({ product_id: product.id }),
  }
}
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const figuresOf = (reply: { body: unknown }) => reply.body as QualityReport

describe('a report of a viewing', () => {
  it('is refused without access, of another account, and of a show that never began', async () => {
    const show = await stage()
    const stranger = await t.tokenOf(await t.factories.user())
    const params = { slug: show.product.slug, id: randomUUID() }
    expect(codeOf(await t.call(viewings.report, { params, body: nothing, as: stranger }))).toBe('TICKET_REQUIRED')
    expect(codeOf(await t.call(viewings.report, { params: { ...params, slug: 'absent' }, body: nothing, as: stranger }))).toBe('NOT_FOUND')
    const [mine, other] = [await show.viewer(), await show.viewer()]
    await mine.report({ ageMs: 1_000, liveMs: 1_000 }).expect(204)
    const foreign = { slug: show.product.slug, id: mine.id }
    expect(codeOf(await t.call(viewings.report, { params: foreign, body: { ...nothing, sequence: 9 }, as: other.as }))).toBe('NOT_FOUND')
    expect(await show.rows()).toMatchObject([{ user_id: mine.user.id, sequence: 1 }])
    const later = await stage({}, 3_600_000)
    expect(codeOf(await (await later.viewer()).report({ ageMs: 1_000 }))).toBe('VIEWING_IMPOSSIBLE')
  })

  it('tells of no more seconds than have passed by the clock of the server', async () => {
    const show = await stage({ type: 'vod' })
    const { report } = await show.viewer()
    const video = { of: 'video' as const }
    // No viewing began longer ago than its first report may say.
    expect(codeOf(await report({ ...video, ageMs: 3_600_000, videoMs: 3_600_000 }))).toBe('VIEWING_IMPOSSIBLE')
    for (const forged of [
      { videoMs: 41_000 },
      { videoMs: 20_000, rebufferedMs: 21_000 },
      { videoMs: 1_000, hasStarted: false },
      { videoMs: 20_000, rungs: [{ heightPx: 1_080, ms: 30_000 }] },
      { videoMs: 20_000, places: [{ from: 0, to: 3_600 }] },
      { videoMs: 20_000, places: [{ from: 9, to: 9 }] },
      { startupMs: 41_000 },
    ])
      expect(codeOf(await report({ ...video, ageMs: 30_000, ...forged }))).toBe('VIEWING_IMPOSSIBLE')
    expect(await show.rows()).toEqual([])
    await report({ ...video, ageMs: 30_000, videoMs: 30_000 }).expect(204)
    t.clock.advance(20_000)
    expect(codeOf(await report({ ...video, sequence: 2, ageMs: 50_000, videoMs: 61_000 }))).toBe('VIEWING_IMPOSSIBLE')
    await report({ ...video, sequence: 2, ageMs: 50_000, videoMs: 50_000 }).expect(204)
    expect(await show.rows()).toMatchObject([{ sequence: 2, video_ms: 50_000, session_id: null }])
  })

  it('counts once however often and in whatever order it comes', async () => {
    const show = await stage()
    const { report } = await show.viewer()
    show.at(60)
    const first = { ageMs: 60_000, liveMs: 60_000, places: [{ from: show.startSec, to: show.startSec + 60 }] }
    await report(first).expect(204)
    show.at(120)
    const second = { ...first, sequence: 2, ageMs: 120_000, liveMs: 120_000, rebuffers: 1 }
    await Promise.all([report(second).expect(204), report(second).expect(204), report(second).expect(204)])
    const rows = await show.rows()
    expect(rows).toMatchObject([{ live_ms: 120_000, rebuffers: 1, sequence: 2 }])
    t.clock.advance(600_000)
    await report(first).expect(204)
    await report(second).expect(204)
    expect(await show.rows()).toEqual(rows)
  })

  it('keeps families of browser and system, and nothing else of the device', async () => {
    const show = await stage()
    for (const agent of ['computer', 'phone', 'tablet'] as const) await (await show.viewer(agent)).report({ ageMs: 1_000 }).expect(204)
    const rows = await show.rows().select('device_kind', 'browser', 'system').orderBy('device_kind')
    expect(rows).toEqual([
      { device_kind: 'computer', browser: 'Firefox', system: 'Linux' },
      { device_kind: 'phone', browser: 'Safari', system: 'iOS' },
      { device_kind: 'tablet', browser: 'Chrome', system: 'Android' },
    ])
  })

  it('says where its account goes on, on any device: the last place counts, and none of an earlier show', async () => {
    const film = await stage({ type: 'vod' })
    await t.factories.asset({ product_id: film.product.id, duration_ms: 600_000 })
    const { user, as, report } = await film.viewer('computer')
    const resume = async (of = film, token = as) => {
      const reply = await t.call(playback.get, { params: { slug: of.product.slug }, query: { recording: 'true' }, as: token })
      const answer = reply.body as Playback
      return answer.state === 'ready' ? answer.media.resume : answer.state === 'finished' ? answer.recording?.resume : answer.state
    }
    expect(await resume()).toBeUndefined()
    const video = { of: 'video' as const, ageMs: 10_000, videoMs: 10_000 }
    await report({ ...video, resumeSec: 95 }).expect(204)
    expect(await resume()).toEqual({ positionSec: 95, at: t.clock.now().toISOString() })
    // A report that knows of no place changes none.
    await report({ ...video, sequence: 2 }).expect(204)
    expect(await resume()).toMatchObject({ positionSec: 95 })
    t.clock.advance(60_000)
    const phone = await film.viewer('phone', user)
    await phone.report({ ...video, resumeSec: 0 }).expect(204)
    expect(await resume()).toEqual({ positionSec: 0, at: t.clock.now().toISOString() })
    const stranger = await film.viewer()
    expect(await resume(film, stranger.as)).toBeUndefined()
    expect(codeOf(await report({ ...video, sequence: 3, resumeSec: -1 }))).toBe('VALIDATION_FAILED')

    // Left at 34:10 of the show: there its recording goes on, and the one of the next week begins at its beginning.
    const show = await stage({ type: 'broadcast' })
    const airNow = async () => {
      const at = t.clock.now()
      const times = { started_at: at, first_media_at: at, ended_at: new Date(at.getTime() + 3_000_000) }
      const aired = { product_id: show.product.id, session_id: show.session.id, state: 'ended' as const, ...times }
      const feed = await t.factories.feed({ broadcast_id: (await t.factories.broadcast(aired)).id, state: 'ended' })
      await t.factories.asset({ feed_id: feed.id, state: 'ready', kind: 'recording', duration_ms: 3_000_000 })
    }
    await airNow()
    const fan = await show.viewer()
    await fan.report({ ageMs: 10_000, liveMs: 10_000, resumeSec: 2_050 }).expect(204)
    expect(await resume(show, fan.as)).toMatchObject({ positionSec: 2_050 })
    t.clock.advance(7 * 86_400_000)
    await airNow()
    expect(await resume(show, await t.tokenOf(fan.user))).toBeUndefined()
  })

  it('loses its account with it, and goes after its days', async () => {
    const show = await stage()
    const { user, report } = await show.viewer()
    await report({ ageMs: 2_000, liveMs: 2_000 }).expect(204)
    await t.database.knex.transaction((trx) =>
      t.api.platform.events.publish('account.erased', { trx, user, pseudonym: 'gone@erased.invalid' }),
    )
    expect(await show.rows()).toMatchObject([{ user_id: null, live_ms: 2_000 }])
    expect(figuresOf(await show.read())).toMatchObject({ viewers: 1, viewings: 1, watchedMs: 2_000 })
    const sweep = t.api.platform.timers.find(({ name }) => name === 'old viewings')
    t.clock.advance((limits.viewingDays - 1) * 86_400_000)
    await sweep?.run()
    expect(await show.rows()).toHaveLength(1)
    t.clock.advance(2 * 86_400_000)
    await sweep?.run()
    expect(await show.rows()).toHaveLength(0)
  })
})

/** Five viewers of a show of 200 seconds, with figures that are added up by hand below. */
async function fiveViewers() {
  const show = await stage()
  const { startSec, session, product } = show
  const moments = (...stretches: [number, number][]) => stretches.map(([from, to]) => ({ from: startSec + from, to: startSec + to }))
  const [a, b, c, d, e] = [
    await show.viewer(),
    await show.viewer('phone'),
    await show.viewer('tablet'),
    await show.viewer(),
    await show.viewer(),
  ]
  show.at(60)
  const atStart = { ageMs: 60_000, startupMs: 500, liveMs: 58_000, rebuffers: 1, rebufferedMs: 2_000, places: moments([0, 58]) }
  await a.report({ ...atStart, rungs: [{ heightPx: 720, ms: 58_000 }] }).expect(204)
  show.at(120)
  await b
    .report({
      ageMs: 30_000,
      idleMs: 10_000,
      isOver: true,
      startupMs: 1_500,
      liveMs: 20_000,
      rungs: [{ heightPx: 360, ms: 20_000 }],
      places: moments([90, 110]),
    })
    .expect(204)
  show.at(180)
  await a
    .report({
      ...atStart,
      sequence: 2,
      ageMs: 180_000,
      liveMs: 170_000,
      rebuffers: 2,
      rebufferedMs: 10_000,
      rungChanges: 2,
      rungs: [
        { heightPx: 720, ms: 150_000 },
        { heightPx: 360, ms: 20_000 },
      ],
      places: moments([0, 100], [100, 170]),
    })
    .expect(204)
  await c
    .report({
      ageMs: 120_000,
      idleMs: 60_000,
      isOver: true,
      startupMs: 2_500,
      behindMs: 60_000,
      rungs: [{ heightPx: 720, ms: 60_000 }],
      places: moments([0, 60]),
    })
    .expect(204)
  await d.report({ ageMs: 5_000, hasStarted: false, isOver: true }).expect(204)
  await e.report({ ageMs: 5_000, hasStarted: false, isOver: true, errors: [{ code: 'network', count: 3 }] }).expect(204)
  show.at(200)
  await t.factories.broadcast({
    product_id: product.id,
    session_id: session.id,
    state: 'ended',
    end_reason: 'organizer',
    started_at: new Date(startSec * 1_000),
    first_media_at: new Date(startSec * 1_000),
    ended_at: new Date((startSec + 200) * 1_000),
  })
  return { ...show, a }
}
const times = (count: number, share: number) => Array.from({ length: count }, () => share)

describe('the report of quality', () => {
  it('is for the organizer of the product and administrators', async () => {
    const show = await stage()
    const { as } = await show.viewer()
    expect(codeOf(await show.read({}, as))).toBe('FORBIDDEN_ROLE')
    expect((await show.read({}, await t.tokenOf(await t.factories.producer()))).status).toBe(404)
    expect((await show.read({}, await t.tokenOf(await t.factories.admin()))).status).toBe(200)
    expect(figuresOf(await show.read())).toMatchObject({
      parts: [],
      part: null,
      viewers: 0,
      series: null,
      retention: null,
      devices: null,
      rebufferedShare: null,
    })
    expect((await show.read({ part: randomUUID() })).status).toBe(404)
    expect((await show.read({ part: 'video' })).status).toBe(404)
  })

  it('adds up what five viewers saw', async () => {
    const { read, session, startSec, product } = await fiveViewers()
    const report = figuresOf(await read())
    expect(report).toEqual({
      product: { slug: product.slug, title: product.title },
      parts: [{ id: session.id, startsAt: new Date(startSec * 1_000).toISOString(), title: null, viewers: 5 }],
      part: session.id,
      viewers: 5,
      viewings: 5,
      peakViewers: 3,
      watchedMs: 250_000,
      averageWatchedMs: 83_333,
      liveMs: 190_000,
      behindMs: 60_000,
      videoMs: 0,
      startup: { medianMs: 1_500, p95Ms: 2_500 },
      rebufferedShare: 10 / 260,
      rebufferedMs: 10_000,
      rebuffers: 2,
      rebufferedViewings: 1,
      exitsBeforeStart: 1,
      rungChanges: 2,
      rungs: [
        { heightPx: 720, ms: 210_000, share: 0.84 },
        { heightPx: 360, ms: 40_000, share: 0.16 },
      ],
      errors: [{ code: 'network', viewings: 1, count: 3 }],
      devices: {
        kinds: [
          { kind: 'computer', viewers: 3 },
          { kind: 'phone', viewers: 1 },
          { kind: 'tablet', viewers: 1 },
        ],
        browsers: [
          { name: 'Firefox', viewers: 3 },
          { name: 'Chrome', viewers: 1 },
          { name: 'Safari', viewers: 1 },
        ],
        systems: [
          { name: 'Linux', viewers: 3 },
          { name: 'Android', viewers: 1 },
          { name: 'iOS', viewers: 1 },
        ],
      },
      series: { from: new Date(startSec * 1_000).toISOString(), everyMinutes: 1, viewers: [1, 3, 1] },
      // Two seconds each: three viewers began, of whom one saw 0–170, one 90–110 and one 0–60.
      retention: {
        lengthMs: 200_000,
        shares: [...times(30, 2 / 3), ...times(15, 1 / 3), ...times(10, 2 / 3), ...times(30, 1 / 3), ...times(15, 0)],
      },
    })
  })

  it('counts an account with two players once, keeps dates and recordings apart, and hides devices of few', async () => {
    const { a, at, viewer, read, session, product } = await fiveViewers()
    const second = await viewer('phone', a.user)
    at(240)
    await second.report({ of: 'video', ageMs: 60_000, videoMs: 60_000, places: [{ from: 0, to: 60 }] }).expect(204)
    const third = await viewer('computer', a.user)
    await third.report({ of: 'video', ageMs: 60_000, videoMs: 30_000, places: [{ from: 0, to: 30 }] }).expect(204)
    const { id: asset } = await t.factories.asset({ product_id: product.id, duration_ms: 120_000 })
    await t.database.knex('products').where({ id: product.id }).update({ media_asset_id: asset })
    const video = figuresOf(await read({ part: 'video' }))
    expect(video).toMatchObject({
      part: 'video',
      viewers: 1,
      viewings: 2,
      peakViewers: 1,
      watchedMs: 90_000,
      averageWatchedMs: 90_000,
      devices: null,
    })
    expect(video.retention).toEqual({ lengthMs: 120_000, shares: [...times(50, 1), ...times(50, 0)] })
    expect(video.parts).toEqual([
      { id: session.id, startsAt: expect.any(String) as string, title: null, viewers: 5 },
      { id: 'video', startsAt: null, title: null, viewers: 1 },
    ])
    expect(figuresOf(await read()).viewings).toBe(5)
  })

  it('leaves as a file in the language of whoever asks', async () => {
    const { owner, product } = await fiveViewers()
    const file = await t
      .call(viewings.export, { params: { slug: product.slug }, query: { format: 'csv' }, as: owner })
      .set('accept-language', 'es')
      .expect(200)
    expect(file.headers['content-disposition']).toContain(`calidad-${product.slug}`)
    const lines = file.text.split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        '\uFEFFApartado,Cifra,Valor,Unidad',
        'Resumen,Máximo a la vez,3,espectadores',
        'Resumen,Tiempo parado,3.85,%',
        'Retención,0 %,66.67,%',
        'Tamaño de imagen,720p,210,s',
        'Errores,Red,1,reproducciones',
      ]),
    )
    expect(lines.filter((line) => line.startsWith('Espectadores en el tiempo'))).toHaveLength(3)
  })
})
