import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { randomUUID } from 'node:crypto'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments, type TestCard } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const success = '4242424242424242'
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000)

/** A film for 10.00 and 21 % tax. */
const film = (fields: Parameters<TestApi['factories']['product']>[0] = {}) =>
  t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, ...fields })

async function buyer() {
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  return {
    user,
    as,
    place: (slug: string, fields: Record<string, unknown> = {}) => t.call(orders.place, { as, body: orderBody(slug, fields) }),
    get: async (id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order,
    watch: async (slug: string) => (await t.call(playback.get, { as, params: { slug } })).status,
  }
}
type Buyer = Awaited<ReturnType<typeof buyer>>

const paymentOf = (order: Order) => order.paymentUrl?.split('/').at(-1) ?? ''
const pay = (id: string, card: TestCard) => t.call(testPayments.pay, { params: { id }, body: { card } })
const ticketsOf = (user: UserRow) => t.database.knex('tickets').where({ user_id: user.id }).whereNull('revoked_at')
const bookings = async (orderId: string) => {
  const { rows } = await t.database.knex.raw<{ rows: { kind: string; account: string; amount: string }[] }>(
    `select x.kind, a.kind as account, e.amount_minor as amount from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     join ledger_accounts a on a.id = e.account_id where x.order_id = ? order by x.occurred_at, x.kind desc, a.kind, e.amount_minor`,
    [orderId],
  )
  return rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)
}

async function placed(who: Buyer, slug: string, fields: Record<string, unknown> = {}): Promise<Order> {
  return (await who.place(slug, fields).expect(201)).body as Order
}

