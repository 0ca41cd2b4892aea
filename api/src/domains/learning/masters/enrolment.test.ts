import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { masters, type Master, type OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { plainPrice, plainProduct, sell } from '../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: producer.id })).id
  other = await course()
})
afterAll(() => t.stop())

/** A course of one text, for a price. */
async function course(fields: object = {}) {
  const { knex } = t.database
  const made = await plainProduct(t, { type: 'course', channel_id: channelId, ...fields }, { sessions: 0 })
  const [module] = await knex('course_modules').insert({ product_id: made.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Leer', position: 0 })
    .returning('id')
  return { slug: made.slug, id: made.id, lesson: lesson?.id ?? '' }
}

/** A master holds at least one course. */
let other: Made
/** A master on sale, and how its organizer changes its courses. */
async function master(...held: string[]) {
  const made = await plainProduct(t, { type: 'master', channel_id: channelId }, { sessions: 0 })
  const params = { slug: made.slug }
  const hold = async (...slugs: string[]) => {
    t.clock.advance(1_000)
    const as = await t.tokenOf(producer)
    const { version } = (await t.call(masters.getOwn, { params, as }).expect(200)).body as OwnMaster
    await t.call(masters.save, { params, body: { version, courses: slugs }, as }).expect(200)
    t.clock.advance(1_000)
  }
  await hold(...held)
  return { slug: made.slug, id: made.id, hold }
}
type Made = Awaited<ReturnType<typeof course>>

const buy = async (slug: string) => (await sell(t, [{ slug }], { expectedTotalMinor: plainPrice.net_price_minor })).buyer
const opens = async ({ slug, lesson }: Made, user: UserRow) =>
  (await t.call(courses.lesson, { params: { slug, id: lesson }, as: await t.tokenOf(user) })).status
const shown = async (slug: string, user: UserRow) =>
  (await t.call(masters.get, { params: { slug }, as: await t.tokenOf(user) }).expect(200)).body as Master
const studentsOf = async (slug: string) =>
  (
    (await t.call(students.list, { params: { slug }, query: {}, as: await t.tokenOf(producer) }).expect(200)).body as { items: Student[] }
  ).items.map(({ id }) => id)
const end = (user: UserRow, productId: string) =>
  t.database
    .knex('tickets')
    .where({ user_id: user.id, product_id: productId })
    .update({ revoked_at: t.clock.now(), revoked_reason: 'refund' })

describe('whoever buys a master', () => {
  it('is enrolled in all its courses, and keeps those that leave it later [LRN-036]', async () => {
    const [first, second, added] = [await course(), await course(), await course()]
    const { slug, hold } = await master(first.slug, second.slug)
    expect(await opens(first, await t.factories.user())).toBe(402)
    const early = await buy(slug)
    for (const one of [first, second]) {
      expect(await opens(one, early)).toBe(200)
      expect(await studentsOf(one.slug)).toEqual([early.id])
    }
    expect(await opens(added, early)).toBe(402)

    await hold(first.slug, added.slug)
    const late = await buy(slug)
    expect([await opens(second, early), await opens(second, late)]).toEqual([200, 402])
    expect([await opens(added, early), await opens(added, late)]).toEqual([200, 200])
    expect(await studentsOf(second.slug)).toEqual([early.id])
    expect(new Set(await studentsOf(first.slug))).toEqual(new Set([early.id, late.id]))
    const page = await shown(slug, early)
    expect([page.courses.map((one) => one.slug), page.kept.map((one) => one.slug)]).toEqual([[first.slug, added.slug], [second.slug]])
    expect(page.kept).toMatchObject([{ hasAccess: true, lessons: 1 }])
    expect((await shown(slug, late)).kept).toEqual([])
    expect((await shown(slug, producer)).kept).toEqual([])
  })

  it('loses what was kept with the refund of the master, and with the end of its access', async () => {
    const one = await course()
    const { slug, id, hold } = await master(one.slug)
    const [refunded, ended] = [await buy(slug), await buy(slug)]
    await hold(other.slug)
    expect([await opens(one, refunded), await opens(one, ended)]).toEqual([200, 200])
    await end(refunded, id)
    await t.database.knex('tickets').where({ user_id: ended.id }).update({ expires_at: t.clock.now() })
    expect([await opens(one, refunded), await opens(one, ended)]).toEqual([402, 402])
    expect(await studentsOf(one.slug)).toEqual([])
    expect((await shown(slug, ended)).kept).toEqual([])
    // Bought again after the course has left: the second purchase is a later one.
    const again = await sell(t, [{ slug }], { buyer: refunded, expectedTotalMinor: plainPrice.net_price_minor })
    expect(await opens(one, again.buyer)).toBe(402)
  })

  it('has a course that comes back, and keeps it when it leaves once more', async () => {
    const one = await course()
    const { slug, hold } = await master(one.slug)
    const early = await buy(slug)
    await hold(other.slug)
    const between = await buy(slug)
    expect(await opens(one, between)).toBe(402)
    await hold(one.slug)
    // The course that took its place has left instead.
    expect((await shown(slug, early)).kept.map((kept) => kept.slug)).toEqual([other.slug])
    expect([await opens(one, early), await opens(one, between)]).toEqual([200, 200])
    await hold(other.slug)
    expect([await opens(one, early), await opens(one, between)]).toEqual([200, 200])
    expect(await opens(one, await buy(slug))).toBe(402)
  })

  it('keeps no course that left as a draft, for it never was open', async () => {
    const [one, draft] = [await course(), await course({ status: 'draft' })]
    const { slug, hold } = await master(one.slug, draft.slug)
    const early = await buy(slug)
    await hold(one.slug)
    await t.database.knex('products').where({ id: draft.id }).update({ status: 'published', published_at: t.clock.now() })
    expect(await opens(draft, early)).toBe(402)
    expect((await shown(slug, early)).kept).toEqual([])
  })
})
