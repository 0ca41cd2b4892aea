import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { taxes, type TaxReport, type TaxRule } from '@e-events/shared/contract/sales/money/taxes.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { euCountries } from '@e-events/shared/domain/tax.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import { daysOf, quarterOf } from './policy.ts'

let t: TestApi
let staff: string
beforeAll(async () => {
  t = await createTestApi()
  staff = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const dayMs = 86_400_000
const dayIn = (days: number) => new Date(t.clock.nowMs() + days * dayMs).toISOString().slice(0, 10)
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const rules = async () => ((await t.call(taxes.listRules, { as: staff }).expect(200)).body as { rules: TaxRule[] }).rules
const report = async (query: { quarter?: string } = {}) => (await t.call(taxes.report, { as: staff, query }).expect(200)).body as TaxReport
const add = (body: Record<string, unknown>) =>
  t.call(taxes.addRule, { as: staff, body: { country: 'NO', basisPoints: 2_500, validFrom: dayIn(30), ...body } })

describe('dated rates', () => {
  it('are refused for today and for the past, for a day that has one, and without a country', async () => {
    for (const validFrom of ['2020-01-01', dayIn(0)]) {
      const reply = await add({ validFrom }).expect(400)
      expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'body.validFrom', rule: 'min' }] })
    }
    await add({ country: null }).expect(400)
    await add({ basisPoints: 10_001 }).expect(400)
    await add({ country: 'IS' }).expect(201)
    expect(codeOf(await add({ country: 'IS', basisPoints: 2_400 }).expect(409))).toBe('STATE_CONFLICT')
    await add({ country: 'IS', productType: 'podcast', basisPoints: 1_100 }).expect(201)
  })

  it('that have begun can neither be removed nor altered, not even in the database', async () => {
    const begun = (await rules()).find(({ country }) => country === 'DE')
    expect(codeOf(await t.call(taxes.removeRule, { as: staff, params: { id: begun?.id ?? '' } }).expect(409))).toBe('STATE_CONFLICT')
    await expect(
      t.database
        .knex('tax_rules')
        .where({ id: begun?.id ?? '' })
        .update({ basis_points: 1 }),
    ).rejects.toThrow(/tax_rules/)
    await t.call(taxes.removeRule, { as: staff, params: { id: '00000000-0000-4000-8000-000000000000' } }).expect(404)
  })

  it('hold a standard rate of every member state, of the United Kingdom, and the fall-back, and are dated', async () => {
    const all = await rules()
    const current = (country: string | null) =>
      all.filter((rule) => rule.country === country && rule.isCurrent && rule.productType === null)
    for (const country of [...euCountries, 'GB', null]) expect(current(country), String(country)).toHaveLength(1)
    expect(current(null)[0]?.basisPoints).toBe(0)
    expect(current('EE')[0]).toMatchObject({ basisPoints: 2_400, validFrom: '2025-07-01', isPlanned: false })
    expect(all.filter(({ country }) => country === 'EE')).toHaveLength(3)
    for (const country of euCountries) expect(current(country)[0]?.basisPoints).toBeGreaterThanOrEqual(1_500)
  })

  it('that are planned may be taken back, and both acts are in the log', async () => {
    const rule = (await add({ country: 'CH', basisPoints: 810, note: 'Decided' }).expect(201)).body as TaxRule
    expect(rule).toMatchObject({ country: 'CH', isPlanned: true, isCurrent: false, note: 'Decided' })
    await t.call(taxes.removeRule, { as: staff, params: { id: rule.id } }).expect(204)
    expect((await rules()).some(({ id }) => id === rule.id)).toBe(false)
    const acts = await t.database.knex('audit_log').where({ subject_type: 'tax_rule', subject_id: rule.id }).pluck<string[]>('action')
    expect(acts.toSorted()).toEqual(['tax_rule.add', 'tax_rule.remove'])
  })
})

