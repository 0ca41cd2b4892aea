import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { payouts, type LedgerCheck } from '@e-events/shared/contract/sales/money/payouts.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import { differencesOf } from './match-books.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const checks = async (): Promise<LedgerCheck[]> => {
  const as = await t.tokenOf(await t.factories.admin())
  return ((await t.call(payouts.listChecks, { as }).expect(200)).body as { items: LedgerCheck[] }).items
}
async function sold(): Promise<string> {
  const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 0 })
  const body = orderBody(product.slug, { expectedTotalMinor: 1_000 })
  const order = (await t.call(orders.place, { as: await t.tokenOf(await t.factories.user()), body }).expect(201)).body as Order
  const id = order.paymentUrl?.split('/').at(-1) ?? ''
  await t.call(testPayments.pay, { params: { id }, body: { card: '4242424242424242' } }).expect(200)
  return id
}

describe('the nightly match', () => {
  it('agrees after sales and a refund, once a day, and lists what the provider knows otherwise', async () => {
    const [first, second] = [await sold(), await sold()]
    const payment = await t.database.knex('payments').where({ provider_payment_id: first }).first('order_id')
    await t.database
      .knex('refunds')
      .insert({ order_id: payment?.order_id ?? '', reason: 'organizer', amount_minor: 1_000, currency: 'EUR' })
    await t.api.platform.sales.payRefunds()
    await t.api.platform.sales.matchBooks.run()
    expect(await checks()).toMatchObject([{ provider: 'test', provided: { minor: 1_000 }, booked: { minor: 1_000 }, differences: [] }])
    await t.database.knex('test_payments').where({ id: second }).update({ amount_minor: 1_010 })
    // The same day is not looked at twice.
    await t.api.platform.sales.matchBooks.run()
    expect((await checks())[0]?.differences).toEqual([])
    t.clock.advance(86_400_000)
    await t.api.platform.sales.matchBooks.run()
    expect(await checks()).toMatchObject([
      {
        provided: { minor: 1_010 },
        booked: { minor: 1_000 },
        differences: [{ kind: 'payment', reference: second, provided: { minor: 1_010 }, booked: { minor: 1_000 } }],
      },
    ])
  })
})

it('a booking that one side does not know is a difference', () => {
  const row = { kind: 'payment', reference: 'a', amountMinor: 5, currency: 'EUR' } as const
  expect(differencesOf([row], [row])).toEqual([])
  expect(differencesOf([row], [])).toEqual([{ kind: 'payment', reference: 'a', currency: 'EUR', provider_minor: 5, ledger_minor: null }])
  expect(differencesOf([], [row])).toEqual([{ kind: 'payment', reference: 'a', currency: 'EUR', provider_minor: null, ledger_minor: 5 }])
  expect(differencesOf([row], [{ ...row, kind: 'refund' }])).toHaveLength(2)
})
