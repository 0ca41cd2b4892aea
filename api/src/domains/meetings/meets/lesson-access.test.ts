import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMeetStage, createMeetTools } from '../../../testing/meet-stage.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
  await t.mediaNode()
})
afterAll(() => t.stop())

/** A running meeting that a course names as the meeting of a lesson, and a learner without a ticket for it. */
async function stage(fields: { preview?: boolean; status?: 'published' | 'draft'; hidden?: boolean } = {}) {
  const { knex } = t.database
  const meet = await createMeetStage(t)
  if (fields.hidden) await knex('products').where({ id: meet.product.id }).update({ status: 'private' })
  const course = await t.factories.product(
    { type: 'course', channel_id: meet.product.channel_id, status: fields.status ?? 'published' },
    { sessions: 0 },
  )
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  await knex('lessons').insert({
    module_id: module?.id ?? '',
    title: 'Hablar',
    position: 0,
    kind: 'meeting',
    source_product_id: meet.product.id,
    is_preview: fields.preview ?? false,
  })
  await meet.host.start().expect(200)
  const learner = await meet.attendee(await t.factories.user())
  const enrol = (product_id: string, more: { expires_at?: Date } = {}) =>
    t.factories.ticket({ user_id: learner.user.id, product_id, ...more })
  return { ...meet, course, learner, enrol, claimsOf: createMeetTools(t).claimsOf }
}

describe('the meeting of a lesson', () => {
  it('lets every learner of the course in, and nobody else [MEET-010]', async () => {
    const { learner, course, enrol, claimsOf, attendee } = await stage()
    expect(codeOf(await learner.join())).toBe('TICKET_REQUIRED')
    await enrol(course.id)
    await learner.get().expect(200)
    const claims = await claimsOf(await learner.join().expect(200))
    // Taking the course back ends the connection.
    expect(claims).toMatchObject({ productId: course.id, isHost: false })
    const other = await attendee(await t.factories.user())
    expect(codeOf(await other.get())).toBe('TICKET_REQUIRED')
  })

  it('also where its own product is private', async () => {
    const { learner, course, enrol } = await stage({ hidden: true })
    expect(codeOf(await learner.get())).toBe('NOT_FOUND')
    await enrol(course.id)
    await learner.join().expect(200)
  })

  it('is open to those who have a master that holds the course, as long as their access lasts', async () => {
    const { learner, course, enrol, claimsOf } = await stage()
    const master = await t.factories.product({ type: 'master', channel_id: course.channel_id }, { sessions: 0 })
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: course.id, position: 0 })
    const expires_at = new Date(t.clock.nowMs() + 60_000)
    await enrol(master.id, { expires_at })
    expect(await claimsOf(await learner.join().expect(200))).toMatchObject({ productId: master.id, accessUntilMs: expires_at.getTime() })
  })

  it('of a course that is a draft opens nothing', async () => {
    const { learner, course, enrol } = await stage({ status: 'draft' })
    await enrol(course.id)
    expect(codeOf(await learner.join())).toBe('TICKET_REQUIRED')
  })

  it('that is a preview is open to every account', async () => {
    const { learner, course, claimsOf } = await stage({ preview: true })
    expect(await claimsOf(await learner.join().expect(200))).toMatchObject({ productId: course.id })
  })

  it('that opens later lets nobody in before', async () => {
    const { learner, course, product, enrol } = await stage()
    await enrol(course.id)
    const later = { opens_at: new Date(t.clock.nowMs() + 60_000) }
    await t.database.knex('lessons').where({ source_product_id: product.id }).update(later)
    expect(codeOf(await learner.join())).toBe('TICKET_REQUIRED')
    await t.database.knex('lessons').where({ source_product_id: product.id }).update({ opens_at: t.clock.now() })
    await learner.join().expect(200)
  })

  it('a ticket that was taken back opens nothing any more', async () => {
    const { learner, course, enrol } = await stage()
    const ticket = await enrol(course.id)
    await learner.join().expect(200)
    await t.database.knex('tickets').where({ id: ticket.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'admin' })
    expect(codeOf(await learner.join())).toBe('TICKET_REQUIRED')
  })
})