describe('the checkout', () => {
  it('shows product, price and billing data of the account, and that no money moves', async () => {
    const product = await film({ ticket_fee_payer: 'buyer' })
    const user = await t.factories.user({ billing_company: 'Tablao SL', billing_country: 'ES' })
    const reply = await t.call(orders.checkout, { as: await t.tokenOf(user), params: { slug: product.slug } }).expect(200)
    expect(reply.body).toMatchObject({
      items: [
        {
          product: { slug: product.slug, price: { minor: 1_255, currency: 'EUR' } },
          kind: 'access',
          quantity: 1,
          price: { netMinor: 1_000, taxBasisPoints: 2_100, ticketFeePayer: 'buyer' },
        },
      ],
      billing: { name: 'Ana García', company: 'Tablao SL', country: 'ES' },
      isTest: true,
    })
  })

  it('refuses what cannot be bought, with the reason', async () => {
    const who = await buyer()
    const owned = await film()
    await t.factories.ticket({ user_id: who.user.id, product_id: owned.id })
    const bundle = await film({ bundle_state: 'inactive' })
    await t.database.knex('bundle_items').insert({ bundle_id: bundle.id, product_id: (await film()).id, position: 0 })
    const cases = [
      ['NOT_FOUND', await film({ status: 'draft' })],
      ['NOT_FOUND', await film({ status: 'private' })],
      ['ALREADY_HAS_TICKET', owned],
      ['SALE_NOT_OPEN', await film({ sale_starts_at: inHours(1) })],
      ['NOT_PURCHASABLE', await film({ sale_starts_at: inHours(-2), sale_ends_at: inHours(-1) })],
      ['NOT_PURCHASABLE', await film({ cancelled_at: new Date() })],
      ['NOT_PURCHASABLE', await t.factories.product({ type: 'vod' })],
      ['SOLD_OUT', await film({ stock: 0 })],
      ['NOT_PURCHASABLE', bundle],
      ['SUBSCRIPTION_REQUIRED', await film({ subscription_only: true })],
    ] as const
    for (const [code, { slug }] of cases) {
      expect([slug, codeOf(await t.call(orders.checkout, { as: who.as, params: { slug } }))]).toEqual([slug, code])
      expect([slug, codeOf(await who.place(slug))]).toEqual([slug, code])
    }
    expect(await t.database.knex('orders').where({ user_id: who.user.id })).toEqual([])
  })

  it('takes nothing whose module is switched off, and its page and the shop do not offer it: nobody could open it', async () => {
    const who = await buyer()
    const [talk, open] = [await film({ type: 'meet' }), await film({ type: 'meet', plan: 'free', net_price_minor: 0, tax_basis_points: 0 })]
    const modules = t.database.knex('site_modules').where({ name: 'meetings' })
    const allowed = async ({ slug }: { slug: string }) =>
      ((await t.call(products.get, { params: { slug } }).expect(200)).body as ProductDetail).allowed
    const listed = async () => {
      const { items } = (await t.call(shop.list, { as: who.as, query: { type: 'meet' } }).expect(200)).body as { items: { slug: string }[] }
      return items.filter(({ slug }) => slug === talk.slug || slug === open.slug).length
    }
    await modules.clone().update({ is_active: false })
    expect(codeOf(await t.call(orders.checkout, { as: who.as, params: { slug: talk.slug } }))).toBe('NOT_PURCHASABLE')
    expect(codeOf(await who.place(talk.slug))).toBe('NOT_PURCHASABLE')
    expect(codeOf(await t.call(tickets.redeem, { as: who.as, params: { slug: open.slug } }))).toBe('NOT_PURCHASABLE')
    expect([await allowed(talk), await allowed(open)]).toMatchObject([{ buy: false }, { getTicket: false }])
    expect(await listed()).toBe(0)
    await modules.clone().update({ is_active: true })
    await t.call(orders.checkout, { as: who.as, params: { slug: talk.slug } }).expect(200)
    expect([await allowed(talk), await allowed(open)]).toMatchObject([{ buy: true }, { getTicket: true }])
    expect(await listed()).toBe(2)
    await t.call(tickets.redeem, { as: who.as, params: { slug: open.slug } }).expect(201)
  })

  it('sells no gift of what its owner cannot open while its module is off, and its page opens no door', async () => {
    const who = await buyer()
    const [talk, sheet] = [
      await film({ type: 'meet' }),
      await film({ type: 'datasheet', plan: 'free', net_price_minor: 0, tax_basis_points: 0 }),
    ]
    for (const { id } of [talk, sheet]) await t.factories.ticket({ product_id: id, user_id: who.user.id })
    const page = async ({ slug }: { slug: string }) => {
      const { owned, isSwitchedOff, allowed } = (await t.call(products.get, { as: who.as, params: { slug } }).expect(200))
        .body as ProductDetail
      return { owned, isSwitchedOff, watch: allowed.watch }
    }
    const gift = () => t.call(orders.checkout, { as: who.as, params: { slug: talk.slug }, query: { gift: 'true' } })
    const modules = t.database.knex('site_modules').whereIn('name', ['meetings', 'datasheets'])
    await modules.clone().update({ is_active: false })
    for (const product of [talk, sheet]) expect(await page(product)).toEqual({ owned: true, isSwitchedOff: true, watch: false })
    expect(codeOf(await gift())).toBe('NOT_PURCHASABLE')
    await modules.clone().update({ is_active: true })
    for (const product of [talk, sheet]) expect(await page(product)).toEqual({ owned: true, isSwitchedOff: false, watch: true })
    await gift().expect(200)
  })

  it('is offered by the page of the product where it takes the product, and nowhere else', async () => {
    const bundle = await film({ bundle_state: 'inactive' })
    await t.database.knex('bundle_items').insert({ bundle_id: bundle.id, product_id: (await film()).id, position: 0 })
    const buy = async ({ slug }: { slug: string }) =>
      ((await t.call(products.get, { params: { slug } }).expect(200)).body as ProductDetail).allowed.buy
    expect(await buy(await film())).toBe(true)
    for (const other of [bundle, await film({ stock: 0 }), await film({ subscription_only: true })]) expect(await buy(other)).toBe(false)
  })

  it('opens and closes with the sale, to the second [SHOP-060]', async () => {
    const [who, early, late] = [await buyer(), await buyer(), await buyer()]
    const product = await film({ sale_starts_at: inHours(1), sale_ends_at: inHours(2) })
    const at = async (ms: number, by: Buyer) => {
      t.clock.advance(ms - t.clock.nowMs())
      return codeOf(await t.call(orders.place, { as: await t.tokenOf(by.user), body: orderBody(product.slug) }))
    }
    expect(await at(product.sale_starts_at!.getTime() - 1_000, who)).toBe('SALE_NOT_OPEN')
    expect(await at(product.sale_starts_at!.getTime() + 1_000, who)).toBeUndefined()
    expect(await at(product.sale_ends_at!.getTime() - 1_000, early)).toBeUndefined()
    expect(await at(product.sale_ends_at!.getTime() + 1_000, late)).toBe('NOT_PURCHASABLE')
  })

  it('is closed while the site allows no paid content; free products still work [SHOP-049]', async () => {
    const who = await buyer()
    const [paid, free] = [await film(), await t.factories.product({ type: 'vod' })]
    await t.database.knex('payment_config').update({ allow_paid_content: false })
    expect(codeOf(await who.place(paid.slug))).toBe('PAYMENTS_OFF')
    await t.call(tickets.redeem, { as: who.as, params: { slug: free.slug } }).expect(201)
    await t.database.knex('payment_config').update({ allow_paid_content: true })
  })

  it('wants the terms accepted and the withdrawal waived; both moments are kept [SHOP-008]', async () => {
    const who = await buyer()
    const { slug } = await film()
    for (const missing of ['termsAccepted', 'withdrawalWaived']) {
      expect((await who.place(slug, { [missing]: false })).status).toBe(400)
      expect((await who.place(slug, { [missing]: undefined })).status).toBe(400)
    }
    const order = await placed(who, slug)
    expect(await t.database.knex('orders').where({ id: order.id }).first()).toMatchObject({
      terms_accepted_at: expect.any(Date) as Date,
      withdrawal_waived_at: expect.any(Date) as Date,
    })
  })

  it('refuses a total other than the one of this moment: the price changed since it was shown', async () => {
    const who = await buyer()
    const product = await film()
    await t.database.knex('products').where({ id: product.id }).update({ net_price_minor: 1_500 })
    expect(codeOf(await who.place(product.slug))).toBe('PRICE_CHANGED')
    expect((await placed(who, product.slug, { expectedTotalMinor: 1_815 })).total).toEqual({ minor: 1_815, currency: 'EUR' })
  })

  it('sells at the price of the running offer', async () => {
    const who = await buyer()
    const offer = { offer_net_minor: 800, offer_tax_basis_points: 2_100, offer_starts_at: inHours(-1), offer_ends_at: inHours(1) }
    expect((await placed(who, (await film(offer)).slug, { expectedTotalMinor: 968 })).net.minor).toBe(800)
  })
})

