import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { shipping } from '@e-events/shared/contract/sales/shipping.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '../../../adapters/mail.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { payOrder, placeOrder, plainProduct, sell } from '../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let owner: UserRow
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())

const film = (fields = {}) => plainProduct(t, { channel_id: channelId, ...fields })
const event = (fields = {}, options = {}) => plainProduct(t, { channel_id: channelId, type: 'broadcast', ...fields }, options)
const buyerOf = (locale: UserRow['locale']) => t.factories.user({ name: 'Lucía', country: 'ES', locale })
const resend = (as: string, id: Order['id'], api = t) => api.call(orders.resend, { as, params: { id } })
const calendar = (as: string, id: Order['id'], language: 'es' | 'en' | 'pt' = 'es') =>
  t.call(orders.calendar, { as, params: { id }, query: { language } })
const stranger = async () => t.tokenOf(await t.factories.user())
const pdfOf = (mail: MailboxEntry | undefined, index = 0) => readPdf(Buffer.from(mail?.files?.[index]?.base64 ?? '', 'base64'))
/** Lines of a calendar file; long ones are folded. */
const unfolded = (text: string) => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
const valuesOf = (text: string, name: string) =>
  unfolded(text).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []))

describe('the mail of a paid order', () => {
  it.each([
    ['es', 'está pagado', '12,10 €', '2,10 €', '24,55 €', '0,45 €', '2,00 €'],
    ['en', 'is paid', '€12.10', '€2.10', '€24.55', '€0.45', '€2.00'],
    ['pt', 'está paga', '12,10 €', '2,10 €', '24,55 €', '0,45 €', '2,00 €'],
  ] as const)(
    'lists its lines and sums with the money of a reader in %s, and the invoice is attached',
    async (locale, subject, ...amounts) => {
      const taxed = await film({ title: 'Telón', tax_basis_points: 2_100 })
      const plain = await film({ title: 'Duende', ticket_fee_payer: 'buyer' })
      const sold = await sell(t, [taxed, plain], { buyer: await buyerOf(locale), expectedTotalMinor: 2_455, supportMinor: 200 })
      const [mail, ...more] = await mailsTo(t, sold.buyer.email)
      expect(more).toEqual([])
      expect(mail?.subject).toContain(subject)
      const text = mail?.text.replaceAll('\u00A0', ' ') ?? ''
      for (const part of ['Telón', 'Duende', ...amounts]) expect(text).toContain(part)
      expect(mail?.files).toMatchObject([{ contentType: 'application/pdf', fileName: expect.stringMatching(/\d{6}\.pdf$/) as string }])
      expect((await pdfOf(mail)).text).toContain('Telón')
    },
  )

  it('comes with goods too, which nobody was told of before', async () => {
    const cd = await plainProduct(t, { channel_id: channelId, type: 'physical', title: 'Disco' })
    const channel = await t.database.knex('channels').where({ id: channelId }).first('slug')
    const zone = {
      name: 'España',
      countries: ['ES'],
      currency: 'EUR',
      netMinor: 400,
      nextNetMinor: 100,
      taxBasisPoints: 0,
      freeFromMinor: null,
    }
    await t
      .call(shipping.saveZones, { as: await t.tokenOf(owner), params: { slug: channel?.slug ?? '' }, body: { zones: [zone] } })
      .expect(200)
    const buyer = await buyerOf('en')
    const as = await t.tokenOf(buyer)
    const to = {
      name: 'Lucía',
      street: 'Calle Mayor 3',
      extra: null,
      postalCode: '28013',
      city: 'Madrid',
      region: null,
      country: 'ES',
      phone: null,
    }
    const items = [{ productSlug: cd.slug, quantity: 2 }]
    const body = orderBody(cd.slug, { items, shipping: to, expectedTotalMinor: 2_500 })
    const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
    await payOrder(t, { order })
    const [mail, ...more] = await mailsTo(t, buyer.email)
    expect(more).toEqual([])
    for (const part of ['2 × “Disco”: €20.00', '€5.00', 'In total: €25.00', 'when it is on its way']) expect(mail?.text).toContain(part)
    expect(mail?.files).toHaveLength(1)
  })

  it('says when it begins, in the zone of the event, and attaches its dates', async () => {
    const show = await event({ title: 'Ensayo' }, { sessions: 0 })
    await t.factories.session({
      product_id: show.id,
      time_zone: 'America/Lima',
      starts_at: new Date('2031-07-04T01:30:00Z'),
      ends_at: new Date('2031-07-04T03:00:00Z'),
    })
    const sold = await sell(t, [show], { buyer: await buyerOf('en'), expectedTotalMinor: 1_000 })
    const [mail] = await mailsTo(t, sold.buyer.email)
    expect(mail?.text).toContain('3 July 2031 at 20:30')
    expect(mail?.files?.map(({ fileName }) => fileName)).toEqual([expect.stringMatching(/\.pdf$/), `order-${sold.order.number}.ics`])
    expect(Buffer.from(mail?.files?.[1]?.base64 ?? '', 'base64').toString()).toContain('DTSTART:20310704T013000Z')
  })

  it('says which line could not be had any more, and none is sent where all were refunded', async () => {
    const buyer = await buyerOf('es')
    const [one, two] = [await film({ title: 'Uno' }), await film({ title: 'Dos' })]
    const both = await placeOrder(t, [one, two], { buyer, expectedTotalMinor: 2_000 })
    await t.factories.ticket({ user_id: buyer.id, product_id: two.id })
    await payOrder(t, both)
    const [mail, ...more] = await mailsTo(t, buyer.email)
    expect([mail?.subject, more]).toEqual([`Tu pedido ${both.order.number} está pagado`, []])
    expect(mail?.text).toContain('«Dos» ya no estaba disponible')
    const three = await film()
    const none = await placeOrder(t, [three], { buyer, expectedTotalMinor: 1_000 })
    await t.factories.ticket({ user_id: buyer.id, product_id: three.id })
    await payOrder(t, none)
    expect(await mailsTo(t, buyer.email)).toHaveLength(1)
  })
})

