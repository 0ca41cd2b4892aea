import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let as: string
beforeAll(async () => {
  t = await createTestApi()
  as = await t.tokenOf(await t.factories.user())
})
afterAll(() => t.stop())

const hourMs = 3_600_000
const startsAt = new Date('2027-03-05T18:00:00.000Z')

/** A course with a text, a show on a date and a meeting a day before. */
async function course() {
  const { knex } = t.database
  const made = await t.factories.product({ type: 'course' }, { sessions: 0 })
  const [show, meet] = [
    await t.factories.product({ type: 'broadcast' }, { sessions: 0 }),
    await t.factories.product({ type: 'meet' }, { sessions: 0 }),
  ]
  const day = (product_id: string, at: Date) => ({ product_id, starts_at: at, ends_at: new Date(at.getTime() + hourMs) })
  const [session] = await knex('product_sessions').insert(day(show.id, startsAt)).returning('id')
  await knex('product_sessions').insert(day(meet.id, new Date(startsAt.getTime() - 24 * hourMs)))
  const [module] = await knex('course_modules').insert({ product_id: made.id, title: 'Uno', position: 0 }).returning('id')
  const of = (title: string, position: number) => ({ module_id: module?.id ?? '', title, position })
  const lessons = await knex('lessons')
    .insert([
      { ...of('Leer', 0) },
      { ...of('Ver juntos', 1), kind: 'live' as const, source_product_id: show.id },
      { ...of('Hablar', 2), kind: 'meeting' as const, source_product_id: meet.id },
    ])
    .returning('id')
  return { slug: made.slug, id: made.id, channelId: made.channel_id, session: session?.id ?? '', live: lessons[1]?.id ?? '' }
}
const list = async (slug: string) => ((await t.call(courseCalendar.list, { params: { slug }, as })).body as { dates: LessonDate[] }).dates
const file = async (slug: string, lesson?: string) =>
  t.call(courseCalendar.file, { params: { slug }, query: lesson === undefined ? {} : { lesson }, as })
const textOf = ({ body, text }: { body: unknown; text: string }) => (text === undefined ? Buffer.from(body as Uint8Array).toString() : text)

describe('dates of lessons', () => {
  it('are those of the shows and meetings that they name, the first one first', async () => {
    const { slug, live } = await course()
    const dates = await list(slug)
    expect(dates.map(({ lesson }) => lesson.title)).toEqual(['Hablar', 'Ver juntos'])
    expect(dates[1]).toMatchObject({ lesson: { id: live, kind: 'live' }, startsAt: startsAt.toISOString(), cancelled: false })
  })

  it('are read with one query, however many lessons have some', async () => {
    const { slug, live } = await course()
    const { knex } = t.database
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    const count = async () => {
      query.mockClear()
      const dates = await list(slug)
      // Timers of the api ask meanwhile, but for nothing of chains of dates.
      return { queries: query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('chain')).length, dates: dates.length }
    }
    const few = await count()
    const [lesson] = await knex('lessons').where({ id: live }).select('module_id')
    for (const position of [3, 4, 5]) {
      const show = await t.factories.product({ type: 'broadcast' }, { sessions: 1 })
      const names = { title: `Otra ${position}`, kind: 'live' as const, source_product_id: show.id }
      await knex('lessons').insert({ module_id: lesson?.module_id ?? '', position, ...names })
    }
    expect(few.queries).toBe(1)
    expect(await count()).toEqual({ queries: 1, dates: few.dates + 3 })
  })

  it('follow a date that moved or was called off', async () => {
    const { slug, session } = await course()
    const { knex } = t.database
    await knex('product_sessions').where({ id: session }).update({ state: 'cancelled', state_changed_at: new Date() })
    expect((await list(slug)).find(({ id }) => id === session)?.cancelled).toBe(true)
    expect(textOf(await file(slug))).toContain('STATUS:CANCELLED')
  })

  it('of a master are those of its courses', async () => {
    const { id, channelId } = await course()
    const master = await t.factories.product({ type: 'master', channel_id: channelId }, { sessions: 0 })
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: id, position: 0 })
    expect((await list(master.slug)).map(({ lesson }) => lesson.title)).toEqual(['Hablar', 'Ver juntos'])
  })

  it('go to the calendar all together or of one lesson, at the address of the lesson', async () => {
    const { slug, live } = await course()
    const all = textOf(await file(slug))
    expect(all.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    const one = textOf(await file(slug, live)).replaceAll(/\r\n /g, '')
    expect(one.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(one).toContain('DTSTART:20270305T180000Z')
    expect(one).toContain(`/courses/${slug}/lessons/${live}`)
    const bare = await t.factories.product({ type: 'course' }, { sessions: 0 })
    expect(codeOf(await file(bare.slug))).toBe('NOT_FOUND')
  })
})