describe('a paid order', () => {
  it('becomes a ticket at once, with mail, and watching begins [SHOP-011]', async () => {
    const who = await buyer()
    const { slug } = await film()
    expect(await who.watch(slug)).toBe(402)
    const order = await placed(who, slug)
    expect(order).toMatchObject({
      status: 'pending',
      total: { minor: 1_210 },
      paymentUrl: expect.stringContaining('/payments/test/tp_') as string,
    })
    await pay(paymentOf(order), success).expect(200)
    expect(await who.get(order.id)).toMatchObject({ status: 'paid', paymentUrl: null, paidAt: expect.any(String) as string })
    expect(await ticketsOf(who.user)).toMatchObject([{ source: 'order', withdrawal_waived_at: expect.any(Date) as Date }])
    expect(await who.watch(slug)).toBe(200)
    expect(await mailsTo(t, who.user.email)).toHaveLength(1)
  })

  it('adds the support untaxed and the fee of the ticket where the buyer pays it, and the ledger explains every cent', async () => {
    const who = await buyer()
    const product = await film({ ticket_fee_payer: 'buyer' })
    const order = await placed(who, product.slug, { supportMinor: 200, expectedTotalMinor: 1_455 })
    expect(order).toMatchObject({
      net: { minor: 1_000 },
      tax: { minor: 210 },
      ticketFee: { minor: 45 },
      support: { minor: 200 },
      total: { minor: 1_455 },
    })
    await pay(paymentOf(order), success).expect(200)
    expect(await bookings(order.id)).toEqual([
      'sale organizer_payable -1000',
      'sale organizer_payable -200',
      'sale organizer_payable 90',
      'sale platform_revenue -135',
      'sale provider_clearing 1455',
      'sale tax_payable -210',
    ])
  })

  it('lasts as long as the product says, counted from the payment', async () => {
    const who = await buyer()
    const order = await placed(who, (await film({ expiration_hours: 48 })).slug)
    await pay(paymentOf(order), success)
    const [ticket] = await ticketsOf(who.user)
    expect(ticket!.expires_at!.getTime() - ticket!.acquired_at.getTime()).toBe(48 * 3_600_000)
  })
})

