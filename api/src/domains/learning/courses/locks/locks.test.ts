import { courses, type Course } from '@e-events/shared/contract/learning/courses.ts'
import { curricula, type Curriculum, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { discussions } from '@e-events/shared/contract/learning/discussions.ts'
import { lessonNotes } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import type { LessonOrder } from '@e-events/shared/domain/lessons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { codeOf } from '../../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

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

const dayMs = 24 * 3_600_000

/** A course of two modules: a text and a video, then a text, a preview and a video without a file. */
async function made(order: LessonOrder = 'enforced') {
  const { knex } = t.database
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: channelId }, { sessions: 0 })
  const empty = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
  await t.factories.asset({ product_id: film.id, duration_ms: 60_000 })
  await knex('course_details').insert({ product_id: course.id, lesson_order: order })
  const modules = await knex('course_modules')
    .insert(['Uno', 'Dos'].map((title, position) => ({ product_id: course.id, title, position })))
    .returning('id')
  const [one = '', two = ''] = modules.map(({ id }) => id)
  const rows = await knex('lessons')
    .insert([
      { module_id: one, title: 'Leer', position: 0 },
      { module_id: one, title: 'Ver', position: 1, kind: 'video', source_product_id: film.id },
      { module_id: two, title: 'Pensar', position: 0 },
      { module_id: two, title: 'Probar', position: 1, is_preview: true },
      { module_id: two, title: 'Esperar', position: 2, kind: 'video', source_product_id: empty.id },
      { module_id: two, title: 'Cerrar', position: 3 },
    ])
    .returning('id')
  const [read = '', watch = '', think = '', preview = '', wait = '', close = ''] = rows.map(({ id }) => id)
  return { slug: course.slug, id: course.id, read, watch, think, preview, wait, close }
}
type Made = Awaited<ReturnType<typeof made>>
const give = (productId: string, fields: object = {}) => t.factories.ticket({ user_id: learner.id, product_id: productId, ...fields })
const get = async ({ slug }: Pick<Made, 'slug'>, who = as) =>
  (await t.call(courses.get, { params: { slug }, as: who }).expect(200)).body as Course
const locksIn = (course: Course) =>
  Object.fromEntries(
    course.modules.flatMap(({ lessons }) => lessons).map(({ title, lock }) => [title, lock && (lock.after?.title ?? lock.opensAt)]),
  )
const open = ({ slug }: Pick<Made, 'slug'>, id: string, who = as) => t.call(courses.lesson, { params: { slug, id }, as: who })
const mark = ({ slug }: Pick<Made, 'slug'>, id: string, watched = true) =>
  t.call(courses.watched, { params: { slug, id }, body: { watched }, as })
const watch = ({ watch: id }: Made) =>
  t.database.knex('lesson_progress').insert({ user_id: learner.id, lesson_id: id, watched: true, watched_at: t.clock.now() })

