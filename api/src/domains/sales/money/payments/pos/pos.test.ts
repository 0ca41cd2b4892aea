import { createCipheriv, createHmac } from 'node:crypto'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { paying, type PaymentStep } from '@e-events/shared/contract/sales/money/paying.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAccounts, placeOrder, type PlacedOrder } from '../../../../../testing/stripe-site.ts'
import { createTestApi, type TestApi } from '../../../../../testing/test-api.ts'
import { orderBody } from '../../../../../testing/valid-requests-sales.ts'
import { signParameters } from './signature.ts'

const key = Buffer.from('a key of twenty-four by.').toString('base64')
const terminal = { url: 'https://tpv.banco.example/pagar', code: '999008881', currency: 'EUR', key }

let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { PUBLIC_ORIGIN: 'http://localhost:8080' } })
  await connectAccounts(t, { pos: terminal })
})
afterAll(() => t.stop())

/** The signature as the bank describes it, computed by itself. */
function sign(parameters: string, order: string, by = key): string {
  const cipher = createCipheriv('des-ede3-cbc', Buffer.from(by, 'base64'), Buffer.alloc(8)).setAutoPadding(false)
  const padded = Buffer.alloc(Math.ceil(order.length / 8) * 8)
  padded.write(order)
  const derived = Buffer.concat([cipher.update(padded), cipher.final()])
  return createHmac('sha256', derived).update(parameters).digest('base64')
}
const inAddresses = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

type Sent = Record<string, string>
async function sent({ order, as }: PlacedOrder): Promise<{ step: Extract<PaymentStep, { provider: 'pos' }>; form: Sent }> {
  const step = (await t.call(paying.open, { as, params: { id: order.id } }).expect(200)).body as Extract<PaymentStep, { provider: 'pos' }>
  return { step, form: JSON.parse(Buffer.from(step.fields['Ds_MerchantParameters'] ?? '', 'base64').toString()) as Sent }
}

/** The bank's answer to a form, in the alphabet of addresses. */
function answer(form: Sent, fields: Sent = {}, by = key): Sent {
  const told = {
    Ds_Order: form['DS_MERCHANT_ORDER'] ?? '',
    Ds_MerchantCode: form['DS_MERCHANT_MERCHANTCODE'] ?? '',
    Ds_Amount: form['DS_MERCHANT_AMOUNT'] ?? '',
    Ds_Currency: form['DS_MERCHANT_CURRENCY'] ?? '',
    Ds_Response: '0000',
    Ds_Terminal: '1',
    Ds_AuthorisationCode: '123456',
    ...fields,
  }
  const parameters = inAddresses(Buffer.from(JSON.stringify(told)).toString('base64'))
  return {
    Ds_SignatureVersion: 'HMAC_SHA256_V1',
    Ds_MerchantParameters: parameters,
    Ds_Signature: inAddresses(sign(parameters, told.Ds_Order, by)),
  }
}
const notify = (fields: Sent) => t.http.post('/api/payments/notices/pos').type('form').send(fields)
const rowOf = async ({ order }: PlacedOrder) => (await t.database.knex('orders').where({ id: order.id }))[0]
const ticketsFor = ({ userId }: PlacedOrder) => t.database.knex('tickets').where({ user_id: userId }).whereNull('revoked_at')