describe('a payment that does not succeed', () => {
  it('leaves no ticket, says why, and the same page takes another card [SHOP-055]', async () => {
    const who = await buyer()
    const order = await placed(who, (await film()).slug)
    for (const [card, failure] of [
      ['4000000000000002', 'declined'],
      ['4000000000009995', 'insufficient_funds'],
    ] as const) {
      await pay(paymentOf(order), card).expect(200)
      expect(await who.get(order.id)).toMatchObject({ status: 'pending', failure })
      expect(await ticketsOf(who.user)).toEqual([])
    }
    await pay(paymentOf(order), success).expect(200)
    expect(await who.get(order.id)).toMatchObject({ status: 'paid', failure: null })
  })

  it('a card that asks for a confirmation pays once it is given', async () => {
    const who = await buyer()
    const order = await placed(who, (await film()).slug)
    const id = paymentOf(order)
    const confirm = (approved: boolean) => t.call(testPayments.confirm, { params: { id }, body: { approved } })
    expect((await pay(id, '4000002500003155')).body).toMatchObject({ state: 'confirming' })
    await confirm(false).expect(200)
    expect(await who.get(order.id)).toMatchObject({ status: 'pending', failure: 'authentication_failed' })
    await pay(id, '4000002500003155').expect(200)
    await confirm(true).expect(200)
    expect((await confirm(true)).status).toBe(409)
    expect((await who.get(order.id)).status).toBe('paid')
  })

  it('a method that settles late shows so, holds the order, and pays it later', async () => {
    const who = await buyer()
    const { slug } = await film()
    const order = await placed(who, slug)
    await pay(paymentOf(order), '4000000000000077').expect(200)
    expect(await who.get(order.id)).toMatchObject({ status: 'pending', isSettling: true, paymentUrl: null })
    // Another amount would be a second order, while the first one is on its way.
    expect(codeOf(await who.place(slug, { supportMinor: 100, expectedTotalMinor: 1_310 }))).toBe('PAYMENT_PENDING')
    t.clock.advance(limits.orderHoldMs + 60_000)
    await t.api.platform.sales.reconciler.run()
    expect((await orderRow(order.id)).status).toBe('pending')
    await t.api.platform.sales.testProvider!.settleDue()
    expect((await orderRow(order.id)).status).toBe('paid')
    expect(await ticketsOf(who.user)).toHaveLength(1)
  })
})

const orderRow = async (id: string) => (await t.database.knex('orders').where({ id }).first())!