describe('the mail of an order, sent again', () => {
  it('is refused to others and while it is not paid, and nothing is sent', async () => {
    const waiting = await placeOrder(t, [await film()], { expectedTotalMinor: 1_000 })
    await resend(await stranger(), waiting.order.id).expect(404)
    await resend(await t.tokenOf(owner), waiting.order.id).expect(404)
    await resend(waiting.as, waiting.order.id).expect(409)
    expect(await mailsTo(t, waiting.buyer.email)).toEqual([])
  })

  it('goes to the address that the account has now, with credit notes beside the invoice', async () => {
    const sold = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    const as = await t.tokenOf(owner)
    await t
      .call(sales.refund, { as, params: { id: sold.items[0]! }, body: { lines: [{ id: sold.items[0], amountMinor: 400 }] } })
      .expect(201)
    await t.api.platform.sales.payRefunds()
    const email = 'nueva@correo.example'
    await t.database.knex('users').where({ id: sold.buyer.id }).update({ email, locale: 'pt' })
    expect((await resend(sold.as, sold.order.id).expect(200)).body).toEqual({ email })
    const [mail, ...more] = await mailsTo(t, email)
    expect([mail?.subject, more]).toEqual([`A tua encomenda ${sold.order.number} está paga`, []])
    expect(mail?.files).toHaveLength(2)
    expect((await pdfOf(mail, 1)).text).toContain('4,00')
  })

  it('is limited for each order, whoever else asks for theirs', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const shop = await plainProduct(strict)
      const [one, two] = [
        await sell(strict, [shop], { expectedTotalMinor: 1_000 }),
        await sell(strict, [shop], { expectedTotalMinor: 1_000 }),
      ]
      const statuses = []
      for (let attempt = 0; attempt < 4; attempt++) statuses.push((await resend(one.as, one.order.id, strict)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      await resend(two.as, two.order.id, strict).expect(200)
      expect(await mailsTo(strict, one.buyer.email)).toHaveLength(4)
    } finally {
      await strict.stop()
    }
  })
})

