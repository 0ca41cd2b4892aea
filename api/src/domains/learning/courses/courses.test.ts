import { courses, type Course, type CourseOutline, type Lesson } from '@e-events/shared/contract/learning/courses.ts'
import { masters, type Master, type OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { opensKey, readMediaToken } from '@e-events/shared/node/tokens.ts'
import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let channelId: string
let learner: UserRow
let as: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: producer.id })).id
})
afterAll(() => t.stop())
beforeEach(async () => {
  learner = await t.factories.user()
  as = await t.tokenOf(learner)
})

const minuteMs = 60_000
const codeOf = (reply: { body: unknown }) => (reply.body as { code: ErrorCode }).code
const lessonsOf = (course: Course) => course.modules.flatMap(({ lessons }) => lessons)

/** A course with a video of five minutes, a text, and a preview. */
async function made(fields: object = {}) {
  const { knex } = t.database
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId, ...fields }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
  const asset = await t.factories.asset({ product_id: film.id, duration_ms: 5 * minuteMs })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Primero', position: 0 }).returning('id')
  const rows = await knex('lessons')
    .insert([
      { module_id: module?.id ?? '', title: 'Ver', position: 0, kind: 'video', source_product_id: film.id, notes: 'Nota' },
      { module_id: module?.id ?? '', title: 'Leer', position: 1 },
      { module_id: module?.id ?? '', title: 'Probar', position: 2, kind: 'video', source_product_id: film.id, is_preview: true },
    ])
    .returning('id')
  const [video = '', text = '', preview = ''] = rows.map(({ id }) => id)
  return { slug: course.slug, id: course.id, film, asset, video, text, preview }
}
const give = (productId: string, user = learner) => t.factories.ticket({ user_id: user.id, product_id: productId })
const read = async (slug: string) => (await t.call(courses.get, { params: { slug }, as }).expect(200)).body as Course
const open = (slug: string, id: string) => t.call(courses.lesson, { params: { slug, id }, as })
const play = (slug: string, id: string) => t.call(courses.playback, { params: { slug, id }, as })
const report = (slug: string, id: string, ...stretches: (readonly [number, number])[]) =>
  t.call(courses.progress, {
    params: { slug },
    body: { lessons: [{ id, stretches: stretches.map(([fromMs, toMs]) => ({ fromMs, toMs })), positionMs: stretches.at(-1)?.[1] ?? 0 }] },
    as,
  })