describe('the card terminal', () => {
  it('signs as the terminals of Spanish banks do', () => {
    expect(signParameters('eyJhIjoxfQ==', { key, order: '00000048ABCD' }).toString('base64')).toBe(sign('eyJhIjoxfQ==', '00000048ABCD'))
  })

  it('gets a signed form with url, code, amount and currency of the configuration [SHOP-052]', async () => {
    const one = await placeOrder(t, { way: 'pos' })
    expect(one.order.paymentUrl).toBe(`/payments/orders/${one.order.id}`)
    const { step, form } = await sent(one)
    expect(step).toMatchObject({ provider: 'pos', url: terminal.url, fields: { Ds_SignatureVersion: 'HMAC_SHA256_V1' } })
    expect(form).toMatchObject({
      DS_MERCHANT_AMOUNT: '1210',
      DS_MERCHANT_MERCHANTCODE: terminal.code,
      DS_MERCHANT_CURRENCY: '978',
      DS_MERCHANT_MERCHANTURL: 'http://localhost:8080/api/payments/notices/pos',
    })
    expect(form['DS_MERCHANT_ORDER']).toMatch(/^\d{8}[0-9A-Z]{4}$/)
    expect(step.fields['Ds_Signature']).toBe(sign(step.fields['Ds_MerchantParameters'] ?? '', form['DS_MERCHANT_ORDER'] ?? ''))
    expect(JSON.stringify(step)).not.toContain(key)
    // A name is taken once, refused attempts included.
    expect((await sent(one)).form['DS_MERCHANT_ORDER']).not.toBe(form['DS_MERCHANT_ORDER'])
  })

  it('of a wrong key, altered, or of another merchant is refused, and the order stays unpaid [SHOP-052]', async () => {
    const one = await placeOrder(t)
    const { form } = await sent(one)
    const right = answer(form)
    const altered = answer(form, { Ds_Amount: '1' })
    const refused = [
      await notify(answer(form, {}, Buffer.from('another twenty-four byt.').toString('base64'))),
      await notify({ ...right, Ds_MerchantParameters: altered['Ds_MerchantParameters'] ?? '' }),
      await notify({ ...right, Ds_Signature: '' }),
      await notify(answer(form, { Ds_MerchantCode: '1' })),
      await notify({}),
      await t.http.get('/api/payments/returns/pos').query({ ...right, Ds_Signature: 'x' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
    expect(await rowOf(one)).toMatchObject({ status: 'pending' })
    expect(await ticketsFor(one)).toEqual([])
    expect((await notify(right)).status).toBe(204)
    expect(await rowOf(one)).toMatchObject({ status: 'paid' })
  })

  it('tells the same by its notice and by the browser that comes back: booked once', async () => {
    const one = await placeOrder(t)
    const { form, step } = await sent(one)
    const right = answer(form)
    const back = await t.http.get('/api/payments/returns/pos').query({ to: step.returnUrl, ...right })
    expect([back.status, back.get('location')]).toEqual([303, step.returnUrl])
    await Promise.all(Array.from({ length: 10 }, () => notify(right)))
    expect(await rowOf(one)).toMatchObject({ status: 'paid' })
    expect(await ticketsFor(one)).toHaveLength(1)
    expect(await t.database.knex('ledger_transactions').where({ order_id: one.order.id })).toHaveLength(1)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'sends nobody elsewhere, although the answer is right (%s)',
    async (to) => {
      const one = await placeOrder(t)
      const back = await t.http.get('/api/payments/returns/pos').query({ to, ...answer((await sent(one)).form) })
      expect([back.status, back.get('location')]).toEqual([303, '/mystuff/orders'])
    },
  )

  it('that refuses leaves the order open with the reason, for another attempt', async () => {
    const one = await placeOrder(t)
    await notify(answer((await sent(one)).form, { Ds_Response: '0116' })).expect(204)
    const shown = (await t.call(orders.check, { as: one.as, params: { id: one.order.id } }).expect(200)).body as Order
    expect(shown).toMatchObject({ status: 'pending', failure: 'insufficient_funds', paymentUrl: one.order.paymentUrl })
    await notify(answer((await sent(one)).form)).expect(204)
    expect(await rowOf(one)).toMatchObject({ status: 'paid' })
  })

  it('cannot give money back: a refund of it waits for a person', async () => {
    const one = await placeOrder(t)
    await notify(answer((await sent(one)).form, { Ds_Amount: '1209' })).expect(204)
    await t.api.platform.sales.payRefunds()
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([{ status: 'by_hand', amount_minor: 1_209 }])
  })

  it('a refund that a person paid is said so by staff, once: it is booked, and access ends', async () => {
    const one = await placeOrder(t)
    await notify(answer((await sent(one)).form)).expect(204)
    const staff = await t.tokenOf(await t.factories.admin())
    const item = (await t.database.knex('order_items').where({ order_id: one.order.id }))[0]
    const params = { id: item?.id ?? '' }
    expect((await t.call(sales.paidByHand, { as: staff, params })).status).toBe(409)
    await t.call(sales.refund, { as: staff, params, body: { reason: 'provider' } }).expect(201)
    await t.api.platform.sales.payRefunds()
    await t.api.platform.sales.payRefunds()
    const listed = (await t.call(sales.list, { as: staff, query: { limit: 5 } }).expect(200)).body as { items: Sale[] }
    expect(listed.items.find(({ id }) => id === params.id)?.refund).toMatchObject({ status: 'by_hand' })
    expect(await ticketsFor(one)).toHaveLength(1)
    expect((await t.call(sales.paidByHand, { as: one.as, params })).status).toBe(403)
    const replies = await Promise.all([0, 1].map(() => t.call(sales.paidByHand, { as: staff, params })))
    expect(replies.map(({ status }) => status)).toContain(200)
    expect((await t.call(sales.paidByHand, { as: staff, params })).status).toBe(409)
    expect(await rowOf(one)).toMatchObject({ status: 'refunded', refunded_minor: 1_210 })
    expect(await ticketsFor(one)).toEqual([])
    expect(await t.database.knex('ledger_transactions').where({ order_id: one.order.id, kind: 'refund' })).toHaveLength(1)
    expect((await t.database.knex('audit_log').where({ action: 'sale.refund_paid' })).length).toBeGreaterThan(0)
  })

  it('is offered for its own currency alone, and beside the payment service where both are there', async () => {
    const other = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, currency: 'USD' })
    const as = await t.tokenOf(await t.factories.user())
    expect((await t.call(orders.checkout, { as, params: { slug: other.slug } })).status).toBe(409)
    const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
    expect((await t.call(orders.checkout, { as, params: { slug: product.slug } }).expect(200)).body).toMatchObject({ ways: ['pos'] })
    expect((await t.call(orders.place, { as, body: orderBody(product.slug, { way: 'card' }) })).status).toBe(409)
    await connectAccounts(t, {
      pos: { ...terminal, key: '' },
      provider: { publicKey: 'pk_test_1', secretKey: 'sk_test_1', signingKey: '' },
    })
    expect((await t.call(orders.checkout, { as, params: { slug: product.slug } }).expect(200)).body).toMatchObject({
      ways: ['card', 'pos'],
    })
  })
})
