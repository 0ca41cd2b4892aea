import { account } from '@e-events/shared/contract/people/account.ts'
import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import { eraseBuyer } from '../../orders/erase.ts'
import { readPdf, type PdfFacts } from '../../../../testing/read-pdf.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const billing = {
  billingCompany: 'Ferrer Producciones, S. L.',
  billingNif: 'B12345674',
  billingAddress: 'Calle del Olmo 3, 2.º',
  billingCity: 'Cáceres',
  billingPostalCode: '10003',
  billingCountry: 'ES',
  billingPrefix: '+34',
  billingPhone: '600111222',
}

async function channel(): Promise<{ id: string; owner: UserRow }> {
  const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const home = await t.factories.channel({
    owner_id: owner.id,
    title: 'Sala Azul',
    business_name: 'Níquel, S. L.',
    billing_nif: 'B76543214',
    billing_address: 'Av. del Puerto 8',
    billing_city: 'Valencia',
    billing_postal_code: '46021',
    billing_country: 'ES',
  })
  return { id: home.id, owner }
}

interface Bought {
  order: Order
  as: string
  buyer: UserRow
}

/** Somebody buys a film of 12.10 and the fee of 0.45, with a support of 2.00. */
async function bought(channelId: string, locale: 'es' | 'en' | 'pt' = 'es'): Promise<Bought> {
  const product = await t.factories.product({
    channel_id: channelId,
    type: 'vod',
    plan: 'paid',
    net_price_minor: 1_000,
    tax_basis_points: 2_100,
    ticket_fee_payer: 'buyer',
    title: 'Último tren a Valdeniebla',
  })
  const buyer = await t.factories.user({ locale, name: 'Lucía', surname: 'Ferrer' })
  const as = await t.tokenOf(buyer)
  await t.call(account.update, { as, body: billing }).expect(200)
  const body = orderBody(product.slug, { supportMinor: 200, expectedTotalMinor: 1_455 })
  const placed = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const params = { id: placed.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
  return { order: (await t.call(orders.get, { as, params: { id: placed.id } }).expect(200)).body as Order, as, buyer }
}

async function pdfOf(id: string, as: string): Promise<PdfFacts> {
  const reply = await t
    .call(invoices.download, { as, params: { id } })
    .buffer(true)
    .parse(binary as never)
    .expect(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  return readPdf(reply.body as Buffer)
}
function binary(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)))
}

async function refunded({ order }: Bought): Promise<void> {
  const item = await t.database.knex('order_items').where({ order_id: order.id }).first()
  await t.database.knex('refunds').insert({
    order_id: order.id,
    order_item_id: item?.id ?? '',
    reason: 'organizer',
    amount_minor: order.total.minor,
    currency: 'EUR',
  })
  await t.api.platform.sales.payRefunds()
}

