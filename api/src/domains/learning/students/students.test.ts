import { courses, type Course } from '@e-events/shared/contract/learning/courses.ts'
import { masters, type Master } from '@e-events/shared/contract/learning/masters.ts'
import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { toJson } from '../../../db/row.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let channelId: string
let teacher: string
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
beforeEach(async () => {
  producer = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: producer.id })).id
  teacher = await t.tokenOf(producer)
})

/** A course with a film of 100 seconds and a text. */
async function made() {
  const { knex } = t.database
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
  await t.factories.asset({ product_id: film.id, duration_ms: 100_000 })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Primero', position: 0 }).returning('id')
  const rows = await knex('lessons')
    .insert([
      { module_id: module?.id ?? '', title: 'Ver', position: 0, kind: 'video', source_product_id: film.id },
      { module_id: module?.id ?? '', title: 'Leer', position: 1 },
    ])
    .returning('id')
  return { slug: course.slug, id: course.id, lessons: rows.map(({ id }) => id) }
}
async function enrol(productId: string, name = 'Ada', fields: object = {}) {
  const user = await t.factories.user({ name, surname: 'Vidal', ...fields })
  await t.factories.ticket({ user_id: user.id, product_id: productId })
  return user
}
const watch = (userId: string, lessonId = '') =>
  t.database.knex('lesson_progress').insert({ user_id: userId, lesson_id: lessonId, watched: true, watched_at: t.clock.now() })
const list = async (slug: string, query: Record<string, unknown> = {}, as = teacher) =>
  (await t.call(students.list, { params: { slug }, query, as }).expect(200)).body as {
    items: Student[]
    total: number
    nextCursor: string | null
  }
const inbox = async (user: UserRow) =>
  (await t.database.knex('notifications').where({ user_id: user.id }).select('subject')).map(({ subject }) => subject)