/** Somebody buys a film of 12.10 from a seller in Spain. */
async function bought() {
  const owner = await t.factories.producer()
  const home = await t.factories.channel({ owner_id: owner.id, billing_country: 'ES' })
  const product = await t.factories.product({
    channel_id: home.id,
    type: 'vod',
    plan: 'paid',
    net_price_minor: 1_000,
    tax_basis_points: 2_100,
  })
  const as = await t.tokenOf(await t.factories.user({ country: 'ES' }))
  const order = (
    await t.call(orders.place, { as, body: orderBody(product.slug, { supportMinor: 200, expectedTotalMinor: 1_410 }) }).expect(201)
  ).body as Order
  const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
  const item = await t.database.knex('order_items').where({ order_id: order.id }).first('id')
  const refund = async () => {
    await t.call(sales.refund, { as: await t.tokenOf(owner), params: { id: item?.id ?? '' }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
  }
  return { refund }
}

describe('the taxes of a quarter', () => {
  it('are summed from invoices; support is no part, and what is given back is taken off', async () => {
    const first = await bought()
    await bought()
    const { quarter, rows, sums, quarters } = await report()
    expect(quarter).toBe(quarterOf(t.clock.now()))
    expect(quarters).toContain(quarter)
    const money = (minor: number) => ({ minor, currency: 'EUR' })
    expect(rows).toEqual([
      {
        scheme: 'domestic',
        sellerCountry: 'ES',
        place: 'ES',
        supply: 'services',
        reason: 'seller_country',
        rateType: 'standard',
        basisPoints: 2_100,
        net: money(2_000),
        tax: money(420),
        lines: 2,
        corrects: null,
      },
    ])
    expect(sums).toEqual([{ scheme: 'domestic', net: money(2_000), tax: money(420) }])
    await first.refund()
    expect((await report()).sums).toEqual([{ scheme: 'domestic', net: money(1_000), tax: money(210) }])
  })

  it('correct those of an earlier quarter in rows of their own, as the one-stop shop asks', async () => {
    const sale = await bought()
    const sold = quarterOf(t.clock.now())
    t.clock.advance(100 * dayMs)
    staff = await t.tokenOf(await t.factories.admin())
    await sale.refund()
    const { rows, quarter } = await report()
    expect(quarter).not.toBe(sold)
    expect(rows).toEqual([expect.objectContaining({ corrects: sold, net: { minor: -1_000, currency: 'EUR' }, lines: 1 })])
    expect((await report({ quarter: sold })).sums[0]?.net.minor).toBe(2_000)
    expect((await report({ quarter: '1999-Q1' })).rows).toEqual([])
  })

  it('leave as a file with the columns of the return, and who took it is written down', async () => {
    const { quarters } = await report()
    const quarter = quarters.at(-1) ?? ''
    const file = await t.call(taxes.export, { as: staff, query: { quarter, format: 'csv' } }).expect(200)
    expect(file.headers['content-disposition']).toContain(`-${quarter.toLowerCase()}.csv`)
    const [head, row] = file.text.replace('\ufeff', '').split('\r\n')
    expect(head?.split(',')).toHaveLength(13)
    expect(row).toContain(`${quarter},ES,`)
    expect(row).toContain(',21,20,4.2,EUR,')
    const oss = await t.call(taxes.export, { as: staff, query: { quarter, scheme: 'oss', format: 'csv' } }).expect(200)
    expect(oss.text.trim().split('\r\n')).toHaveLength(1)
    await t.call(taxes.export, { as: staff, query: { quarter, format: 'xlsx' } }).expect(200)
    expect(await t.database.knex('audit_log').where({ action: 'tax.export' })).toHaveLength(3)
  })
})

describe('quarters', () => {
  it.each([
    ['2025-03-31T21:59:59Z', '2025-Q1'],
    ['2025-03-31T22:00:00Z', '2025-Q2'],
    ['2025-12-31T22:59:59Z', '2025-Q4'],
    ['2025-12-31T23:00:00Z', '2026-Q1'],
  ])('%s in Madrid is in %s', (at, quarter) => expect(quarterOf(new Date(at))).toBe(quarter))

  it('run from their first day to the first day of the next', () => {
    expect(daysOf('2025-Q1')).toEqual({ from: '2025-01-01', until: '2025-04-01' })
    expect(daysOf('2025-Q4')).toEqual({ from: '2025-10-01', until: '2026-01-01' })
  })
})