describe('lessons in their order', () => {
  it('open one after the other, each once those before it are watched; previews are open', async () => {
    const course = await made()
    await give(course.id)
    expect(locksIn(await get(course))).toEqual({ Leer: null, Ver: 'Leer', Pensar: 'Leer', Probar: null, Esperar: 'Leer', Cerrar: 'Leer' })
    const refused = await open(course, course.watch).expect(409)
    expect(refused.body).toMatchObject({ code: 'LESSON_LOCKED', issues: [{ path: 'lesson', rule: 'finish', message: 'Leer' }] })
    await open(course, course.preview).expect(200)
    await mark(course, course.read).expect(200)
    expect(locksIn(await get(course))).toMatchObject({ Ver: null, Pensar: 'Ver', Esperar: 'Ver' })
    await open(course, course.watch).expect(200)
    await watch(course)
    expect(locksIn(await get(course))).toMatchObject({ Pensar: null, Cerrar: 'Pensar' })
    await mark(course, course.think).expect(200)
    // The preview before it counts; the lesson whose video is missing can be completed by nobody.
    expect(locksIn(await get(course))).toMatchObject({ Cerrar: 'Probar' })
    await mark(course, course.preview).expect(200)
    expect(locksIn(await get(course))).toEqual({ Leer: null, Ver: null, Pensar: null, Probar: null, Esperar: null, Cerrar: null })
    // A mark that is taken away closes what follows, and nothing that was watched.
    const after = (await mark(course, course.read, false).expect(200)).body as Course
    expect(locksIn(after)).toMatchObject({ Leer: null, Ver: null, Pensar: null, Cerrar: 'Leer' })
  })

  it('lead on to the open lesson that comes next', async () => {
    const course = await made()
    await give(course.id)
    expect((await get(course)).next).toBe(course.read)
    await mark(course, course.read).expect(200)
    expect((await get(course)).next).toBe(course.watch)
  })

  it('are open to everybody in a course without an order, to its organizer and to administrators', async () => {
    const free = await made('free')
    await give(free.id)
    await open(free, free.close).expect(200)
    const course = await made()
    for (const user of [producer, await t.factories.admin()]) {
      const who = await t.tokenOf(user)
      expect(Object.values(locksIn(await get(course, who))).every((lock) => lock === null)).toBe(true)
      await open(course, course.close, who).expect(200)
    }
    // Somebody else's organizer is a learner, and whoever has no ticket hears of the ticket first.
    const other = await t.factories.producer()
    expect(codeOf(await open(course, course.close, await t.tokenOf(other)).expect(402))).toBe('TICKET_REQUIRED')
    await t.factories.ticket({ user_id: other.id, product_id: course.id })
    expect(codeOf(await open(course, course.close, await t.tokenOf(other)).expect(409))).toBe('LESSON_LOCKED')
    expect(Object.values(locksIn(await get(course))).every((lock) => lock === null)).toBe(true)
  })

  it('keep everything of a closed lesson: picture, progress, mark, stars, notes, material, questions', async () => {
    const course = await made()
    const { slug, watch: id } = course
    const { knex } = t.database
    await give(course.id)
    const { id: file } = await t.api.platform.media.documents.add(producer.id, { name: 'a.txt', bytes: new TextEncoder().encode('Uno') })
    const [material] = await knex('lesson_resources').insert({ lesson_id: id, title: 'a.txt', file_id: file }).returning('id')
    const [post] = await knex('discussion_posts')
      .insert({ product_id: course.id, lesson_id: id, user_id: producer.id, kind: 'question', text: 'Secreta' })
      .returning('id')
    const inLesson = { params: { slug, id }, as }
    const posted = { kind: 'question', lessonId: id, positionMs: null } as const
    const calls = [
      () => t.call(courses.lesson, inLesson),
      () => t.call(courses.playback, inLesson),
      () => t.call(courses.watched, { ...inLesson, body: { watched: true } }),
      () => t.call(courses.rate, { ...inLesson, body: { stars: 5 } }),
      () =>
        t.call(courses.progress, {
          params: { slug },
          body: { lessons: [{ id, stretches: [{ fromMs: 0, toMs: 900 }], positionMs: 900 }] },
          as,
        }),
      () => t.call(lessonNotes.add, { ...inLesson, body: { text: 'Ojo', positionMs: null } }),
      () => t.call(resources.download, { params: { id: material?.id ?? '' }, as }),
      () => t.call(discussions.list, { params: { slug }, query: { kind: 'question', lesson: id }, as }),
      () => t.call(discussions.add, { params: { slug }, body: { ...posted, text: '¿Y?' }, as }),
      () => t.call(discussions.reply, { params: { id: post?.id ?? '' }, body: { text: 'Así' }, as }),
    ]
    const all = () => t.call(discussions.list, { params: { slug }, query: { kind: 'question' }, as })
    const list = () => t.call(resources.list, { params: { slug }, as })
    for (const call of calls) {
      const reply = await call()
      expect([reply.status, codeOf(reply)], String(call)).toEqual([409, 'LESSON_LOCKED'])
    }
    expect(JSON.stringify((await all().expect(200)).body)).not.toContain('Secreta')
    expect((await list().expect(200)).body).toEqual({ lessons: [] })
    await mark(course, course.read).expect(200)
    for (const call of calls) expect(codeOf(await call()), String(call)).not.toBe('LESSON_LOCKED')
    expect(JSON.stringify((await all().expect(200)).body)).toContain('Secreta')
    expect((await list().expect(200)).body).toMatchObject({ lessons: [{ lesson: { id } }] })
  })
})