describe('the students of a course', () => {
  it('are seen by its organizer and administrators with e-mail and progress, and by no fellow student [LRN-014]', async () => {
    const { slug, id, lessons } = await made()
    const ada = await enrol(id)
    await watch(ada.id, lessons[0])
    const seen = await list(slug)
    expect(seen).toMatchObject({ total: 1, items: [{ id: ada.id, name: 'Ada Vidal', email: ada.email, percent: 50 }] })
    expect(seen.items[0]?.lastSeenAt).not.toBeNull()
    expect(await list(slug, {}, await t.tokenOf(await t.factories.user({ roles: ['ADMIN'] })))).toEqual(seen)
    const as = await t.tokenOf(ada)
    expect((await t.call(students.list, { params: { slug }, as })).status).toBe(403)
    expect((await t.call(students.export, { params: { slug }, query: { format: 'csv' }, as })).status).toBe(403)
    const other = await t.tokenOf(await t.factories.producer())
    expect((await t.call(students.list, { params: { slug }, as: other })).status).toBe(404)
    const course = (await t.call(courses.get, { params: { slug }, as }).expect(200)).body as Course
    expect([course.seesStudents, course.percent]).toEqual([false, 50])
    expect(((await t.call(courses.get, { params: { slug }, as: teacher })).body as Course).seesStudents).toBe(true)
  })

  it('have the mean of their best attempts beside their progress, on the screen and in the file', async () => {
    const { knex } = t.database
    const { slug, id, lessons } = await made()
    const quizzes = await knex('lesson_quizzes')
      .insert(
        lessons.map((lesson_id) => ({
          lesson_id,
          title: 'Repaso',
          pass_percent: 70,
          attempts: 0,
          questions: toJson([{ type: 'boolean' }]),
        })),
      )
      .returning('id')
    const attempt = (userId: string, quiz: number, number: number, percent: number) =>
      knex('quiz_attempts').insert({
        quiz_id: quizzes[quiz]?.id ?? '',
        user_id: userId,
        client_id: randomUUID(),
        number,
        answers: toJson([]),
        results: toJson([]),
        score_percent: percent,
        passed: percent >= 70,
      })
    const [ada, eva] = [await enrol(id, 'Ada'), await enrol(id, 'Eva')]
    await attempt(ada.id, 0, 1, 40)
    await attempt(ada.id, 0, 2, 85)
    await attempt(ada.id, 0, 3, 60)
    const best = async (userId: string) => (await list(slug)).items.find((one) => one.id === userId)?.quizzes
    expect(await best(ada.id)).toEqual({ bestPercent: 85, taken: 1, total: 2 })
    expect(await best(eva.id)).toBeNull()
    await attempt(ada.id, 1, 1, 50)
    expect(await best(ada.id)).toEqual({ bestPercent: 68, taken: 2, total: 2 })
    const file = await t.call(students.export, { params: { slug }, query: { format: 'csv', sort: 'name', order: 'asc' }, as: teacher })
    const [head, ...rows] = file.text.trim().split('\r\n')
    expect(head).toContain('Nota media de los cuestionarios en %')
    expect(rows[0]).toContain(',0,68,2,')
    expect(rows[1]).toContain(',0,,0,')
  })

  it('are those whose access is good, by the course, by a master of it or by a subscription with progress', async () => {
    const { slug, id, lessons } = await made()
    const master = await t.factories.product({ type: 'master', channel_id: channelId }, { sessions: 0 })
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: id, position: 0 })
    const ada = await enrol(id)
    const eva = await enrol(master.id, 'Eva')
    await watch(eva.id, lessons[0])
    const gone = await enrol(id, 'Gone')
    await t.database.knex('tickets').where({ user_id: gone.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'refund' })
    const visitor = await t.factories.user()
    await watch(visitor.id, lessons[0])
    expect(new Set((await list(slug)).items.map((one) => one.id))).toEqual(new Set([ada.id, eva.id]))
    const until = new Date(t.clock.nowMs() + 86_400_000)
    await t.database.knex('subscriptions').insert({
      user_id: visitor.id,
      channel_id: channelId,
      status: 'cancelled',
      cancelled_at: t.clock.now(),
      end_reason: 'subscriber',
      valid_until: until,
      net_minor: 500,
      tax_basis_points: 2_100,
      total_minor: 605,
      currency: 'EUR',
    })
    expect((await list(slug)).total).toBe(3)
    // A master shows the number that its student reads.
    const own = (await t.call(masters.get, { params: { slug: master.slug }, as: await t.tokenOf(eva) }).expect(200)).body as Master
    expect((await list(master.slug)).items.find((one) => one.id === eva.id)?.percent).toBe(own.percent)
    expect(own).toMatchObject({ percent: 50, seesStudents: false })
    const film = await t.factories.product({ type: 'vod', channel_id: channelId }, { sessions: 0 })
    await t.call(students.list, { params: { slug: film.slug }, as: teacher }).expect(409)
  })

  it('are searched, sorted and read by pages with as many queries as one has', async () => {
    const { slug, id, lessons } = await made()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const named = (n: number) => enrol(id, `Name ${n}`, { email: `${'a'.repeat(n + 1)}@learners.test` })
    await watch((await named(0)).id, lessons[0])
    const queries = async () => {
      query.mockClear()
      await list(slug)
      // Timers of the api ask meanwhile, but for nothing of lessons.
      return query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('lesson')).length
    }
    const one = await queries()
    expect(one).toBe(4)
    for (let n = 1; n < 12; n++) await watch((await named(n)).id, lessons[0])
    expect(await queries()).toBe(one)
    query.mockRestore()
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(slug, { sort: 'name', order: 'asc', limit: 5, ...(cursor && { cursor }) })
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(names).toHaveLength(12)
    expect(names).toEqual(names.toSorted())
    expect((await list(slug, { search: 'VIDAL name 11' })).items.map(({ name }) => name)).toEqual(['Name 11 Vidal'])
    expect((await list(slug, { search: '%' })).total).toBe(0)
  })

  it('leave as a file that runs nothing in a spreadsheet', async () => {
    const { slug, id } = await made()
    await enrol(id, '=HYPERLINK("http://evil.example")')
    const reply = await t.call(students.export, { params: { slug }, query: { format: 'csv' }, as: teacher }).expect(200)
    const lines = reply.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^"'=HYPERLINK/)
  })
})

describe('a message to students', () => {
  const write = (slug: string, student: string | null, promotional = false) =>
    t.call(students.message, { params: { slug }, as: teacher, body: { student, subject: 'Mañana', content: 'A las diez', promotional } })

  it('reaches one or all of them and nobody else, and promotions only those who take them', async () => {
    const { slug, id } = await made()
    const ada = await enrol(id, 'Ada', { newsletter: true })
    const eva = await enrol(id, 'Eva', { newsletter: false })
    const stranger = await t.factories.user({ newsletter: true })
    expect((await write(slug, eva.id).expect(201)).body).toEqual({ recipients: 1 })
    expect((await write(slug, null).expect(201)).body).toEqual({ recipients: 2 })
    expect((await write(slug, null, true).expect(201)).body).toEqual({ recipients: 1 })
    expect([await inbox(ada), await inbox(eva), await inbox(stranger)]).toEqual([['Mañana', 'Mañana'], ['Mañana', 'Mañana'], []])
    await write(slug, stranger.id).expect(404)
    const audit = await t.database.knex('audit_log').where({ actor_id: producer.id, action: 'notification.send' })
    expect(audit).toHaveLength(3)
  })

  it('of a course without students reaches nobody', async () => {
    const { slug } = await made()
    await t.factories.user()
    expect((await write(slug, null).expect(409)).body).toMatchObject({ code: 'AUDIENCE_EMPTY' })
    expect(await t.database.knex('notification_batches').where({ sender_id: producer.id })).toEqual([])
  })
})