describe('the calendar file of an order', () => {
  it('is for its buyer, once it is paid, and only where something takes place', async () => {
    const waiting = await placeOrder(t, [await event()], { expectedTotalMinor: 1_000 })
    await calendar(waiting.as, waiting.order.id).expect(404)
    await payOrder(t, waiting)
    await calendar(waiting.as, waiting.order.id).expect(200)
    await calendar(await stranger(), waiting.order.id).expect(404)
    const seen = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    await calendar(seen.as, seen.order.id).expect(404)
    const list = async (as: string) => ((await t.call(orders.list, { as }).expect(200)).body as { items: Order[] }).items
    expect([(await list(waiting.as))[0]?.hasDates, (await list(seen.as))[0]?.hasDates]).toEqual([true, false])
  })

  it('names instants, so that summer time is right everywhere, in the language of the reader', async () => {
    const show = await event({ title: 'Noche', language: 'es' }, { sessions: 0 })
    await t.database.knex('product_translations').insert({ product_id: show.id, language: 'en', title: 'Night' })
    for (const day of ['2031-03-29', '2031-03-30'])
      await t.factories.session({
        product_id: show.id,
        time_zone: 'Europe/Madrid',
        // 20:00 in Madrid, before and after the clocks change.
        starts_at: new Date(`${day}T${day.endsWith('29') ? '19' : '18'}:00:00Z`),
        ends_at: new Date(`${day}T21:00:00Z`),
      })
    const sold = await sell(t, [show], { expectedTotalMinor: 1_000 })
    const { text } = await calendar(sold.as, sold.order.id)
    expect(valuesOf(text, 'DTSTART')).toEqual(['20310329T190000Z', '20310330T180000Z'])
    expect([valuesOf(text, 'SUMMARY'), valuesOf(text, 'X-WR-CALNAME')]).toEqual([['Noche', 'Noche'], [`Pedido ${sold.order.number}`]])
    const english = (await calendar(sold.as, sold.order.id, 'en')).text
    expect([valuesOf(english, 'SUMMARY'), valuesOf(english, 'X-WR-CALNAME')]).toEqual([['Night', 'Night'], [`Order ${sold.order.number}`]])
    expect(valuesOf((await calendar(sold.as, sold.order.id, 'pt')).text, 'X-WR-CALNAME')).toEqual([`Encomenda ${sold.order.number}`])
  })

  it('keeps its entries when the event moves: the same id with a higher sequence, as on the page of the event', async () => {
    const show = await event()
    const sold = await sell(t, [show], { expectedTotalMinor: 1_000 })
    const before = (await calendar(sold.as, sold.order.id)).text
    const body = { startsAt: '2031-09-01T18:00:00.000Z', endsAt: '2031-09-01T20:00:00.000Z', note: 'Por lluvia' }
    const params = { slug: show.slug, sessionId: show.sessions[0]!.id }
    await t.call(ownProducts.reschedule, { as: await t.tokenOf(owner), params, body }).expect(200)
    const after = (await calendar(sold.as, sold.order.id)).text
    expect(valuesOf(after, 'UID')).toEqual(valuesOf(before, 'UID'))
    expect([valuesOf(before, 'SEQUENCE'), valuesOf(after, 'SEQUENCE')]).toEqual([['0'], ['1']])
    expect(valuesOf(after, 'DTSTART')).toEqual(['20310901T180000Z'])
    const page = (await t.call(schedule.calendar, { params: { productSlug: show.slug } })).text
    expect(valuesOf(page, 'UID')).toEqual(valuesOf(after, 'UID'))
  })

  it('calls off what was given back', async () => {
    const sold = await sell(t, [await event()], { expectedTotalMinor: 1_000 })
    await t.call(sales.refund, { as: await t.tokenOf(owner), params: { id: sold.items[0]! }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    const { text } = await calendar(sold.as, sold.order.id)
    expect([valuesOf(text, 'STATUS'), valuesOf(text, 'SEQUENCE')]).toEqual([['CANCELLED'], ['1']])
  })
})
