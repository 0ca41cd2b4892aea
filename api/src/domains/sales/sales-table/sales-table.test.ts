import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

interface Seller {
  owner: UserRow
  as: string
  channelId: string
}
async function seller(): Promise<Seller> {
  const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const home = await t.factories.channel({ owner_id: owner.id })
  return { owner, as: await t.tokenOf(owner), channelId: home.id }
}

/** Somebody buys a film of 12.10 with a support of 2.00. */
async function sold(by: Seller, wanted: { title?: string; email?: string; country?: string; supportMinor?: number } = {}) {
  const { title = 'Duende', country = 'ES', supportMinor = 200, email } = wanted
  const film = { channel_id: by.channelId, type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, title } as const
  const product = await t.factories.product(film)
  const buyer = await t.factories.user({ country, name: 'Lucía', surname: 'Ferrer', ...(email === undefined ? {} : { email }) })
  const as = await t.tokenOf(buyer)
  const body = orderBody(product.slug, { supportMinor, expectedTotalMinor: 1_210 + supportMinor })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
  return { order, as, email: buyer.email, product }
}

type Page = { items: Sale[]; total: number; sums: { count: number; amount: { minor: number }; mine: { minor: number } }[] }
const list = async (by: Seller, query = {}): Promise<Page> => (await t.call(sales.listOwn, { as: by.as, query }).expect(200)).body as Page
const staff = async () => t.tokenOf(await t.factories.user({ roles: ['VIEWER', 'ADMIN'] }))
const bookedFor = async (channelId: string): Promise<number> => {
  const { rows } = await t.database.knex.raw<{ rows: { sum: string | null }[] }>(
    `select -sum(e.amount_minor) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.channel_id = ?`,
    [channelId],
  )
  return Number(rows[0]?.sum ?? 0)
}

describe('the table of sales', () => {
  it('holds amount and support apart, and all eight fields; an order that waits is no sale [SHOP-013]', async () => {
    const by = await seller()
    const { order, email, product } = await sold(by)
    const other = await t.factories.product({
      channel_id: by.channelId,
      type: 'vod',
      plan: 'paid',
      net_price_minor: 1_000,
      tax_basis_points: 2_100,
    })
    await t.call(orders.place, { as: await t.tokenOf(await t.factories.user()), body: orderBody(other.slug) }).expect(201)
    const { items, total, sums } = await list(by)
    expect(items).toEqual([
      expect.objectContaining({
        number: order.number,
        product: { slug: product.slug, title: 'Duende', type: 'vod' },
        email,
        amount: { minor: 1_210, currency: 'EUR' },
        support: { minor: 200, currency: 'EUR' },
        eventAt: null,
        country: 'ES',
        status: 'paid',
        // 10.00 less 9 % and 0.45, and the whole support.
        mine: { minor: 1_000 - 90 - 45 + 200, currency: 'EUR' },
        buyer: { name: 'Lucía', surname: 'Ferrer', email, country: 'ES' },
        refund: null,
        allowed: { refund: ['organizer'], stateDispute: false },
      }),
    ])
    expect(Date.parse(items[0]?.soldAt ?? '')).toBeLessThanOrEqual(t.clock.nowMs())
    expect({ total, sums }).toMatchObject({ total: 1, sums: [{ count: 1, amount: { minor: 1_210 }, mine: { minor: 1_065 } }] })
  })

  it("is one's own for organizers, and everybody's for administrators", async () => {
    const [one, another] = [await seller(), await seller()]
    const { order } = await sold(one)
    expect((await list(another)).items).toEqual([])
    const as = await staff()
    const every = (await t.call(sales.list, { as, query: { search: String(order.number) } }).expect(200)).body as Page
    expect(every.items.map(({ number }) => number)).toContain(order.number)
    // An administrator without channels of his own has sold nothing.
    expect(((await t.call(sales.listOwn, { as }).expect(200)).body as Page).items).toEqual([])
  })

  it('is narrowed by product, e-mail, days and country, and pages in any order without a gap', async () => {
    const by = await seller()
    await sold(by, { title: 'Niebla 100%', email: 'ana.niebla@example.test', country: 'PT', supportMinor: 0 })
    await sold(by, { title: 'Relámpagos', email: 'rui.raio@example.test', supportMinor: 500 })
    t.clock.advance(3 * 86_400_000)
    by.as = await t.tokenOf(by.owner)
    await sold(by, { title: 'Niebla', email: 'eva.otra@example.test', supportMinor: 0 })
    const titles = async (query: object) => (await list(by, query)).items.map(({ product }) => product.title)
    expect(await titles({ product: 'niebla' })).toEqual(['Niebla', 'Niebla 100%'])
    expect(await titles({ product: '100%' })).toEqual(['Niebla 100%'])
    expect(await titles({ product: '_' })).toEqual([])
    expect(await titles({ email: 'RAIO' })).toEqual(['Relámpagos'])
    expect(await titles({ country: 'PT' })).toEqual(['Niebla 100%'])
    const day = t.clock.now().toLocaleDateString('en-CA', { timeZone: 'Europe/Madrid' })
    expect(await titles({ from: day, to: day })).toEqual(['Niebla'])
    expect(await titles({ to: day })).toHaveLength(3)
    expect(await titles({ search: 'relampagos rui' })).toEqual(['Relámpagos'])
    for (const query of [
      { sort: 'amount', order: 'asc' },
      { sort: 'soldAt', order: 'desc' },
      { sort: 'eventAt', order: 'asc' },
    ]) {
      const first = (await t.call(sales.listOwn, { as: by.as, query: { ...query, limit: 2 } }).expect(200)).body as Page & {
        nextCursor: string
      }
      const rest = (await t.call(sales.listOwn, { as: by.as, query: { ...query, limit: 2, cursor: first.nextCursor } }).expect(200))
        .body as Page
      expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(3)
      expect(first.total).toBe(3)
    }
  })

  it('refuses days that are none and a cursor of another order', async () => {
    const by = await seller()
    await sold(by)
    await sold(by)
    const { nextCursor } = (await t.call(sales.listOwn, { as: by.as, query: { limit: 1 } }).expect(200)).body as { nextCursor: string }
    expect((await t.call(sales.listOwn, { as: by.as, query: { cursor: nextCursor, sort: 'amount' } })).status).toBe(400)
    for (const from of ['2026-02-30', '0000-01-01', 'ayer'])
      expect((await t.call(sales.listOwn, { as: by.as, query: { from } })).status).toBe(400)
  })

  it('becomes a file of the filtered rows, in which nothing is a formula, and which adds up to screen and ledger', async () => {
    const by = await seller()
    await sold(by, { title: '=HYPERLINK("http://evil")', supportMinor: 50 })
    await sold(by, { title: 'Duende' })
    const all = await t
      .call(sales.exportOwn, { as: by.as, query: { format: 'csv' } })
      .set('accept-language', 'en')
      .expect(200)
    const lines = all.text.trim().split('\r\n')
    expect(lines[0]).toBe('Id,Product,Email,Amount,Support,Sale date (UTC),Event date (UTC),Country,Currency,Refunded,To the organizer')
    expect(lines[2]).toMatch(/^\d+,"'=HYPERLINK/)
    const mine = lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(',').at(-1)) * 100), 0)
    expect(mine).toBe((await list(by)).sums[0]?.mine.minor)
    expect(mine).toBe(await bookedFor(by.channelId))
    const one = await t.call(sales.exportOwn, { as: by.as, query: { format: 'csv', product: 'duende' } }).expect(200)
    expect(one.text.trim().split('\r\n')).toHaveLength(2)
  })

  it('has a column in the file for each exportable metadata of what was sold, and none for the others [CAT-032]', async () => {
    const by = await seller()
    const one = await sold(by, { title: 'Duende' })
    const other = await sold(by, { title: 'Niebla' })
    const entry = (product_id: string, key: string, value: string, exportable: boolean) => ({ product_id, key, value, exportable })
    await t.database
      .knex('product_metadata')
      .insert([
        entry(one.product.id, 'Sala', '=Grande', true),
        entry(one.product.id, 'Secreto', 'no sale', false),
        entry(other.product.id, 'Ciclo', 'Otoño', true),
        entry((await t.factories.product({ channel_id: by.channelId })).id, 'Sin vender', 'nada', true),
      ])
    const { text } = await t
      .call(sales.exportOwn, { as: by.as, query: { format: 'csv', sort: 'soldAt', order: 'asc' } })
      .set('accept-language', 'en')
      .expect(200)
    const [header, ...rows] = text.trim().split('\r\n')
    expect(header).toMatch(/,To the organizer,Ciclo,Sala$/)
    expect(rows.map((row) => row.split(',').slice(-2))).toEqual([
      ['', "'=Grande"],
      ['Otoño', ''],
    ])
    expect(text).not.toContain('Secreto')
  })
})