describe('one order, one charge', { timeout: 60_000 }, () => {
  it('the same key answers the same order, and another key the order that is open [SHOP-061]', async () => {
    const who = await buyer()
    const { slug } = await film()
    const idempotencyKey = randomUUID()
    const first = await placed(who, slug, { idempotencyKey })
    expect((await placed(who, slug, { idempotencyKey })).id).toBe(first.id)
    expect(await placed(who, slug)).toMatchObject({ id: first.id, paymentUrl: first.paymentUrl })
    await pay(paymentOf(first), success)
    expect(await placed(who, slug, { idempotencyKey })).toMatchObject({ id: first.id, status: 'paid' })
    expect(codeOf(await who.place(slug))).toBe('ALREADY_HAS_TICKET')
  })

  it('twenty requests of the same moment leave one order, one payment, one ticket [SHOP-009]', async () => {
    const who = await buyer()
    const { slug } = await film()
    const race = { lock: `select id from users where id = '${who.user.id}' for update`, requests: 20 }
    const replies = await stampede(t.database, race, () => who.place(slug))
    expect(new Set(replies.map((reply) => (reply.body as Order).id)).size).toBe(1)
    const order = replies[0]!.body as Order
    const paid = await Promise.all(Array.from({ length: 10 }, () => pay(paymentOf(order), success)))
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await t.database.knex('payments').where({ order_id: order.id })).toMatchObject([{ status: 'succeeded' }])
    expect(await ticketsOf(who.user)).toHaveLength(1)
  })

  it('another amount closes the open order, whose payment takes no card any more', async () => {
    const who = await buyer()
    const { slug } = await film()
    const first = await placed(who, slug)
    const second = await placed(who, slug, { supportMinor: 500, expectedTotalMinor: 1_710 })
    expect(second.id).not.toBe(first.id)
    expect((await who.get(first.id)).status).toBe('cancelled')
    expect((await pay(paymentOf(first), success)).status).toBe(409)
    await pay(paymentOf(second), success).expect(200)
    expect((await who.get(second.id)).status).toBe('paid')
  })

  it('an order that is not paid ends after its time, and with it its payment', async () => {
    const who = await buyer()
    const { slug } = await film()
    const order = await placed(who, slug)
    t.clock.advance(limits.orderHoldMs - 1_000)
    await t.api.platform.sales.reconciler.run()
    expect((await orderRow(order.id)).status).toBe('pending')
    t.clock.advance(2_000)
    await t.api.platform.sales.reconciler.run()
    expect((await orderRow(order.id)).status).toBe('expired')
    expect((await pay(paymentOf(order), success)).status).toBe(409)
  })
})

describe('orders of an account', () => {
  it('are listed newest first, page by page, with id, items, total, date and invoice; those of others do not exist [SHOP-012]', async () => {
    const [who, other] = [await buyer(), await buyer()]
    const made: Order[] = []
    for (let index = 0; index < 3; index++) made.unshift(await placed(who, (await film({ title: `Película ${index}` })).slug))
    const foreign = await placed(other, (await film()).slug)
    const first = (await t.call(orders.list, { as: who.as, query: { limit: 2 } }).expect(200)).body as {
      items: Order[]
      nextCursor: string
    }
    const second = await t.call(orders.list, { as: who.as, query: { limit: 2, cursor: first.nextCursor } }).expect(200)
    expect([...first.items, ...(second.body as { items: Order[] }).items]).toEqual(made)
    expect(Object.keys(made[0] ?? {})).toEqual(expect.arrayContaining(['id', 'items', 'total', 'createdAt', 'invoices']))
    expect(made[0]).toMatchObject({
      number: expect.any(Number) as number,
      total: { minor: 1_210, currency: 'EUR' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      invoices: [],
      items: [{ title: 'Película 2', quantity: 1, total: { minor: 1_210 } }],
    })
    expect((await t.call(orders.get, { as: who.as, params: { id: foreign.id } })).status).toBe(404)
    expect((await t.call(orders.get, { as: who.as, params: { id: randomUUID() } })).status).toBe(404)
    // Paid, it has its invoice, which its buyer may fetch.
    await pay(paymentOf(made[0]!), success)
    const paid = (await t.call(orders.list, { as: who.as, query: { limit: 1 } }).expect(200)).body as { items: Order[] }
    expect(paid.items).toMatchObject([{ id: made[0]?.id, status: 'paid', invoices: [{ kind: 'invoice' }] }])
    const invoiceId = paid.items[0]?.invoices[0]?.id ?? ''
    await t.call(invoices.download, { as: who.as, params: { id: invoiceId } }).expect(200)
    expect((await t.call(invoices.download, { as: other.as, params: { id: invoiceId } })).status).toBe(404)
  })
})
