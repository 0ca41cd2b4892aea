import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { account } from '@e-events/shared/contract/people/account.ts'
import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { taxes, type TaxReport } from '@e-events/shared/contract/sales/money/taxes.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVatRegister } from '../../../../adapters/vat-register.ts'
import type { UserRow } from '../../../../db/tables/people.ts'
import { readPdf } from '../../../../testing/read-pdf.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import { createAskRegister } from './ask-register.ts'

let t: TestApi
let owner: UserRow
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: owner.id, billing_country: 'ES', billing_nif: 'B76543214' })).id
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
/** 10.00 and 21 % of a seller in Spain. */
const product = async (type: 'vod' | 'podcast' = 'vod') =>
  (await t.factories.product({ channel_id: channelId, type, plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })).slug

async function buyer(fields: Parameters<TestApi['factories']['user']>[0]) {
  const as = await t.tokenOf(await t.factories.user(fields))
  return {
    as,
    show: async (slug: string) => (await t.call(orders.checkout, { as, params: { slug } }).expect(200)).body as Checkout,
    place: (slug: string, expectedTotalMinor: number) => t.call(orders.place, { as, body: orderBody(slug, { expectedTotalMinor }) }),
    async buy(slug: string, expectedTotalMinor: number): Promise<Order> {
      const order = (await this.place(slug, expectedTotalMinor).expect(201)).body as Order
      const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
      await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
      return (await t.call(orders.get, { as, params: { id: order.id } }).expect(200)).body as Order
    },
  }
}
const german = { billing_country: 'DE', country: 'DE' } as const
const company = { ...german, billing_company: 'Kino GmbH', billing_nif: 'DE 136 695 976' } as const

