import { lessonNotes, type LessonNote } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let learner: UserRow
let as: string
let asOther: string
beforeAll(async () => {
  t = await createTestApi()
  learner = await t.factories.user()
  as = await t.tokenOf(learner)
  asOther = await t.tokenOf(await t.factories.user())
})
afterAll(() => t.stop())

/** A course with two lessons, which the learner has a ticket for; the first is a free preview. */
async function course() {
  const product = await t.factories.product({ type: 'course' }, { sessions: 0 })
  const { knex } = t.database
  const [module] = await knex('course_modules').insert({ product_id: product.id, title: 'Uno', position: 0 }).returning('id')
  const lessons = await knex('lessons')
    .insert(['Mirar', 'Trazar'].map((title, position) => ({ module_id: module?.id ?? '', title, position, is_preview: position === 0 })))
    .returning('id')
  await t.factories.ticket({ user_id: learner.id, product_id: product.id })
  return { ...product, lessons: lessons.map(({ id }) => id) as [string, string] }
}
const add = (slug: string, id: string, text: string, { positionMs = null as number | null, token = as } = {}) =>
  t.call(lessonNotes.add, { params: { slug, id }, body: { text, positionMs }, as: token })
const list = async (slug: string, token = as) => {
  const reply = await t.call(lessonNotes.list, { params: { slug }, as: token })
  return (reply.body as { notes: LessonNote[] }).notes
}
const idOf = (reply: { body: unknown }) => (reply.body as LessonNote).id

describe('notes of a learner', () => {
  it('are kept at their second, in the order of the lessons, for their author alone [LRN-020]', async () => {
    const { slug, lessons } = await course()
    await add(slug, lessons[1], 'después', { positionMs: 90_000 })
    await add(slug, lessons[1], 'antes', { positionMs: 5_000 })
    await add(slug, lessons[1], 'de todo')
    await add(slug, lessons[0], 'del primero', { positionMs: 1_000 })
    expect((await list(slug)).map(({ text, positionMs, lesson }) => [lesson.title, positionMs, text])).toEqual([
      ['Mirar', 1_000, 'del primero'],
      ['Trazar', null, 'de todo'],
      ['Trazar', 5_000, 'antes'],
      ['Trazar', 90_000, 'después'],
    ])
    expect(await list(slug, asOther)).toEqual([])
  })

  it('are changed and deleted by their author alone', async () => {
    const { slug, lessons } = await course()
    const id = idOf(await add(slug, lessons[1], 'Ojo'))
    const change = (text: string, token: string) => t.call(lessonNotes.update, { params: { id }, body: { text }, as: token })
    const remove = (token: string) => t.call(lessonNotes.remove, { params: { id }, as: token })
    expect(codeOf(await change('Ajena', asOther))).toBe('NOT_FOUND')
    expect(codeOf(await remove(asOther))).toBe('NOT_FOUND')
    expect((await change('Mía', as)).body).toMatchObject({ id, text: 'Mía' })
    expect((await remove(as)).status).toBe(204)
    expect(codeOf(await remove(as))).toBe('NOT_FOUND')
  })

  it('are taken where the lesson is open, and stay when it no longer is', async () => {
    const { slug, id, lessons } = await course()
    expect(codeOf(await add(slug, lessons[1], 'Sin entrada', { token: asOther }))).toBe('TICKET_REQUIRED')
    expect((await add(slug, lessons[0], 'De muestra', { token: asOther })).status).toBe(201)
    await add(slug, lessons[1], 'Con entrada')
    await t.database.knex('tickets').where({ product_id: id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(codeOf(await add(slug, lessons[1], 'Ya no'))).toBe('TICKET_REQUIRED')
    expect((await list(slug)).map(({ text }) => text)).toEqual(['Con entrada'])
  })

  it('have a limit for each course, and a lesson of another course is none of it', async () => {
    const { slug, lessons } = await course()
    const other = await course()
    expect(codeOf(await add(slug, other.lessons[0], 'Ajena'))).toBe('NOT_FOUND')
    await t.database
      .knex('lesson_notes')
      .insert(
        Array.from({ length: limits.learnerNotes - 1 }, (_, index) => ({ lesson_id: lessons[0], user_id: learner.id, text: `n${index}` })),
      )
    expect((await add(slug, lessons[0], 'la última')).status).toBe(201)
    expect(codeOf(await add(slug, lessons[0], 'una más'))).toBe('NOTES_FULL')
    expect((await add(other.slug, other.lessons[0], 'en otro')).status).toBe(201)
  })
})
