import { taxes, type TaxReport } from '@e-events/shared/contract/sales/money/taxes.ts'
import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { payouts, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelRow } from '../../../../db/tables/catalogue.ts'
import type { UserRow } from '../../../../db/tables/people.ts'
import { readPdf } from '../../../../testing/read-pdf.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { eraseBuyer } from '../../orders/erase.ts'

const dayMs = 86_400_000
let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
  await t.database.knex('payment_config').update({ seller_country: 'ES', seller_postal_code: '28013' })
  // No live of the factories is to come: test rooms cost from their first hour on.
  nextMonth()
})
afterAll(() => t.stop())

const company = {
  business_name: 'Níquel, S. L.',
  billing_nif: 'B76543214',
  billing_address: 'Av. del Puerto 8',
  billing_city: 'Valencia',
  billing_postal_code: '46021',
  billing_country: 'ES',
}

interface Stage {
  owner: UserRow
  channel: ChannelRow
  productId: string
  as(): Promise<string>
  statements(): Promise<Statement[]>
}
async function stage(fields: Partial<typeof company> = company): Promise<Stage> {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id, ...fields })
  const product = await t.factories.product({ channel_id: channel.id, plan: 'paid', net_price_minor: 1_000, title: 'Noche de cuerda' })
  const as = () => t.tokenOf(owner)
  const statements = async () => ((await t.call(payouts.listOwn, { as: await as() }).expect(200)).body as { items: Statement[] }).items
  return { owner, channel, productId: product.id, as, statements }
}
/** A test room of two hours and a recording: 10.00 and 49.00. */
async function used(of: Stage): Promise<{ recordingId: string }> {
  const endedAt = t.clock.now()
  const startedAt = new Date(endedAt.getTime() - 2 * 3_600_000)
  const times = { started_at: startedAt, first_media_at: startedAt, last_media_at: endedAt, ended_at: endedAt }
  const show = { product_id: of.productId, state: 'ended' as const, ...times }
  await t.factories.broadcast({ ...show, session_id: null, kind: 'rehearsal' })
  const live = await t.factories.broadcast(show)
  const [recording] = await t.database
    .knex('recordings')
    .insert({ broadcast_id: live.id, product_id: of.productId, state: 'ready', ready_at: endedAt })
    .returning('id')
  await t.api.platform.sales.chargeUsage()
  return { recordingId: recording?.id ?? '' }
}
async function becomesVod(recordingId: string): Promise<void> {
  const vod = await t.factories.product({ type: 'vod' })
  await t.database.knex('recordings').where({ id: recordingId }).update({ published_product_id: vod.id })
  await t.api.platform.sales.chargeUsage()
}
const invoice = () => t.api.platform.sales.invoiceUsage()
const nextMonth = () => t.clock.advance(32 * dayMs)
const documentsOf = (of: Stage) => t.database.knex('invoices').where({ channel_id: of.channel.id }).orderBy(['issued_at', 'kind'])
const linesOf = async (of: Stage) =>
  t.database
    .knex('invoice_lines')
    .whereIn('invoice_id', t.database.knex('invoices').where({ channel_id: of.channel.id, kind: 'invoice' }).select('id'))
    .orderBy('position')

