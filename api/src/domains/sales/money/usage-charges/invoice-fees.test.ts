import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { payouts, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RefundRow } from '../../../../db/tables/sales.ts'
import { readPdf } from '../../../../testing/read-pdf.ts'
import { plainProduct, sell, type SoldOrder } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

const dayMs = 86_400_000
let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
  await t.database.knex('payment_config').update({ seller_country: 'ES', seller_postal_code: '28013' })
})
afterAll(() => t.stop())

async function stage() {
  const owner = await t.factories.producer({ locale: 'en' })
  const channel = await t.factories.channel({ owner_id: owner.id, billing_country: 'ES', billing_postal_code: '46021' })
  const as = () => t.tokenOf(owner)
  return {
    as,
    film: (fields: object = {}, options = {}) => plainProduct(t, { channel_id: channel.id, ...fields }, options),
    documents: () => t.database.knex('invoices').where({ channel_id: channel.id }).orderBy(['issued_at', 'kind', 'number']),
    lines: () =>
      t.database
        .knex('invoice_lines as l')
        .join('invoices as v', 'v.id', 'l.invoice_id')
        .where('v.channel_id', channel.id)
        .orderBy(['v.issued_at', 'v.kind', 'l.position'])
        .select('l.title', 'l.quantity', 'l.total_minor', 'l.tax_minor', 'l.tax_reason'),
    statements: async () => ((await t.call(payouts.listOwn, { as: await as() }).expect(200)).body as { items: Statement[] }).items,
  }
}
const invoice = () => t.api.platform.sales.invoiceUsage()
const nextMonth = () => t.clock.advance(32 * dayMs)
async function refund({ order, items }: SoldOrder, reason: RefundRow['reason'], amountMinor = 1_000): Promise<void> {
  await t.database
    .knex('refunds')
    .insert({ order_id: order.id, order_item_id: items[0] ?? null, reason, amount_minor: amountMinor, currency: 'EUR' })
  await t.api.platform.sales.payRefunds()
}

describe('the fees of sales on the invoice of the platform', () => {
  it('are those of the statement, with their tax, once, however many processes issue it', async () => {
    const of = await stage()
    const [own, passedOn] = [await of.film(), await of.film({ ticket_fee_payer: 'buyer' })]
    await sell(t, [own], { expectedTotalMinor: 1_000 })
    await sell(t, [own], { expectedTotalMinor: 1_000 })
    await sell(t, [passedOn], { expectedTotalMinor: 1_045 })
    await invoice()
    expect(await of.documents()).toEqual([])
    nextMonth()
    await Promise.all([invoice(), invoice(), invoice()])
    await invoice()
    expect(await of.lines()).toEqual([
      { title: 'Fee of 9% on sales', quantity: 3, total_minor: 270, tax_minor: 47, tax_reason: 'seller_country' },
      // Two that the organizer pays, and one that its buyer paid: all of them are the platform's.
      { title: 'Handling fee per ticket', quantity: 3, total_minor: 135, tax_minor: 23, tax_reason: 'seller_country' },
    ])
    const [document, ...more] = await of.documents()
    expect([document?.kind, document?.total_minor, more]).toEqual(['invoice', 405, []])
    const statement = (await of.statements()).find(({ lines }) => lines.length > 0)
    expect(statement?.lines).toMatchObject([
      { line: 'takings', amount: { minor: 3_000 } },
      { line: 'percent_fee', amount: { minor: -270 } },
      { line: 'ticket_fee', amount: { minor: -90 } },
    ])
    expect(statement?.invoices).toMatchObject([{ kind: 'invoice' }])
    const file = await t.call(invoices.download, { as: await of.as(), params: { id: document?.id ?? '' } }).expect(200)
    const { text } = await readPdf(file.body as Buffer)
    for (const words of ['3 €2.23 21% €0.47 €2.70', '€4.05', 'or paid by your buyers']) expect(text).toContain(words)
    const tax = await t.database
      .knex('ledger_entries as e')
      .join('ledger_transactions as x', 'x.id', 'e.transaction_id')
      .where('x.dedupe_key', `usage-tax:${document?.id}`)
      .orderBy('e.amount_minor')
      .pluck('e.amount_minor')
    expect(tax).toEqual([-70, 70])
  })

  it('wait for the event, as the share of its organizer does', async () => {
    const of = await stage()
    const show = await of.film({ type: 'live' }, { sessions: 0 })
    const startsAt = new Date(t.clock.nowMs() + 70 * dayMs)
    await t.database.knex('product_sessions').insert({
      product_id: show.id,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 3_600_000),
      time_zone: 'Europe/Madrid',
    })
    await sell(t, [show], { expectedTotalMinor: 1_000 })
    nextMonth()
    await invoice()
    expect(await of.documents()).toEqual([])
    t.clock.advance(75 * dayMs)
    await invoice()
    expect(await of.documents()).toMatchObject([{ kind: 'invoice', total_minor: 135 }])
    const taken = (await of.statements()).find(({ lines }) => lines.some(({ line }) => line === 'percent_fee'))
    expect(taken?.invoices).toHaveLength(1)
  })

  it('that went back in their month are taken off, and where nothing is left there is no invoice', async () => {
    const [some, none] = [await stage(), await stage()]
    const film = await some.film()
    await sell(t, [film], { expectedTotalMinor: 1_000 })
    await refund(await sell(t, [film], { expectedTotalMinor: 1_000 }), 'withdrawal')
    await refund(await sell(t, [await none.film()], { expectedTotalMinor: 1_000 }), 'withdrawal')
    nextMonth()
    await invoice()
    await invoice()
    expect(await some.documents()).toMatchObject([{ kind: 'invoice', total_minor: 135 }])
    expect(await some.lines()).toMatchObject([
      { quantity: 2, total_minor: 180 },
      { quantity: 2, total_minor: 90 },
      { title: 'Fees given back', quantity: 1, total_minor: -135, tax_minor: -23 },
    ])
    expect(await none.documents()).toEqual([])
  })

  it('that go back later are credited once, in part or as a whole, on the statement that gives them back', async () => {
    const of = await stage()
    const sold = await sell(t, [await of.film()], { expectedTotalMinor: 1_000 })
    nextMonth()
    await invoice()
    await refund(sold, 'provider', 400)
    nextMonth()
    await Promise.all([invoice(), invoice()])
    await refund(sold, 'provider', 600)
    nextMonth()
    await invoice()
    await invoice()
    const [paid, ...back] = await of.documents()
    expect(paid).toMatchObject({ kind: 'invoice', total_minor: 135 })
    expect(back).toMatchObject([
      { kind: 'credit_note', corrects_id: paid?.id },
      { kind: 'credit_note', corrects_id: paid?.id },
    ])
    expect(back.reduce((sum, { total_minor: minor }) => sum + minor, 0)).toBe(-135)
    const given = (await of.statements()).filter(({ lines }) => lines.some(({ line }) => line === 'refunded_fees'))
    expect(given.map(({ invoices: of }) => of.map(({ kind }) => kind))).toEqual([['credit_note'], ['credit_note']])
  })

  it('stay where the organizer bears the refund', async () => {
    const of = await stage()
    await refund(await sell(t, [await of.film()], { expectedTotalMinor: 1_000 }), 'organizer')
    nextMonth()
    await invoice()
    expect(await of.documents()).toMatchObject([{ kind: 'invoice', total_minor: 135 }])
  })
})