async function later(ms: number): Promise<void> {
  t.clock.advance(ms)
  as = await t.tokenOf(learner)
}
const tokenIn = (body: unknown) => {
  const url = (body as Extract<Playback, { state: 'ready' }>).media.feeds[0]?.masterUrl ?? ''
  const claims = readMediaToken(/^\/media\/([^/]+)\//.exec(url)?.[1] ?? '', t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())
  if (!claims) throw new Error('no token')
  return claims
}

describe('access', () => {
  it('is for accounts: everybody sees the lessons, a ticket opens them, previews are open', async () => {
    const { slug, id, film, video, preview } = await made()
    expect((await t.call(courses.get, { params: { slug } })).status).toBe(401)
    expect((await t.call(courses.lesson, { params: { slug, id: video } })).status).toBe(401)
    expect(await read(slug)).toMatchObject({ hasAccess: false, percent: 0 })
    for (const ask of [open, play])
      expect([(await ask(slug, video)).status, codeOf(await ask(slug, video))]).toEqual([402, 'TICKET_REQUIRED'])
    expect(((await play(slug, preview).expect(200)).body as Playback).lease).toBeNull()
    await give(id)
    expect(await read(slug)).toMatchObject({ hasAccess: true })
    expect(((await open(slug, video).expect(200)).body as Lesson).notesHtml).toBe('<p>Nota</p>')
    const claims = tokenIn((await play(slug, video).expect(200)).body)
    // The address is of the course: it ends when its ticket does, and opens the film of the lesson alone.
    expect(claims.productId).toBe(id)
    const asset = await t.database.knex('media_assets').where({ product_id: film.id }).first('storage_prefix')
    expect(opensKey(claims, `${asset?.storage_prefix}/master.m3u8`)).toBe(true)
    expect(opensKey(claims, 'vod/other/master.m3u8')).toBe(false)
  })

  it('is outlined for everybody who sees the page of its product, or that of its master, and for nobody else', async () => {
    const { slug, id, preview } = await made()
    const outline = async (of: string) => (await t.call(courses.outline, { params: { slug: of } }).expect(200)).body as CourseOutline
    const lesson = (title: string, kind: string) => ({ id: expect.any(String) as string, title, kind, isPreview: false, hasQuiz: false })
    const course = {
      slug,
      title: expect.any(String) as string,
      hasCertificate: false,
      rating: { count: 0, average: null },
      modules: [
        {
          id: expect.any(String) as string,
          title: 'Primero',
          lessons: [
            { ...lesson('Ver', 'video'), durationMs: 5 * minuteMs },
            { ...lesson('Leer', 'text'), durationMs: null },
            { ...lesson('Probar', 'video'), id: preview, isPreview: true, durationMs: 5 * minuteMs },
          ],
        },
      ],
    }
    expect(await outline(slug)).toEqual({ courses: [course] })
    const second = await made()
    const draft = await made({ status: 'draft' })
    const master = await t.factories.product({ type: 'master', channel_id: channelId }, { sessions: 0 })
    const held = [second.id, id, draft.id].map((course_id, position) => ({ master_id: master.id, course_id, position }))
    await t.database.knex('master_courses').insert(held)
    expect((await outline(master.slug)).courses.map((one) => one.slug)).toEqual([second.slug, slug])
    const hidden = { params: { slug: draft.slug } }
    await t.call(courses.outline, hidden).expect(404)
    await t.call(courses.outline, { ...hidden, as }).expect(404)
    await t.call(courses.outline, { ...hidden, as: await t.tokenOf(producer) }).expect(200)
    await t.call(courses.outline, { params: { slug: (await t.factories.product({ type: 'vod' })).slug } }).expect(404)
  })

  it('ends with the ticket, and a lesson of another course is absent', async () => {
    const { slug, id, video } = await made()
    const other = await made()
    await give(id)
    await open(slug, other.video).expect(404)
    await t.database
      .knex('tickets')
      .where({ product_id: id, user_id: learner.id })
      .update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(codeOf(await open(slug, video).expect(402))).toBe('TICKET_REQUIRED')
    expect(codeOf(await report(slug, video, [0, 1_000]).expect(402))).toBe('TICKET_REQUIRED')
  })

  it('hides drafts from strangers, and shows a lesson that was deleted to nobody', async () => {
    const draft = await made({ status: 'draft' })
    await t.call(courses.get, { params: { slug: draft.slug }, as }).expect(404)
    await t.call(courses.get, { params: { slug: draft.slug }, as: await t.tokenOf(producer) }).expect(200)
    const { slug, id, video } = await made()
    await give(id)
    await t.database.knex('lessons').where({ id: video }).delete()
    await play(slug, video).expect(404)
    await report(slug, video, [0, 1_000]).expect(404)
  })

  it('plays on one device at a time, by the lease of the course', async () => {
    const { slug, id, video } = await made()
    await give(id)
    const other = await t.tokenOf(learner)
    const start = (device: string) =>
      t.call(courses.playback, { params: { slug, id: video }, query: { lease: crypto.randomUUID() }, as: device })
    await start(as).expect(200)
    expect(codeOf(await start(other).expect(409))).toBe('PLAYING_ELSEWHERE')
  })
})

describe('progress', () => {
  it('is the union of what was played: a jump to the end gives nothing, a replay counts once', async () => {
    const { slug, id, video } = await made()
    await give(id)
    await report(slug, video, [0, 60_000], [295_000, 300_000]).expect(200)
    await later(minuteMs)
    await report(slug, video, [30_000, 90_000]).expect(200)
    const course = await read(slug)
    expect(lessonsOf(course)[0]).toMatchObject({ percent: 31, isWatched: false })
    expect(course.percent).toBe(0)
    expect(course.next).toBe(video)
  })

  it('counts a lesson as watched at ninety percent, or at what the course says [LRN-024]', async () => {
    for (const [percent, last] of [
      [90, 270_000],
      [60, 180_000],
    ] as const) {
      const { slug, id, video } = await made()
      await give(id)
      if (percent !== 90) await t.database.knex('course_details').insert({ product_id: id, watched_percent: percent })
      await later(minuteMs)
      for (let from = 0; from < last - 60_000; from += 60_000) {
        await report(slug, video, [from, from + 60_000]).expect(200)
        expect(lessonsOf(await read(slug))[0]?.isWatched).toBe(false)
        await later(minuteMs)
      }
      await report(slug, video, [last - 60_000, last]).expect(200)
      expect(lessonsOf(await read(slug))[0]).toMatchObject({ percent: 100, isWatched: true })
    }
  })

  it('refuses what cannot have been played: too fast, too soon, beyond the end', async () => {
    const { slug, id, video, text } = await made()
    await give(id)
    const refused = async (code: ErrorCode, ...stretches: [number, number][]) =>
      expect(codeOf(await report(slug, video, ...stretches).expect(409))).toBe(code)
    await refused('PROGRESS_IMPOSSIBLE', [0, 300_000])
    await refused('PROGRESS_IMPOSSIBLE', [299_000, 302_000])
    expect(codeOf(await report(slug, text, [0, 1_000]).expect(409))).toBe('PROGRESS_IMPOSSIBLE')
    await report(slug, video, [0, 120_000]).expect(200)
    await refused('PROGRESS_TOO_SOON', [120_000, 121_000])
    await later(30_000)
    await refused('PROGRESS_TOO_SOON', [120_000, 121_000])
    // An hour of silence is no hour that was watched.
    await later(60 * minuteMs)
    await refused('PROGRESS_IMPOSSIBLE', [0, 300_000])
    expect(lessonsOf(await read(slug))[0]?.percent).toBe(40)
  })

  it('is written once a minute for an account, whatever it plays, and by one of two reports at once', async () => {
    const [one, two] = [await made(), await made()]
    await give(one.id)
    await give(two.id)
    const both = await Promise.all([report(one.slug, one.video, [0, 60_000]), report(two.slug, two.video, [0, 60_000])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is answered with the course as it is now, which is read once', async () => {
    const { slug, id, video } = await made()
    await t.database.knex('course_details').insert({ product_id: id, lesson_order: 'enforced' })
    await give(id)
    const names = async (work: () => Promise<unknown>) => {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      await work()
      const calls = sent.mock.calls.map(([query]) => (query as unknown as { name?: string } | undefined)?.name ?? '')
      sent.mockRestore()
      return calls
    }
    for (const [from, to] of [
      [0, 120_000],
      [120_000, 280_000],
    ] as const) {
      let answer: unknown
      const sent = await names(async () => {
        answer = (await report(slug, video, [from, to]).expect(200)).body
      })
      expect(sent.filter((name) => name === 'course-lessons')).toHaveLength(1)
      expect(answer).toEqual(await read(slug))
      await later(3 * minuteMs)
    }
    expect(lessonsOf(await read(slug)).map(({ isWatched, lock }) => [isWatched, lock])).toEqual(
      [true, false, false].map((is) => [is, null]),
    )
  })

  it('is marked by hand where nothing plays, and elsewhere only where the producer allows it', async () => {
    const { slug, id, video, text } = await made()
    await give(id)
    const mark = (lesson: string, watched: boolean) => t.call(courses.watched, { params: { slug, id: lesson }, body: { watched }, as })
    expect(codeOf(await mark(video, true).expect(409))).toBe('WATCHED_BY_PLAYING')
    await mark(text, true).expect(200)
    await t.database.knex('course_details').insert({ product_id: id, watched_by_hand: true })
    expect(lessonsOf((await mark(video, true).expect(200)).body as Course)[0]).toMatchObject({ percent: 100, isWatched: true })
    expect(lessonsOf((await mark(video, false).expect(200)).body as Course)[0]).toMatchObject({ percent: 0, isWatched: false })
  })

  it('of a course is its watched lessons by all, in whole percent, up and down with the marks [LRN-023]', async () => {
    const { slug, id, video, text, preview } = await made()
    await give(id)
    await t.database.knex('course_details').insert({ product_id: id, watched_by_hand: true })
    const mark = async (lesson: string, watched: boolean) =>
      ((await t.call(courses.watched, { params: { slug, id: lesson }, body: { watched }, as }).expect(200)).body as Course).percent
    // Half of a video is half of that lesson, and none of the course.
    await report(slug, video, [0, 120_000]).expect(200)
    const begun = await read(slug)
    expect([begun.percent, lessonsOf(begun)[0]?.percent]).toEqual([0, 40])
    expect(await mark(text, true)).toBe(33)
    expect(await mark(preview, true)).toBe(67)
    expect(await mark(video, true)).toBe(100)
    expect(await mark(preview, false)).toBe(67)
    expect(await mark(text, false)).toBe(33)
    expect((await read(slug)).percent).toBe(33)
  })

  it('leads back to the lesson that was begun, while the course is open and unfinished', async () => {
    const { slug, id, video } = await made()
    await give(id)
    const begun = async () =>
      (await t.call(courses.continue, { as }).expect(200)).body as { courses: { slug: string; lesson: { id: string } }[] }
    expect((await begun()).courses).toEqual([])
    await report(slug, video, [0, 60_000]).expect(200)
    expect((await begun()).courses).toMatchObject([{ slug, percent: 0, lesson: { id: video, title: 'Ver' } }])
    await t.database.knex('tickets').where({ product_id: id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect((await begun()).courses).toEqual([])
  })
})

describe('ratings', () => {
  it('are given once a person after watching, and shown as count and average [LRN-025] [LRN-026]', async () => {
    const { slug, id, text } = await made()
    const rate = (stars: number, token: string) => t.call(courses.rate, { params: { slug, id: text }, body: { stars }, as: token })
    await give(id)
    expect(codeOf(await rate(5, as).expect(409))).toBe('NOT_WATCHED_YET')
    const other = await t.factories.user()
    await give(id, other)
    const theirs = await t.tokenOf(other)
    for (const token of [as, theirs])
      await t.call(courses.watched, { params: { slug, id: text }, body: { watched: true }, as: token }).expect(200)
    await rate(2, as).expect(200)
    await rate(5, as).expect(200)
    await rate(4, theirs).expect(200)
    await t.call(courses.rate, { params: { slug, id: text }, body: { stars: 6 }, as }).expect(400)
    expect(lessonsOf(await read(slug))[1]?.rating).toEqual({ count: 2, average: 4.5 })
  })
})

describe('a master', () => {
  async function master(...held: string[]) {
    const product = await t.factories.product({ type: 'master', plan: 'paid', channel_id: channelId }, { sessions: 0 })
    const body = { version: 0, courses: held }
    const save = (sent: object) => t.call(masters.save, { params: { slug: product.slug }, body: { ...body, ...sent }, as: owner })
    const owner = await t.tokenOf(producer)
    await save({}).expect(200)
    return { ...product, save }
  }

  it('holds own courses in an order, each once, for its organizer and administrators', async () => {
    const [one, two] = [await made(), await made()]
    const foreign = await t.factories.product({ type: 'course' }, { sessions: 0 })
    const { slug, save } = await master(two.slug, one.slug)
    expect(codeOf(await save({ version: 1, courses: [one.slug, one.slug] }).expect(409))).toBe('COURSE_TWICE')
    expect(codeOf(await save({ version: 1, courses: [foreign.slug] }).expect(409))).toBe('COURSE_NOT_OWN')
    expect(codeOf(await save({ version: 0, courses: [one.slug] }).expect(409))).toBe('CURRICULUM_CHANGED')
    expect(codeOf(await save({ version: 1, courses: [] }).expect(400))).toBe('VALIDATION_FAILED')
    const own = (await t.call(masters.getOwn, { params: { slug }, as: await t.tokenOf(producer) }).expect(200)).body as OwnMaster
    expect(own.courses.map((course) => course.slug)).toEqual([two.slug, one.slug])
    const shown = (await t.call(masters.get, { params: { slug }, as }).expect(200)).body as Master
    expect(shown.courses.map((course) => [course.slug, course.hasAccess])).toEqual([
      [two.slug, false],
      [one.slug, false],
    ])
    expect((await t.call(masters.get, { params: { slug } })).status).toBe(401)
    for (const [user, status] of [
      [await t.factories.admin(), 200],
      [await t.factories.producer(), 404],
    ] as const)
      await t.call(masters.getOwn, { params: { slug }, as: await t.tokenOf(user) }).expect(status)
  })

  it('has its own people and those of its courses, each once [LRN-008]', async () => {
    const [one, two] = [await made(), await made()]
    const { id, slug, save } = await master(two.slug, one.slug)
    const people = await Promise.all(['Ana', 'Bea', 'Caro'].map((name) => t.factories.speaker({ owner_id: producer.id, name })))
    const [ana, bea, caro] = people.map((person) => person.id) as [string, string, string]
    const productOf = async (of: string) => (await t.database.knex('products').where({ slug: of }).first('id'))?.id ?? ''
    await t.database.knex('product_speakers').insert([
      { product_id: id, speaker_id: bea, role: 'speaker', position: 0 },
      { product_id: await productOf(one.slug), speaker_id: ana, role: 'speaker', position: 0 },
      { product_id: await productOf(one.slug), speaker_id: bea, role: 'speaker', position: 1 },
      { product_id: await productOf(two.slug), speaker_id: caro, role: 'speaker', position: 0 },
    ])
    const names = async () => {
      const shown = (await t.call(masters.get, { params: { slug }, as }).expect(200)).body as Master
      return shown.speakers.map(({ name }) => name)
    }
    expect(await names()).toEqual(['Bea', 'Caro', 'Ana'])
    await save({ version: 1, courses: [one.slug, two.slug] }).expect(200)
    expect(await names()).toEqual(['Bea', 'Ana', 'Caro'])
  })

  it('opens its courses with its ticket, until that ends', async () => {
    const { slug, video, text } = await made()
    const { id, slug: masterSlug } = await master(slug)
    await give(id)
    expect(await read(slug)).toMatchObject({ hasAccess: true })
    expect(((await open(slug, video).expect(200)).body as Lesson).room).toBe(masterSlug)
    expect(tokenIn((await play(slug, video).expect(200)).body).productId).toBe(id)
    await t.call(courses.watched, { params: { slug, id: text }, body: { watched: true }, as }).expect(200)
    const shown = (await t.call(masters.get, { params: { slug: masterSlug }, as }).expect(200)).body as Master
    expect(shown).toMatchObject({ hasAccess: true, percent: 33, courses: [{ slug, percent: 33, hasAccess: true }] })
    await t.database
      .knex('tickets')
      .where({ product_id: id })
      .update({ expires_at: new Date(t.clock.nowMs() - 1_000) })
    expect(codeOf(await play(slug, video).expect(402))).toBe('TICKET_REQUIRED')
  })

  it('counts the lessons of all its courses, as the courses count theirs: 3 of 12 are 25 percent [LRN-022]', async () => {
    const [one, two] = [await made(), await made()]
    await t.database.knex('lessons').whereIn('id', [two.preview, two.video]).delete()
    const { id, slug } = await master(one.slug, two.slug)
    await give(id)
    const shown = async () => (await t.call(masters.get, { params: { slug }, as }).expect(200)).body as Master
    await t.call(courses.watched, { params: { slug: two.slug, id: two.text }, body: { watched: true }, as }).expect(200)
    expect(await shown()).toMatchObject({ percent: 25, courses: [{ percent: 0 }, { percent: 100 }] })
    const { items } = (await t.call(students.list, { params: { slug }, query: {}, as: await t.tokenOf(producer) }).expect(200)).body as {
      items: Student[]
    }
    expect(items.map(({ percent }) => percent)).toEqual([25])
    // Eight lessons more, and two more that were watched.
    const module = await t.database.knex('course_modules').where({ product_id: one.id }).first('id')
    const rows = Array.from({ length: 8 }, (_, n) => ({ module_id: module?.id ?? '', title: `Leer ${n}`, position: n + 3 }))
    const more = await t.database.knex('lessons').insert(rows).returning('id')
    for (const lesson of more.slice(0, 2))
      await t.call(courses.watched, { params: { slug: one.slug, id: lesson.id }, body: { watched: true }, as }).expect(200)
    expect(await shown()).toMatchObject({ percent: 25, courses: [{ percent: 18 }, { percent: 100 }] })
  })
})
