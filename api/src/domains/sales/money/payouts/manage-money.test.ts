import { randomUUID } from 'node:crypto'
import { config, type MediaPay } from '@e-events/shared/contract/settings/config.ts'
import { payouts, type PayoutRunDetail, type ProposedPayout } from '@e-events/shared/contract/sales/money/payouts.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { plainProduct, sell } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { testIban } from '../../../../testing/valid-requests-payouts.ts'

let t: TestApi
let [owner, staff]: UserRow[] = []
beforeAll(async () => {
  t = await createTestApi({ env: { OPERATOR_NAME: 'Eventos S.L.', PAYOUT_IBAN: 'DE89 3704 0044 0532 0130 00' } })
  ;[owner, staff] = [await t.factories.producer(), await t.factories.admin()]
})
afterAll(() => t.stop())

const logged = async (action: string, subject: string) =>
  t.database.knex('audit_log').where({ action, subject_id: subject, actor_id: staff!.id })

describe('an administrator manages payments', () => {
  it('sets the ways, refunds for each reason, and marks payouts paid; each act is logged, and nobody else may [ADM-076]', async () => {
    const [as, stranger] = [await t.tokenOf(staff!), await t.tokenOf(owner!)]
    const home = await t.factories.channel({ owner_id: owner!.id, iban: testIban })

    const { subscription, monetize, prepaidHourMinor, seller } = (await t.call(config.mediaPay, { as }).expect(200)).body as MediaPay
    const provider = { publicKey: '', secretKey: '', signingKey: '' }
    const ways = { pos: null, provider, subscription, monetize, prepaidHourMinor, seller }
    expect((await t.call(config.updateMediaPay, { as: stranger, body: ways })).status).toBe(403)
    await t.call(config.updateMediaPay, { as, body: { ...ways, provider: { ...provider, publicKey: 'pk_test_1' } } }).expect(200)
    expect(await logged('media_pay.update', 'site')).toHaveLength(1)
    await t.call(config.updateMediaPay, { as, body: ways }).expect(200)

    for (const reason of ['organizer', 'provider', 'viewer'] as const) {
      const sold = await sell(t, [await plainProduct(t, { channel_id: home.id })], { expectedTotalMinor: 1_000 })
      const [id = ''] = sold.items
      if (reason !== 'organizer')
        expect((await t.call(sales.refund, { as: stranger, params: { id }, body: { reason } })).status, reason).toBe(403)
      await t.call(sales.refund, { as, params: { id }, body: { reason, note: 'asked by phone' } }).expect(201)
      expect(await logged('sale.refund', id)).toMatchObject([{ state_after: { reason, note: 'asked by phone' } }])
    }
    await t.api.platform.sales.payRefunds()

    await sell(t, [await plainProduct(t, { channel_id: home.id })], { expectedTotalMinor: 1_000 })
    const now = t.clock.now()
    t.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 2, 11) - now.getTime())
    // Another month began, and with it another session.
    const later = await t.tokenOf(staff!)
    const { month, totals } = (await t.call(payouts.proposal, { as: later }).expect(200)).body as {
      month: string
      lines: ProposedPayout[]
      totals: { count: number; amount: { minor: number; currency: string } }[]
    }
    const expected = totals.map(({ count, amount }) => ({ count, ...amount }))
    const body = { idempotencyKey: randomUUID(), month, expected }
    const run = (await t.call(payouts.approve, { as: later, body }).expect(201)).body as PayoutRunDetail
    const paid = { params: { id: run.id }, body: { payoutIds: run.payouts.map(({ id }) => id), outcome: 'paid' as const } }
    expect((await t.call(payouts.settle, { as: await t.tokenOf(owner!), ...paid })).status).toBe(403)
    await t.call(payouts.settle, { as: later, ...paid }).expect(200)
    expect(await t.database.knex('payouts').where({ channel_id: home.id })).toMatchObject([{ status: 'paid' }])
    expect(await logged('payout.settle', run.id)).toMatchObject([{ state_after: { outcome: 'paid' } }])
  })
})
