import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../tests/support/stripe/double.ts'
import { startStripeSite, type PlacedOrder, type StripeSite } from '../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
beforeAll(async () => {
  site = await startStripeSite({ RATE_LIMIT_FACTOR: '1' })
  ;({ t, stripe } = site)
})
afterAll(() => site.stop())

const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code
async function refuse({ paymentId }: PlacedOrder, times: number, means: 'declined' | 'insufficient_funds' = 'declined'): Promise<void> {
  for (let i = 0; i < times; i++) {
    if (stripe.intents.get(paymentId)?.status === 'canceled') return
    stripe.pay(paymentId, means)
    await site.courier(paymentId)
  }
}
const open = ({ order, as }: PlacedOrder) => t.call(paying.open, { as, params: { id: order.id } })

describe('trying out cards', () => {
  it('ends after ten refused attempts of an account: its payment is closed, and it may neither order nor pay', async () => {
    const one = await site.place()
    await refuse(one, 10)
    expect((await open(one)).status).toBe(200)
    // The same notice again is no further attempt.
    for (const event of stripe.told('payment_intent.payment_failed', one.paymentId)) await site.deliver(event)
    expect(stripe.intents.get(one.paymentId)?.status).toBe('requires_payment_method')
    await refuse(one, 1)
    expect(stripe.intents.get(one.paymentId)?.status).toBe('canceled')
    expect(await t.database.knex('orders').where({ id: one.order.id })).toMatchObject([{ status: 'cancelled' }])
    const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
    const refusal = await t.call(orders.place, { as: one.as, body: orderBody(product.slug) })
    expect([refusal.status, codeOf(refusal)]).toEqual([429, 'TOO_MANY_DECLINES'])
    const other = await site.place()
    expect((await open(other)).status).toBe(200)
  })

  it('with one card from many accounts: its payments are closed, whoever tries it', async () => {
    for (let i = 0; i < 5; i++) await refuse(await site.place(), 2, 'insufficient_funds')
    const one = await site.place()
    await refuse(one, 1, 'insufficient_funds')
    expect(stripe.intents.get(one.paymentId)?.status).toBe('canceled')
  })

  it('from one network is refused, whatever account asks, and says when to come back', async () => {
    const one = await site.place()
    let last = await open(one)
    for (let i = 0; i < 60 && last.status !== 429; i++) {
      const as = await t.tokenOf(await t.factories.user())
      last = await t.call(orders.place, { as, body: orderBody(one.product.slug) })
    }
    expect([last.status, codeOf(last), Number(last.get('retry-after')) > 0]).toEqual([429, 'RATE_LIMITED', true])
  })
})