describe('the monthly invoice of the platform', () => {
  it('has every charge of a month that is over, once, however many processes issue it', async () => {
    const of = await stage()
    await used(of)
    await invoice()
    expect(await documentsOf(of)).toEqual([])
    nextMonth()
    await Promise.all([invoice(), invoice(), invoice()])
    await invoice()
    expect(await documentsOf(of)).toMatchObject([
      { kind: 'invoice', order_id: null, total_minor: 5_900, net_minor: 4_876, tax_minor: 1_024 },
    ])
    expect(await linesOf(of)).toMatchObject([
      {
        title: 'Grabación: Noche de cuerda',
        quantity: 1,
        total_minor: 4_900,
        tax_minor: 850,
        tax_reason: 'seller_country',
        tax_place: 'ES',
      },
      { title: 'Sala de pruebas: Noche de cuerda', quantity: 2, total_minor: 1_000, tax_minor: 174, tax_basis_points: 2_100 },
    ])
    expect(
      await t.database.knex('usage_charges').where({ channel_id: of.channel.id, invoice_line_id: null }).where('amount_minor', '>', 0),
    ).toEqual([])
  })

  it('books the tax that its amounts have in them, and leaves the statement as it was', async () => {
    const of = await stage()
    await used(of)
    nextMonth()
    const before = await of.statements()
    await invoice()
    const [document] = await documentsOf(of)
    const entries = await t.database
      .knex('ledger_entries as e')
      .join('ledger_transactions as x', 'x.id', 'e.transaction_id')
      .join('ledger_accounts as a', 'a.id', 'e.account_id')
      .where('x.dedupe_key', `usage-tax:${document?.id}`)
      .orderBy('a.kind')
      .select('a.kind', 'e.amount_minor')
    expect(entries).toEqual([
      { kind: 'platform_revenue', amount_minor: 1_024 },
      { kind: 'tax_payable', amount_minor: -1_024 },
    ])
    expect((await of.statements()).map(({ lines, amount }) => ({ lines, amount }))).toEqual(
      before.map(({ lines, amount }) => ({ lines, amount })),
    )
  })

  it('stands on the statement that took its charges, and opens for its organizer and administrators alone', async () => {
    const of = await stage()
    await used(of)
    nextMonth()
    await invoice()
    const statement = (await of.statements()).find(({ lines }) => lines.length > 0)
    expect(statement?.invoices).toMatchObject([{ kind: 'invoice' }])
    expect(statement?.lines.map(({ line }) => line).toSorted()).toEqual(['recording', 'rehearsal_hours'])
    const params = { id: statement?.invoices[0]?.id ?? '' }
    const file = await t.call(invoices.download, { as: await of.as(), params }).expect(200)
    const pdf = await readPdf(file.body as Buffer)
    for (const words of [
      `Factura ${statement?.invoices[0]?.number}`,
      'Níquel, S. L.',
      'NIF: B76543214',
      'Valencia',
      'Grabación: Noche de cuerda',
      '49,00 €',
      '59,00 €',
      'Ya descontado de tu liquidación',
    ])
      expect(pdf.text).toContain(words)
    expect(pdf.text).not.toContain('Pedido')
    await t.call(invoices.download, { as: await t.tokenOf(await t.factories.producer()), params }).expect(404)
    await t.call(invoices.download, { as: await t.tokenOf(await t.factories.user({ roles: ['ADMIN'] })), params }).expect(200)
  })

  it.each([
    [
      'a business of another member state',
      { ...company, billing_country: 'PT', billing_nif: 'PT501964843', billing_postal_code: '1000' },
      'reverse_charge',
      'PT',
      0,
    ],
    ['a person of another member state', { billing_country: 'DE' }, 'electronic_service', 'DE', 1_900],
    ['a person in the Canary Islands', { billing_country: 'ES', billing_postal_code: '35001' }, 'outside_area', 'IC', 0],
    ['a channel without a place', {}, 'seller_country', 'ES', 2_100],
  ] as const)('is taxed by the rules of the month for %s, in the same total', async (_name, fields, ...[reason, place, rate]) => {
    const of = await stage(fields)
    await t.database.knex('users').where({ id: of.owner.id }).update({ country: null })
    await used(of)
    nextMonth()
    await invoice()
    const lines = await linesOf(of)
    expect(lines.map((line) => [line.tax_reason, line.tax_place, line.tax_basis_points])).toEqual(lines.map(() => [reason, place, rate]))
    expect(await documentsOf(of)).toMatchObject([{ total_minor: 5_900 }])
    if (rate === 0) expect(lines.map(({ tax_minor: tax }) => tax)).toEqual([0, 0])
  })

  it('counts in the one running number of the platform, and in the taxes of its quarter', async () => {
    const admin = await t.factories.user({ roles: ['ADMIN'] })
    const sum = async () => {
      const report = (await t.call(taxes.report, { as: await t.tokenOf(admin) }).expect(200)).body as TaxReport
      return report.rows
        .filter(({ place, reason }) => place === 'ES' && reason === 'seller_country')
        .reduce((all, { tax }) => all + tax.minor, 0)
    }
    const [first, second] = [await stage(), await stage()]
    await used(first)
    await used(second)
    nextMonth()
    const before = await sum()
    await invoice()
    const numbers = [...(await documentsOf(first)), ...(await documentsOf(second))].map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
    expect((await sum()) - before).toBe(2 * 1_024)
  })
})

describe('a recording that becomes a VOD product', () => {
  it('is in no invoice where that was in its month', async () => {
    const of = await stage()
    const { recordingId } = await used(of)
    await becomesVod(recordingId)
    nextMonth()
    await invoice()
    expect(await documentsOf(of)).toMatchObject([{ kind: 'invoice', total_minor: 1_000 }])
  })

  it('is credited once where it was invoiced before, with its tax', async () => {
    const of = await stage()
    const { recordingId } = await used(of)
    nextMonth()
    await invoice()
    await becomesVod(recordingId)
    await Promise.all([invoice(), invoice()])
    await invoice()
    const [paid, back, ...more] = await documentsOf(of)
    expect(more).toEqual([])
    expect(back).toMatchObject({ kind: 'credit_note', corrects_id: paid?.id, total_minor: -4_900, tax_minor: -850 })
    const found = (await of.statements()).flatMap((statement) => statement.invoices)
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice'])
    const note = found.find(({ kind }) => kind === 'credit_note')
    const file = await t.call(invoices.download, { as: await of.as(), params: { id: note?.id ?? '' } }).expect(200)
    expect((await readPdf(file.body as Buffer)).text).toMatch(
      /Factura rectificativa R\d{4}-\d{6}.*Rectifica la factura .*: el cargo se ha devuelto/,
    )
  })
})

describe('an organizer whose account is erased', () => {
  it('leaves invoices with a pseudonym and a country', async () => {
    const of = await stage()
    await used(of)
    nextMonth()
    await invoice()
    await t.database.knex.transaction((trx) => eraseBuyer(trx, of.owner.id, 'nobody', t.clock.now()))
    expect(await documentsOf(of)).toMatchObject([{ buyer: { pseudonym: of.owner.id, country: 'ES' } }])
  })
})