describe('a lesson that opens later', () => {
  it('opens at its moment, by the clock of the server', async () => {
    const course = await made('free')
    await give(course.id)
    const opensAt = new Date(t.clock.nowMs() + 2 * dayMs)
    await t.database.knex('lessons').where({ id: course.think }).update({ opens_at: opensAt })
    expect(locksIn(await get(course))).toMatchObject({ Ver: null, Pensar: opensAt.toISOString(), Cerrar: null })
    const refused = await open(course, course.think).expect(409)
    expect(refused.body).toMatchObject({ code: 'LESSON_LOCKED', issues: [{ path: 'opensAt', message: opensAt.toISOString() }] })
    t.clock.advance(2 * dayMs)
    as = await t.tokenOf(learner)
    await open(course, course.think).expect(200)
  })

  it('opens some days after its learner got the course, or a master that holds it', async () => {
    const course = await made('free')
    await t.database.knex('lessons').where({ id: course.think }).update({ opens_after_days: 7 })
    await t.database.knex('lessons').where({ id: course.close }).update({ opens_after_days: 0 })
    const master = await t.factories.product({ type: 'master', channel_id: channelId }, { sessions: 0 })
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: course.id, position: 0 })
    const since = new Date(t.clock.nowMs() - 3 * dayMs)
    await give(master.id, { acquired_at: since })
    const opensAt = new Date(since.getTime() + 7 * dayMs).toISOString()
    expect(locksIn(await get(course))).toMatchObject({ Pensar: opensAt, Cerrar: null })
    // A second ticket does not begin the days again.
    await give(course.id)
    expect(locksIn(await get(course))).toMatchObject({ Pensar: opensAt })
    t.clock.advance(4 * dayMs)
    as = await t.tokenOf(learner)
    await open(course, course.think).expect(200)
  })

  it('counts the days of a subscriber from the subscription that opens the course', async () => {
    const course = await made('free')
    await t.database
      .knex('products')
      .where({ id: course.id })
      .update({ subscription_only: true, published_at: new Date(0) })
    await t.database.knex('lessons').where({ id: course.think }).update({ opens_after_days: 7 })
    const since = new Date(t.clock.nowMs() - dayMs)
    await t.database.knex('subscriptions').insert({
      user_id: learner.id,
      channel_id: channelId,
      status: 'subscribed',
      kind: 'periodic',
      period: 'monthly',
      subscribed_at: since,
      valid_until: new Date(t.clock.nowMs() + 30 * dayMs),
      due_at: new Date(t.clock.nowMs() + 29 * dayMs),
      net_minor: 500,
      tax_basis_points: 0,
      total_minor: 500,
      currency: 'EUR',
      periods_paid: 1,
      anchor_day: 1,
    })
    expect(locksIn(await get(course))).toMatchObject({ Leer: null, Pensar: new Date(since.getTime() + 7 * dayMs).toISOString() })
  })

  it('waits for the order too, and names both', async () => {
    const course = await made()
    await give(course.id)
    const opensAt = new Date(t.clock.nowMs() + dayMs)
    await t.database.knex('lessons').where({ id: course.watch }).update({ opens_at: opensAt })
    const lessons = (await get(course)).modules.flatMap((module) => module.lessons)
    expect(lessons[1]?.lock).toEqual({ after: { id: course.read, title: 'Leer' }, opensAt: opensAt.toISOString() })
    expect((await open(course, course.watch).expect(409)).body).toMatchObject({ issues: [{ path: 'lesson' }, { path: 'opensAt' }] })
  })
})

describe('the organizer', () => {
  it('sets the order of a course and the opening of a lesson, one of two, and none of a preview', async () => {
    const producerToken = await t.tokenOf(producer)
    const course = await made('free')
    const { slug, think: id } = course
    const read = async () => (await t.call(curricula.get, { params: { slug }, as: producerToken }).expect(200)).body as Curriculum
    const lessonIn = (curriculum: Curriculum) => curriculum.modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id)
    const put = async (fields: Partial<OwnLesson>) =>
      t.call(curricula.updateLesson, {
        params: { slug, id },
        body: {
          version: (await read()).version,
          title: 'Pensar',
          kind: 'text',
          source: null,
          notes: '',
          isPreview: false,
          ...fields,
        },
        as: producerToken,
      })
    expect(await read()).toMatchObject({ lessonOrder: 'free' })
    const settings = { watchedPercent: 90, watchedByHand: false }
    const saved = await t.call(curricula.settings, {
      params: { slug },
      body: { version: (await read()).version, ...settings, lessonOrder: 'enforced' },
      as: producerToken,
    })
    expect(saved.body).toMatchObject({ lessonOrder: 'enforced' })
    const opensAt = '2031-05-02T10:00:00.000Z'
    await put({ opensAt: '2031-05-02T12:00:00+02:00' }).then((reply) => expect(reply.status).toBe(200))
    expect(lessonIn(await read())).toMatchObject({ opensAt, opensAfterDays: null })
    await put({}).then((reply) => expect(reply.status).toBe(200))
    expect(lessonIn(await read())).toMatchObject({ opensAt, opensAfterDays: null })
    await put({ opensAfterDays: 365 }).then((reply) => expect(reply.status).toBe(200))
    expect(lessonIn(await read())).toMatchObject({ opensAt: null, opensAfterDays: 365 })
    for (const wrong of [
      { opensAt, opensAfterDays: 3 },
      { opensAfterDays: 366 },
      { opensAfterDays: -1 },
      { isPreview: true, opensAfterDays: 3 },
    ])
      expect(codeOf(await put(wrong)), JSON.stringify(wrong)).toBe('VALIDATION_FAILED')
    expect(lessonIn(await read())).toMatchObject({ opensAt: null, opensAfterDays: 365, isPreview: false })
    await put({ isPreview: true }).then((reply) => expect(reply.status).toBe(200))
    expect(lessonIn(await read())).toMatchObject({ opensAt: null, opensAfterDays: null, isPreview: true })
  })
})
