import { discussionReports, type ReportedPost } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { discussions, type DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { codeOf } from '../../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
let teacher: UserRow
let learners: UserRow[]
let as: { teacher: string; admin: string; rude: string; ana: string; leo: string; stranger: string }
beforeAll(async () => {
  t = await createTestApi()
  teacher = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const admin = await t.factories.user({ roles: ['VIEWER', 'ADMIN'] })
  learners = [await t.factories.user({ name: 'Rudo', surname: 'Gris' }), await t.factories.user(), await t.factories.user()]
  const tokens = await Promise.all([teacher, admin, ...learners, await t.factories.user()].map((user) => t.tokenOf(user)))
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = tokens
  as = { teacher: a, admin: b, rude: c, ana: d, leo: e, stranger: f }
})
afterAll(() => t.stop())

async function course(type: 'course' | 'master' = 'course') {
  const home = await t.factories.channel({ owner_id: teacher.id })
  const product = await t.factories.product({ type, channel_id: home.id }, { sessions: 0 })
  for (const user of learners) await t.factories.ticket({ user_id: user.id, product_id: product.id })
  return { slug: product.slug, id: product.id }
}
const comment = async (slug: string, text: string, by = as.rude) => {
  const body = { kind: 'comment' as const, text, lessonId: null, positionMs: null }
  return (await t.call(discussions.add, { params: { slug }, body, as: by })).body as DiscussionPost
}
const report = (id: string, by: string, reason: 'abuse' | 'spam' = 'abuse') =>
  t.call(discussionReports.add, { params: { id }, body: { reason }, as: by })
const list = async (slug: string, by = as.teacher) => {
  const got = await t.call(discussionReports.list, { params: { slug }, as: by })
  return got.status === 200 ? (got.body as { items: ReportedPost[] }).items : codeOf(got)
}
const dismiss = (id: string, by: string) => t.call(discussionReports.dismiss, { params: { id }, as: by })

describe('reports of posts', () => {
  it('come to those who teach the course, once for each account, with their reasons', async () => {
    const { slug } = await course()
    const [once, twice] = [await comment(slug, 'Compra aquí'), await comment(slug, 'Qué mal dibujas')]
    expect((await report(once.id, as.ana, 'spam')).status).toBe(204)
    for (const by of [as.ana, as.ana, as.leo]) expect((await report(twice.id, by, by === as.leo ? 'spam' : 'abuse')).status).toBe(204)
    const items = await list(slug)
    expect(items).toMatchObject([
      { text: 'Qué mal dibujas', author: 'Rudo Gris', reports: 2, reasons: ['abuse', 'spam'], kind: 'comment' },
      { text: 'Compra aquí', reports: 1, reasons: ['spam'] },
    ])
    expect(await list(slug, as.admin)).toEqual(items)
    expect(await list(slug, as.ana)).toBe('NOT_FOUND')
    expect(await list(slug, as.stranger)).toBe('TICKET_REQUIRED')
  })

  it('are not made of own posts, of removed ones, and by those who do not have the course', async () => {
    const { slug } = await course()
    const { id, allowed } = await comment(slug, 'Mío')
    expect(allowed.report).toBe(false)
    expect(codeOf(await report(id, as.rude))).toBe('NOT_FOUND')
    expect(codeOf(await report(id, as.stranger))).toBe('TICKET_REQUIRED')
    const seen = async (by: string) =>
      ((await t.call(discussions.list, { params: { slug }, query: { kind: 'comment' }, as: by })).body as { items: DiscussionPost[] })
        .items[0]
    expect([(await seen(as.ana))?.allowed.report, (await seen(as.teacher))?.allowed.report]).toEqual([true, false])
    await t.call(discussions.reply, { params: { id }, body: { text: 'Ya' }, as: as.leo })
    await t.call(discussions.remove, { params: { id }, as: as.rude })
    expect(codeOf(await report(id, as.ana))).toBe('NOT_FOUND')
  })

  it('are over once the post stands, for good, or is removed', async () => {
    const { slug } = await course()
    const [fine, gone] = [await comment(slug, 'Discrepo'), await comment(slug, 'Fuera')]
    for (const { id } of [fine, gone]) await report(id, as.ana)
    expect(codeOf(await dismiss(fine.id, as.leo))).toBe('NOT_FOUND')
    expect((await dismiss(fine.id, as.teacher)).status).toBe(204)
    await report(fine.id, as.ana)
    expect(await list(slug)).toMatchObject([{ text: 'Fuera' }])
    await t.call(discussions.remove, { params: { id: gone.id }, as: as.teacher })
    expect(await list(slug)).toEqual([])
    // Another person may still report what stands.
    await report(fine.id, as.leo)
    expect(await list(slug)).toMatchObject([{ text: 'Discrepo', reports: 1 }])
  })

  it('of the courses of a master are seen there too', async () => {
    const [inside, master] = [await course(), await course('master')]
    await t.database.knex('master_courses').insert({ master_id: master.id, course_id: inside.id, position: 0 })
    await report((await comment(inside.slug, 'Dentro')).id, as.ana)
    await report((await comment(master.slug, 'Encima')).id, as.ana)
    const items = await list(master.slug)
    expect((items as ReportedPost[]).map(({ text }) => text)).toEqual(['Dentro', 'Encima'])
    expect(await list(inside.slug)).toMatchObject([{ text: 'Dentro' }])
  })
})
