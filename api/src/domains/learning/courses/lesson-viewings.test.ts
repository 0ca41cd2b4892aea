import { randomUUID } from 'node:crypto'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { viewings, type QualityReport, type ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const video: ViewingReport = {
  sequence: 1,
  of: 'video',
  ageMs: 30_000,
  idleMs: 0,
  isOver: false,
  hasStarted: true,
  startupMs: 500,
  liveMs: 0,
  behindMs: 0,
  videoMs: 30_000,
  rebuffers: 0,
  rebufferedMs: 0,
  rungChanges: 0,
  rungs: [{ heightPx: 720, ms: 30_000 }],
  errors: [],
  places: [{ from: 0, to: 30 }],
}

/** A course with two lessons of the same film, and one to read. */
async function stage(type: 'vod' | 'live' = 'vod') {
  const { knex } = t.database
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const course = await t.factories.product({ type: 'course', channel_id: channel.id, plan: 'paid' }, { sessions: 0 })
  const film = await t.factories.product({ type, channel_id: channel.id }, { sessions: 0 })
  const asset = await t.factories.asset({ product_id: film.id, duration_ms: 100_000 })
  await knex('products').where({ id: film.id }).update({ media_asset_id: asset.id })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  const rows = await knex('lessons')
    .insert([
      { module_id: module?.id ?? '', title: 'Segunda', position: 1, kind: 'video', source_product_id: film.id },
      { module_id: module?.id ?? '', title: 'Primera', position: 0, kind: 'video', source_product_id: film.id },
      { module_id: module?.id ?? '', title: 'Leer', position: 2 },
    ])
    .returning('id')
  const [second = '', first = '', text = ''] = rows.map(({ id }) => id)
  const learner = await t.factories.user()
  await t.factories.ticket({ user_id: learner.id, product_id: course.id })
  return {
    film,
    first,
    second,
    text,
    learner,
    async tell(lesson: string, body: Partial<ViewingReport> = {}, { viewing = randomUUID(), by = learner } = {}) {
      const params = { slug: course.slug, id: lesson, viewing }
      return t.call(courses.viewing, { params, body: { ...video, ...body }, as: await t.tokenOf(by) })
    },
    async read(slug = course.slug, part?: string) {
      const query = part === undefined ? {} : { part }
      return (await t.call(viewings.quality, { params: { slug }, query, as: await t.tokenOf(owner) })).body as QualityReport
    },
  }
}
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

describe('a lesson that is watched', () => {
  it('is a part of the report of its course, lessons in their order', async () => {
    const { first, second, tell, read, film } = await stage()
    await tell(second).then((reply) => expect(reply.status).toBe(204))
    await tell(first, { videoMs: 15_000, rungs: [], places: [{ from: 0, to: 15 }] })
    const report = await read()
    expect(report.parts).toEqual([
      { id: first, startsAt: null, title: 'Primera', viewers: 1 },
      { id: second, startsAt: null, title: 'Segunda', viewers: 1 },
    ])
    expect(report).toMatchObject({ part: first, watchedMs: 15_000, viewings: 1 })
    const { retention } = await read(undefined, second)
    expect(retention).toEqual({ lengthMs: 100_000, shares: [...Array<number>(30).fill(1), ...Array<number>(70).fill(0)] })
    expect((await read(film.slug)).parts).toEqual([])
  })

  it('goes on under its own name, and is nobody else’s', async () => {
    const { first, tell, learner } = await stage()
    const viewing = randomUUID()
    await tell(first, {}, { viewing })
    t.clock.advance(60_000)
    expect((await tell(first, { sequence: 2, ageMs: 90_000, videoMs: 90_000 }, { viewing })).status).toBe(204)
    expect(await t.database.knex('viewings').where({ user_id: learner.id })).toMatchObject([
      { sequence: 2, video_ms: 90_000, lesson_id: first },
    ])
    const other = await t.factories.user()
    expect(codeOf(await tell(first, { sequence: 3 }, { viewing, by: other }))).toBe('NOT_FOUND')
  })

  it('tells nothing without the course, of a text, and of more time than has passed', async () => {
    const { first, text, tell } = await stage()
    expect(codeOf(await tell(first, {}, { by: await t.factories.user() }))).toBe('TICKET_REQUIRED')
    expect(codeOf(await tell(text))).toBe('NOT_FOUND')
    expect(codeOf(await tell(randomUUID()))).toBe('NOT_FOUND')
    expect(codeOf(await tell(first, { videoMs: 3_600_000 }))).toBe('VIEWING_IMPOSSIBLE')
  })

  it('counts for the date of its show while that is sent', async () => {
    const { first, film, tell, read } = await stage('live')
    const session = await t.factories.session({ product_id: film.id, starts_at: new Date(t.clock.nowMs() - 60_000) })
    const viewing = randomUUID()
    const live = { of: 'show' as const, liveMs: 20_000, videoMs: 0, rungs: [], places: [] }
    expect((await tell(first, live, { viewing })).status).toBe(204)
    expect((await tell(first, { ...live, sequence: 2 }, { viewing })).status).toBe(204)
    expect((await read(film.slug)).parts).toMatchObject([{ id: session.id, viewers: 1 }])
    expect((await read()).parts).toEqual([])
  })
})
