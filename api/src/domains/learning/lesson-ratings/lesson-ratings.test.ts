import { lessonRatings, type RatedLesson } from '@e-events/shared/contract/learning/lesson-ratings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  admin = await t.tokenOf(await t.factories.user({ roles: ['VIEWER', 'ADMIN'] }))
  const { knex } = t.database
  const fans = await Promise.all([1, 2, 3].map(() => t.factories.user()))
  const make = async (title: string, lessons: { title: string; kind?: 'text' | 'video'; stars: number[] }[]) => {
    const course = await t.factories.product({ type: 'course', title }, { sessions: 0 })
    const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
    for (const [position, { title: name, kind = 'video', stars }] of lessons.entries()) {
      const [lesson] = await knex('lessons')
        .insert({ module_id: module?.id ?? '', title: name, position, kind })
        .returning('id')
      for (const [n, one] of stars.entries())
        await knex('lesson_ratings').insert({ lesson_id: lesson?.id ?? '', user_id: fans[n]?.id ?? '', stars: one })
    }
  }
  await make('Álgebra', [
    { title: 'Sumar', stars: [5, 4, 4] },
    { title: 'Restar', kind: 'text', stars: [] },
  ])
  await make('Cocina', [{ title: 'Batir', stars: [2] }])
})
afterAll(() => t.stop())

type Query = Partial<{
  search: string
  kind: 'text' | 'video'
  rated: 'true' | 'false'
  sort: 'lesson' | 'course' | 'ratings' | 'average'
  order: 'asc' | 'desc'
  cursor: string
  limit: number
}>
const list = async (query: Query = {}) => {
  const got = await t.call(lessonRatings.list, { query, as: admin })
  return got.body as { items: RatedLesson[]; nextCursor: string | null; total: number }
}
const titles = async (query: Query) => (await list(query)).items.map(({ title }) => title)

describe('ratings of lessons', () => {
  it('are listed with count and average, sorted by each [MOD-034]', async () => {
    const { items, total } = await list()
    expect(total).toBe(3)
    expect(items.map(({ title, course, ratings, average }) => [title, course.title, ratings, average])).toEqual([
      ['Sumar', 'Álgebra', 3, 4.33],
      ['Batir', 'Cocina', 1, 2],
      ['Restar', 'Álgebra', 0, null],
    ])
    expect(await titles({ sort: 'average', order: 'asc' })).toEqual(['Restar', 'Batir', 'Sumar'])
    expect(await titles({ sort: 'lesson', order: 'asc' })).toEqual(['Batir', 'Restar', 'Sumar'])
    expect((await titles({ sort: 'course', order: 'desc' }))[0]).toBe('Batir')
  })

  it('are filtered by words, kind and whether there is any, and paged', async () => {
    expect(await titles({ search: 'algebra sum' })).toEqual(['Sumar'])
    expect(await titles({ kind: 'text' })).toEqual(['Restar'])
    expect(await titles({ rated: 'false' })).toEqual(['Restar'])
    for (const sort of ['lesson', 'course', 'ratings', 'average'] as const) {
      const first = await list({ sort, limit: 2 })
      const rest = await list({ sort, limit: 2, cursor: first.nextCursor ?? '' })
      expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(await titles({ sort }))
    }
    const { nextCursor } = await list({ limit: 1 })
    expect(codeOf(await t.call(lessonRatings.list, { query: { sort: 'lesson', cursor: nextCursor ?? '' }, as: admin }))).toBe(
      'VALIDATION_FAILED',
    )
  })
})
