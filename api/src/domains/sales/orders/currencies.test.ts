import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { payouts, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { ledgerOf, plainProduct, sell } from '../../../testing/sold-order.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let owner: UserRow
let home: { id: string; slug: string }
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  home = await t.factories.channel({ owner_id: owner.id })
})
afterAll(() => t.stop())

const draft = (price: object) => ({ channelSlug: home.slug, title: 'Duende', type: 'broadcast' as const, plan: 'paid' as const, price })
function binary(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)))
}
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

it('of a product are ISO 4217, euros where none is named; an unknown code answers 400 [SHOP-040]', async () => {
  const as = await t.tokenOf(owner)
  for (const currency of ['XYZ', 'yen', 'XAU']) {
    const reply = await t.call(ownProducts.begin, { as, body: draft({ netMinor: 1_000, currency }) })
    expect([currency, reply.status, codeOf(reply)]).toEqual([currency, 400, 'VALIDATION_FAILED'])
  }
  const made = async (price: object) => {
    const reply = await t.call(ownProducts.begin, { as, body: draft(price) }).expect(201)
    return (reply.body as OwnProductDetail).netPrice
  }
  expect(await made({ netMinor: 1_000 })).toMatchObject({ currency: 'EUR' })
  expect(await made({ netMinor: 1_800, currency: 'JPY' })).toMatchObject({ netMinor: 1_800, currency: 'JPY' })
})

it.each([
  { currency: 'JPY', netMinor: 1_800, fee: 81, percent: 162, shown: '1.800', file: '"1800"|1800' },
  { currency: 'KWD', netMinor: 3_600, fee: 160, percent: 324, shown: '3,600', file: '3[.,]6' },
])('an order in $currency bears its own fee, and invoice, ledger, sales and statement show its decimals', async (one) => {
  const { currency, netMinor, fee, percent } = one
  const product = await plainProduct(t, { channel_id: home.id, currency, net_price_minor: netMinor })
  const sold = await sell(t, [product], { expectedTotalMinor: netMinor })
  expect((await t.call(orders.get, { as: sold.as, params: { id: sold.order.id } }).expect(200)).body as Order).toMatchObject({
    status: 'paid',
    total: { minor: netMinor, currency },
  })
  // The order keeps the amounts that it was placed with, whatever the list says later.
  expect(await t.database.knex('order_items').where({ order_id: sold.order.id })).toMatchObject([
    { ticket_fee_minor: fee, platform_fee_minor: percent },
  ])
  expect(await ledgerOf(t, sold)).toEqual({
    provider_clearing: netMinor,
    organizer_payable: percent + fee - netMinor,
    platform_revenue: -(percent + fee),
  })
  const [invoice] = await t.database.knex('invoices').where({ order_id: sold.order.id })
  const pdf = await t
    .call(invoices.download, { as: sold.as, params: { id: invoice?.id ?? '' } })
    .buffer(true)
    .parse(binary as never)
    .expect(200)
  expect((await readPdf(pdf.body as Buffer)).text).toContain(one.shown)

  const as = await t.tokenOf(owner)
  const listed = (await t.call(sales.listOwn, { as, query: { search: String(sold.order.number) } }).expect(200)).body as {
    items: Sale[]
    sums: { amount: { minor: number; currency: string } }[]
  }
  expect(listed.items[0]).toMatchObject({ amount: { minor: netMinor, currency }, mine: { minor: netMinor - percent - fee, currency } })
  const file = await t.call(sales.exportOwn, { as, query: { format: 'csv', search: String(sold.order.number) } }).expect(200)
  expect(file.text).toMatch(new RegExp(`,(?:${one.file}),`))
  expect(file.text).toContain(currency)
  const { items } = (await t.call(payouts.listOwn, { as }).expect(200)).body as { items: Statement[] }
  const own = items.filter(({ amount }) => amount.currency === currency)
  expect(own.map(({ total }) => total)).toEqual([{ minor: netMinor - percent - fee, currency }])
})

it('a donation is worth 500 euros at most in any currency, and a price in search engines has its decimals', async () => {
  const product = await plainProduct(t, { channel_id: home.id, currency: 'JPY', net_price_minor: 1_800 })
  const as = await t.tokenOf(await t.factories.user({ country: 'ES' }))
  const wanted = (supportMinor: number) =>
    t.call(orders.place, { as, body: orderBody(product.slug, { expectedTotalMinor: 1_800 + supportMinor, supportMinor }) })
  const refused = await wanted(90_001)
  expect([refused.status, codeOf(refused)]).toEqual([400, 'VALIDATION_FAILED'])
  await wanted(90_000).expect(201)
  const head = await t.http.get('/api/page-head').set('x-page-uri', `/products/${product.slug}`).expect(200)
  expect(head.text).toContain('1800')
  expect(head.text).not.toContain('18.00')
})