async function bookedOf(orderId: string): Promise<Record<string, number>> {
  const { rows } = await t.database.knex.raw<{ rows: { kind: string; sum: string }[] }>(
    `select a.kind, sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     join ledger_accounts a on a.id = e.account_id where x.order_id = ? group by a.kind`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
}
const lineOf = (orderId: string) => t.database.knex('order_items').where({ order_id: orderId }).first()

describe('an account without a country', () => {
  it('sees the rate of the product and cannot order; with one it can, in the same checkout', async () => {
    const slug = await product()
    const somebody = await buyer({ country: null })
    const before = await somebody.show(slug)
    expect(before.needsCountry).toBe(true)
    expect(before.items[0]).not.toHaveProperty('tax')
    expect(codeOf(await somebody.place(slug, 1_210).expect(409))).toBe('COUNTRY_REQUIRED')
    await t.call(account.update, { as: somebody.as, body: { billingCountry: 'DE' } }).expect(200)
    const after = await somebody.show(slug)
    expect(after.needsCountry).toBe(false)
    expect(after.items[0]).toMatchObject({
      tax: { reason: 'electronic_service', place: 'DE' },
      price: { netMinor: 1_017, taxBasisPoints: 1_900, unitTaxMinor: 193 },
    })
    await somebody.place(slug, 1_210).expect(201)
  })
})

describe('a private buyer in another country', () => {
  it('pays the price of the page: checkout, order, invoice, ledger and share say the same', async () => {
    const slug = await product()
    const who = await buyer({ ...german, billing_prefix: '+49', billing_phone: '30 123456', locale: 'en' })
    const order = await who.buy(slug, 1_210)
    expect(order).toMatchObject({ net: { minor: 1_017 }, tax: { minor: 193 }, total: { minor: 1_210 } })
    expect(order.items[0]).toMatchObject({ taxBasisPoints: 1_900, taxedBy: { reason: 'electronic_service', place: 'DE' } })
    // 9 % of the net price, and 0.45.
    const mine = 1_017 - 92 - 45
    expect(await bookedOf(order.id)).toMatchObject({ tax_payable: -193, organizer_payable: -mine, platform_revenue: -137 })
    const list = await t.call(sales.listOwn, { as: await t.tokenOf(owner), query: { search: String(order.number) } }).expect(200)
    const [sale] = (list.body as { items: Sale[] }).items
    expect(sale).toMatchObject({
      amount: { minor: 1_210 },
      mine: { minor: mine },
      tax: { basisPoints: 1_900, amount: { minor: 193 }, by: { reason: 'electronic_service', place: 'DE' } },
      placeProofs: [
        { kind: 'billing_country', country: 'DE', agrees: true },
        { kind: 'phone_prefix', country: 'DE', agrees: true },
      ],
    })
    const pdf = await t
      .call(invoices.download, { as: who.as, params: { id: order.invoices[0]?.id ?? '' } })
      .buffer(true)
      .expect(200)
    const { text } = await readPdf(pdf.body as Buffer)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('VAT of Germany: electronically supplied service, taxed in the buyer’s country')
  })

  it('keeps place, proofs and rate of the order, whatever the account says later', async () => {
    const who = await buyer({ country: 'PT' })
    const order = await who.buy(await product('podcast'), 1_210)
    await t.call(account.update, { as: who.as, body: { billingCountry: 'FR' } }).expect(200)
    const row = await t.database.knex('orders').where({ id: order.id }).first()
    expect(row).toMatchObject({ buyer_kind: 'private', vat_check: null, country: 'PT' })
    expect(row?.place_proofs).toEqual([{ kind: 'account_country', country: 'PT', agrees: true }])
    expect(await lineOf(order.id)).toMatchObject({ tax_place: 'PT', tax_basis_points: 2_300, tax_minor: 226 })
  })

  it.each([
    ['the Canary Islands', { billing_country: 'ES', billing_postal_code: '35001' }, 'outside_area', 'IC', 0],
    ['the United States', { billing_country: 'US' }, 'outside_area', 'US', 0],
    ['the United Kingdom', { billing_country: 'GB' }, 'electronic_service', 'GB', 202],
    ['Spain', { billing_country: 'ES' }, 'seller_country', 'ES', 210],
  ] as const)('in %s pays 12.10 by %s', async (...[, fields, reason, place, taxMinor]) => {
    const order = await (await buyer(fields)).buy(await product(), 1_210)
    expect(order.items[0]).toMatchObject({ taxedBy: { reason, place }, tax: { minor: taxMinor } })
  })
})

describe('a business in another country of the Union', () => {
  it('pays the net price by reverse charge, which its invoice says; the gross price is refused', async () => {
    const slug = await product()
    const who = await buyer({ ...company, locale: 'es' })
    expect(codeOf(await who.place(slug, 1_210).expect(409))).toBe('PRICE_CHANGED')
    const order = await who.buy(slug, 1_000)
    expect(order.items[0]?.taxedBy).toEqual({ reason: 'reverse_charge', place: 'DE' })
    expect(await bookedOf(order.id)).not.toHaveProperty('tax_payable')
    const row = await t.database.knex('orders').where({ id: order.id }).first()
    expect(row).toMatchObject({ buyer_kind: 'business', vat_check: 'format' })
    const pdf = await t
      .call(invoices.download, { as: who.as, params: { id: order.invoices[0]?.id ?? '' } })
      .buffer(true)
      .expect(200)
    const text = (await readPdf(pdf.body as Buffer)).text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Inversión del sujeto pasivo')
    expect(text).toContain('DE 136 695 976')
  })

  it('whose id does not hold is taxed as a private buyer', async () => {
    const who = await buyer({ ...company, billing_nif: 'DE136695977' })
    expect((await who.buy(await product(), 1_210)).items[0]?.taxedBy?.reason).toBe('electronic_service')
  })
})

it('the taxes of the quarter hold these sales by country, and only member states in the file of the one-stop shop', async () => {
  const staff = await t.tokenOf(await t.factories.admin())
  const { rows } = (await t.call(taxes.report, { as: staff }).expect(200)).body as TaxReport
  const booked = await t.database
    .knex('ledger_entries as e')
    .join('ledger_accounts as a', 'a.id', 'e.account_id')
    .where('a.kind', 'tax_payable')
    .sum<{ sum: string }[]>('e.amount_minor as sum')
  expect(rows.reduce((sum, { tax }) => sum + tax.minor, 0)).toBe(-Number(booked[0]?.sum))
  expect(rows.find(({ place, reason }) => place === 'DE' && reason === 'electronic_service')).toMatchObject({
    scheme: 'oss',
    rateType: 'standard',
  })
  expect(rows.find(({ place }) => place === 'GB')?.scheme).toBe('abroad')
  const { quarter } = (await t.call(taxes.report, { as: staff }).expect(200)).body as TaxReport
  const file = await t.call(taxes.export, { as: staff, query: { quarter, scheme: 'oss', format: 'csv' } }).expect(200)
  const places = file.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(places).toEqual(['DE', 'PT'])
})

describe('the register of VAT ids', () => {
  let server: Server
  let answer: { status: number; body: string }
  let asked: unknown[] = []
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push(JSON.parse(body))
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/check-vat-number`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each([
    [500, '{}', 'unreachable'],
    [200, '{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}', 'unreachable'],
    [200, 'no json', 'unreachable'],
    [200, '{"valid":false}', 'invalid'],
    [200, '{"valid":true}', 'valid'],
  ])('that answers %i %s leaves an id %s', async (status, body, expected) => {
    answer = { status, body }
    asked = []
    expect(await createVatRegister(url)({ prefix: 'DE', number: '136695976' })).toBe(expected)
    expect(asked).toEqual([{ countryCode: 'DE', vatNumber: '136695976' }])
  })

  it('is not asked about British ids, and one that is away leaves the format', async () => {
    asked = []
    expect(await createVatRegister(url)({ prefix: 'GB', number: '980780684' })).toBe('unreachable')
    expect(asked).toEqual([])
    expect(await createVatRegister('http://127.0.0.1:9/')({ prefix: 'DE', number: '136695976' })).toBe('unreachable')
  })

  it('is asked once a day about an id, and again after an outage', async () => {
    const ask = createAskRegister({ redis: t.api.platform.redis, register: createVatRegister(url) })
    const id = { prefix: 'DE', number: '136695976' }
    asked = []
    answer = { status: 500, body: '' }
    expect(await ask(id)).toBe('unreachable')
    answer = { status: 200, body: '{"valid":false}' }
    expect([await ask(id), await ask(id)]).toEqual(['invalid', 'invalid'])
    expect(asked).toHaveLength(2)
    expect(await createAskRegister({ redis: t.api.platform.redis, register: undefined })(id)).toBe('unreachable')
  })
})