describe('an invoice', () => {
  it('has running number, date, seller, billing data of the account, lines with net, rate, tax, total and currency [SHOP-056] [ID-032]', async () => {
    const { id } = await channel()
    const { order, as } = await bought(id)
    const [invoice] = order.invoices
    const year = t.clock.now().getUTCFullYear()
    expect(order.invoices).toMatchObject([{ kind: 'invoice', number: `${year}-000001` }])
    const { text, title, language } = await pdfOf(invoice?.id ?? '', as)
    expect({ title, language }).toEqual({ title: `Factura ${year}-000001`, language: 'es-ES' })
    for (const said of [
      `Factura ${year}-000001`,
      `Pedido: ${order.number}`,
      'Níquel, S. L.',
      'Sala Azul',
      'NIF: B76543214',
      'Av. del Puerto 8',
      '46021 Valencia',
      'Ferrer Producciones, S. L.',
      'Lucía Ferrer',
      'NIF: B12345674',
      'Calle del Olmo 3, 2.º',
      '10003 Cáceres',
      '+34 600111222',
      'Último tren a Valdeniebla IVA de España, el país del vendedor 1 10,00 € 21 % 2,10 € 12,10 €',
      'Gastos de gestión por entrada (impuestos incluidos) 1 0,45 € 0 % 0,00 € 0,45 €',
      'Apoyo al organizador (donativo, sin impuestos) 1 2,00 € 0 % 0,00 € 2,00 €',
      'IVA 21 % 2,10 €',
      'Total 14,55 €',
    ])
      expect(text, said).toContain(said)
  })

  it('is written for screen readers: headings, tables with header cells, its language and a title', async () => {
    const { id } = await channel()
    const { order, as } = await bought(id)
    const { roles, isMarked } = await pdfOf(order.invoices[0]?.id ?? '', as)
    expect(isMarked).toBe(true)
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(roles.filter((role) => role === 'Table')).toHaveLength(2)
    // Six columns and three lines; three sums.
    expect(roles.filter((role) => role === 'TH')).toHaveLength(6 + 3 + 3)
  })

  it.each([
    ['en', 'Invoice', '€14.55'],
    ['pt', 'Fatura', '14,55 €'],
  ] as const)('speaks the language of its order: %s', async (locale, word, total) => {
    const { id } = await channel()
    const { order, as } = await bought(id, locale)
    const { text } = await pdfOf(order.invoices[0]?.id ?? '', as)
    expect(text).toContain(word)
    expect(text).toContain(total)
    expect(text).not.toContain('Factura')
  })

  it('is for its buyer, its seller and administrators alone', async () => {
    const { id, owner } = await channel()
    const { order, as } = await bought(id)
    const params = { id: order.invoices[0]?.id ?? '' }
    const stranger = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
    const admin = await t.factories.user({ roles: ['VIEWER', 'ADMIN'] })
    const statuses = await Promise.all(
      [as, await t.tokenOf(owner), await t.tokenOf(admin), await t.tokenOf(stranger)].map(
        async (who) => (await t.call(invoices.download, { as: who, params })).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200, 404])
  })

  it('takes the next number of its seller without a gap, whoever pays at the same moment and whatever fails', async () => {
    const [one, another] = [await channel(), await channel()]
    await t.database.knex.raw(
      `create function refuse_ledger() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    )
    const failing = await Promise.all([1, 2, 3].map(() => bought(one.id)))
    await t.database.knex.raw('create trigger kill before insert on ledger_transactions for each row execute function refuse_ledger()')
    await bought(one.id).catch(() => undefined)
    await t.database.knex.raw('drop trigger kill on ledger_transactions; drop function refuse_ledger()')
    const later = await Promise.all([bought(one.id), bought(another.id), bought(one.id), bought(one.id)])
    const numbers = await t.database
      .knex('invoices as v')
      .join('invoice_series as s', 's.id', 'v.series_id')
      .where('s.channel_id', one.id)
      .orderBy('v.number')
      .pluck('v.number')
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6])
    expect(later[1]?.order.invoices).toMatchObject([{ number: expect.stringMatching(/-000001$/) as string }])
    expect(failing).toHaveLength(3)
  })

  it('is frozen: what account and channel say later changes nothing; an erased account leaves no name in it', async () => {
    const { id, owner } = await channel()
    const sale = await bought(id)
    const before = await pdfOf(sale.order.invoices[0]?.id ?? '', sale.as)
    await t.call(account.update, { as: sale.as, body: { billingCompany: 'Otra, S. A.' } }).expect(200)
    await t.database.knex('channels').where({ id }).update({ business_name: 'Cromo, S. L.' })
    expect((await pdfOf(sale.order.invoices[0]?.id ?? '', sale.as)).text).toBe(before.text)
    await t.database.knex.transaction((trx) => eraseBuyer(trx, sale.buyer.id, 'gone@erased.invalid', t.clock.now()))
    const { text } = await pdfOf(sale.order.invoices[0]?.id ?? '', await t.tokenOf(owner))
    expect(text).toContain('Cuenta eliminada España')
    expect(text).toContain('Total 14,55 €')
    for (const gone of ['Ferrer', 'Olmo', 'B12345674', '600111222', sale.buyer.email]) expect(text).not.toContain(gone)
  })
})

describe('a credit note', () => {
  it('follows a refund with a number of its own, and the invoice stays as it is', async () => {
    const { id } = await channel()
    const sale = await bought(id)
    const before = await pdfOf(sale.order.invoices[0]?.id ?? '', sale.as)
    await refunded(sale)
    await t.api.platform.sales.payRefunds()
    const reply = await t.call(orders.get, { as: sale.as, params: { id: sale.order.id } }).expect(200)
    const [invoice, note] = (reply.body as Order).invoices
    const year = t.clock.now().getUTCFullYear()
    expect([invoice?.kind, note?.kind, note?.number]).toEqual(['invoice', 'credit_note', `R${year}-000001`])
    const { text } = await pdfOf(note?.id ?? '', sale.as)
    for (const said of [
      `Factura rectificativa R${year}-000001`,
      `Rectifica la factura ${year}-000001`,
      'Total -14,55 €',
      'IVA 21 % -2,10 €',
      'Níquel, S. L.',
    ])
      expect(text, said).toContain(said)
    expect((await pdfOf(invoice?.id ?? '', sale.as)).text).toBe(before.text)
    await expect(
      t.database
        .knex('invoices')
        .where({ id: invoice?.id ?? '' })
        .update({ total_minor: 1 }),
    ).rejects.toThrow(/never altered/)
  })
})
