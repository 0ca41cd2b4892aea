import { problemReports, type ProblemReport } from '@e-events/shared/contract/live/problem-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { readProblems } from '../read/problem-reports.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => t.stop())

const picture = {
  phase: 'waiting',
  isLive: true,
  positionSec: 754.2,
  bufferedSec: 0.4,
  latencySec: 3.1,
  heightPx: 720,
  isLowLatency: false,
  isOnline: true,
} as const

async function stage() {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: channel.id, plan: 'paid' })
  const user = await t.factories.user({ name: 'Lía', surname: 'Prat' })
  await t.factories.ticket({ user_id: user.id, product_id: product.id })
  return { owner: await t.tokenOf(owner), product, user, as: await t.tokenOf(user) }
}
const send = (as: string, slug: string, body: object) => t.call(problemReports.send, { params: { slug }, body, as })
const list = async (as: string, query: Record<string, unknown> = {}) =>
  (await t.call(problemReports.list, { as, query }).expect(200)).body as { items: ProblemReport[]; nextCursor: string | null }
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

describe('a problem', () => {
  it('is refused without access, of another kind, with too many words or with facts that no player has', async () => {
    const { product, as } = await stage()
    const stranger = await t.tokenOf(await t.factories.user())
    expect(codeOf(await send(stranger, product.slug, { category: 'no_sound' }))).toBe('TICKET_REQUIRED')
    expect(codeOf(await send(as, 'no-such-show', { category: 'no_sound' }))).toBe('NOT_FOUND')
    for (const body of [
      { category: 'boring' },
      { category: 'other', text: 'x'.repeat(1001) },
      { category: 'other', picture: { ...picture, positionSec: Number.MAX_VALUE } },
      { category: 'other', picture: { ...picture, cookies: 'all' } },
    ])
      expect(codeOf(await send(as, product.slug, body))).toBe('VALIDATION_FAILED')
    expect(await t.database.knex('problem_reports').where({ product_id: product.id })).toEqual([])
  })

  it('keeps what was sent and watched until then, and the player as it was', async () => {
    const { owner, product, user, as } = await stage()
    const startedAt = new Date(t.clock.nowMs() - 600_000)
    const { id: session_id } = await t.factories.session({ product_id: product.id, starts_at: startedAt })
    await t.factories.broadcast({ product_id: product.id, session_id, state: 'on_air', started_at: startedAt, first_media_at: startedAt })
    await t.database.knex('playback_sessions').insert({
      product_id: product.id,
      user_id: user.id,
      device_id: 'device',
      started_at: startedAt,
      last_seen_at: new Date(t.clock.nowMs() - 60_000),
      watched_ms: 540_000,
    })
    const sent = await send(as, product.slug, { category: 'stutters', text: 'Se para\u202E cada poco\u0007', picture }).expect(201)
    const { items } = await list(owner)
    expect(items).toEqual([
      {
        ...(sent.body as object),
        product: { slug: product.slug, title: product.title },
        viewer: 'Lía Prat',
        category: 'stutters',
        text: 'Se para  cada poco',
        picture,
        handled: null,
        evidence: {
          watchedMs: 540_000,
          visits: 1,
          show: { startsAt: startedAt.toISOString(), airedFrom: startedAt.toISOString(), endedAt: null, interruptions: 0 },
        },
      },
    ])
    // Later visits change nothing of it.
    await t.database.knex('playback_sessions').where({ user_id: user.id }).update({ watched_ms: 900_000 })
    expect((await list(owner)).items[0]?.evidence.watchedMs).toBe(540_000)
    expect(await readProblems(t.database.knex, product.id, user.id)).toMatchObject([{ category: 'stutters', body: 'Se para  cada poco' }])
  })

  it('is seen by its organizer and by administrators, and by nobody else; pages have none twice', async () => {
    const [mine, other] = [await stage(), await stage()]
    for (const text of ['uno', 'dos', 'tres']) {
      await send(mine.as, mine.product.slug, { category: 'other', text }).expect(201)
      t.clock.advance(1_000)
    }
    await send(other.as, other.product.slug, { category: 'out_of_step' }).expect(201)
    const first = await list(mine.owner, { limit: 2 })
    const second = await list(mine.owner, { limit: 2, cursor: first.nextCursor })
    expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(['tres', 'dos', 'uno'])
    expect(second.nextCursor).toBeNull()
    const all = await list(await t.tokenOf(await t.factories.admin()))
    expect(all.items.map(({ product }) => product.slug)).toEqual(expect.arrayContaining([mine.product.slug, other.product.slug]))
    expect((await list(other.owner)).items.map(({ category }) => category)).toEqual(['out_of_step'])
    await t.call(problemReports.list, { as: mine.as }).expect(403)
  })

  it('is marked as handled with who and when, by its organizer and by administrators alone, and opened again', async () => {
    const [mine, other] = [await stage(), await stage()]
    const { id } = (await send(mine.as, mine.product.slug, { category: 'no_sound' }).expect(201)).body as { id: string }
    const handle = (as: string, isHandled: boolean) => t.call(problemReports.handle, { params: { id }, body: { isHandled }, as })
    expect(codeOf(await handle(other.owner, true).expect(404))).toBe('NOT_FOUND')
    await handle(mine.as, true).expect(403)
    const first = (await handle(mine.owner, true).expect(200)).body as ProblemReport
    const [row] = await t.database.knex('problem_reports').where({ id })
    expect(first.handled).toEqual({ at: row?.handled_at?.toISOString(), by: expect.any(String) as string })
    expect(first.handled?.by).not.toBe('')
    expect((await list(mine.owner)).items).toEqual([])
    expect((await list(mine.owner, { state: 'handled' })).items).toEqual([first])
    // The first word stays; opening it again takes it away.
    t.clock.advance(60_000)
    const admin = await t.tokenOf(await t.factories.admin())
    expect((await handle(admin, true).expect(200)).body).toEqual(first)
    expect((await handle(admin, false).expect(200)).body).toMatchObject({ handled: null })
    expect((await list(mine.owner)).items.map((one) => one.id)).toEqual([id])
    expect((await list(mine.owner, { state: 'handled' })).items).toEqual([])
  })

  it('is reported ten times in an hour at most by one account; others go on', async () => {
    const { product, as } = await stage()
    for (let index = 0; index < 10; index++) await send(as, product.slug, { category: 'no_sound' }).expect(201)
    expect(codeOf(await send(as, product.slug, { category: 'no_sound' }))).toBe('RATE_LIMITED')
    const other = await stage()
    await send(other.as, other.product.slug, { category: 'no_sound' }).expect(201)
  })
})
