import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)

/** Every state, and what somebody without a ticket is told of it: what is over is not offered any more. */
const states: [Playback['state'], 'TICKET_REQUIRED' | 'NOT_PURCHASABLE', (fields: object) => Promise<{ id: string; slug: string }>][] = [
  ['misconfigured', 'TICKET_REQUIRED', (fields) => made({ type: 'vod', ...fields })],
  ['no_sessions', 'TICKET_REQUIRED', (fields) => made(fields)],
  ['on_air', 'TICKET_REQUIRED', async (fields) => shown(await made(fields, [-5, 60]), {})],
  ['available_on', 'TICKET_REQUIRED', (fields) => made(fields, [60, 120])],
  ['finished', 'NOT_PURCHASABLE', async (fields) => shown(await made(fields, [-90, -5]), { state: 'ended' })],
  ['event_date_passed', 'NOT_PURCHASABLE', (fields) => made(fields, [-90, -5])],
  ['not_available_yet', 'TICKET_REQUIRED', (fields) => made(fields, [-5, 60])],
]
async function made(fields: Parameters<TestApi['factories']['product']>[0], session?: readonly [number, number]) {
  const product = await t.factories.product(fields, { sessions: 0 })
  if (session) await t.factories.session({ product_id: product.id, starts_at: inMinutes(session[0]), ends_at: inMinutes(session[1]) })
  return product
}
async function shown(product: { id: string; slug: string }, fields: { state?: 'ended' }) {
  const session = await t.database.knex('product_sessions').where({ product_id: product.id }).first('id')
  await t.factories.broadcast({ product_id: product.id, session_id: session?.id ?? null, ...fields })
  return product
}
const ask = async (slug: string, as: string) => {
  const reply = await t.call(playback.get, { params: { slug }, as })
  return { status: reply.status, body: reply.body as { code?: string; state?: string } }
}

describe('no access wins over every state [PLY-010]', () => {
  it.each(states)('%s: without a ticket %s, after the sale NOT_PURCHASABLE, with a ticket the state', async (state, code, make) => {
    const [user, holder] = [await t.factories.user(), await t.factories.user()]
    const [as, withTicket] = [await t.tokenOf(user), await t.tokenOf(holder)]
    for (const [fields, expected] of [
      [{}, code],
      [{ sale_ends_at: inMinutes(-1) }, 'NOT_PURCHASABLE'],
    ] as const) {
      const product = await make(fields)
      await t.factories.ticket({ user_id: holder.id, product_id: product.id })
      expect(await ask(product.slug, as)).toMatchObject({ status: expected === 'NOT_PURCHASABLE' ? 409 : 402, body: { code: expected } })
      expect(await ask(product.slug, withTicket)).toMatchObject({ status: 200, body: { state } })
    }
  })
})