describe('a refund by hand', () => {
  const refund = (as: string, id: string, body: object = {}) => t.call(sales.refund, { as, params: { id }, body })

  it('gives everything back once, ends the access, tells the buyer, and is borne by its reason', async () => {
    const by = await seller()
    const { as, email } = await sold(by)
    const [sale] = (await list(by)).items
    const id = sale?.id ?? ''
    expect((await refund((await seller()).as, id)).status).toBe(404)
    expect((await refund(by.as, id, { reason: 'provider' })).status).toBe(403)
    const replies = await Promise.all([1, 2, 3].map(() => refund(by.as, id, { note: 'No pudo venir' })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 201)?.body).toMatchObject({
      refund: { status: 'pending', reason: 'organizer', note: 'No pudo venir', amount: { minor: 1_410 } },
      allowed: { refund: [], stateDispute: false },
    })
    await t.api.platform.sales.payRefunds()
    const after = await list(by)
    // Everything is given back, and the platform keeps its fees.
    expect(after.items[0]).toMatchObject({
      status: 'refunded',
      refund: { status: 'succeeded', isOverdue: false },
      mine: { minor: -90 - 45 },
    })
    expect(after.sums[0]).toMatchObject({ refunded: { minor: 1_410 }, mine: { minor: await bookedFor(by.channelId) } })
    expect((await t.call(tickets.list, { as })).body).toMatchObject({ items: [{ state: 'revoked' }] })
    while ((await t.api.platform.outbox.deliver('mail')) > 0);
    const mails = (await t.api.platform.mailbox?.list()) ?? []
    const told = mails.filter(({ to, text }) => to === email && text.includes('14,10') && text.includes('Duende'))
    // Beside the mail of the order, which names the same amount.
    const subjects = told.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Tu pedido'))
    expect(subjects).toEqual(['Te hemos devuelto el dinero'])
    expect((await refund(by.as, id)).status).toBe(409)
  })

  it.each([
    ['provider', 1_000 + 200],
    ['viewer', 1_065 - 600],
  ] as const)('by an administrator for %s leaves the organizer %i cents, and is logged', async (reason, left) => {
    const by = await seller()
    await sold(by)
    const [sale] = (await list(by)).items
    const as = await staff()
    await refund(as, sale?.id ?? '', { reason, note: 'Corte de red' }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect((await list(by)).items[0]).toMatchObject({ mine: { minor: left } })
    const logged = await t.database
      .knex('audit_log')
      .where({ action: 'sale.refund', subject_id: sale?.id ?? '' })
      .first()
    expect(logged?.state_after).toMatchObject({ reason, note: 'Corte de red' })
  })
})
