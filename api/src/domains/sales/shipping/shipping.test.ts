import { shipping, type Shipment, type ShippingZone } from '@e-events/shared/contract/sales/shipping.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf } from '../../../testing/organizer.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { goodsRequests } from '../../../testing/valid-requests-goods.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const zone = (fields: Partial<ShippingZone> = {}): ShippingZone => ({
  name: 'Península',
  countries: ['ES'],
  currency: 'EUR',
  netMinor: 400,
  nextNetMinor: 100,
  taxBasisPoints: 2_100,
  freeFromMinor: null,
  ...fields,
})

async function organizer() {
  const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
  const channel = await t.factories.channel({ owner_id: owner.id })
  const as = await t.tokenOf(owner)
  const params = { slug: channel.slug }
  return {
    channel,
    as,
    save: (zones: unknown) => t.call(shipping.saveZones, { params, as, body: { zones } }),
    zones: async () => (await t.call(shipping.zones, { params, as }).expect(200)).body as { zones: ShippingZone[] },
  }
}

describe('shipping zones of a channel', () => {
  it('refuse a country twice in one currency, a second rest of the world, and prices that are none', async () => {
    const ana = await organizer()
    expect(issuesOf(await ana.save([zone(), zone({ name: 'Otra', countries: ['PT', 'ES'] })]))).toEqual(['body.zones.1.countries custom'])
    expect(issuesOf(await ana.save([zone({ countries: [] }), zone({ countries: [] })]))).toEqual(['body.zones.1.countries custom'])
    for (const bad of [{ netMinor: -1 }, { countries: ['Spain'] }, { name: ' ' }, { freeFromMinor: 0 }, { currency: 'euro' }])
      await ana.save([zone(bad)]).expect(400)
    expect(await ana.zones()).toEqual({ zones: [] })
  })

  it('are replaced as a whole, in their order, and each currency has its own', async () => {
    const ana = await organizer()
    const wanted = [zone(), zone({ name: 'Mundo', countries: [], netMinor: 1_500 }), zone({ currency: 'USD', freeFromMinor: 5_000 })]
    await ana.save(wanted).expect(200)
    expect(await ana.zones()).toEqual({ zones: wanted })
    await ana.save([zone({ netMinor: 300 })]).expect(200)
    expect(await ana.zones()).toEqual({ zones: [zone({ netMinor: 300 })] })
  })

  it('are told to visitors of a physical product in its currency, and of nothing else', async () => {
    const ana = await organizer()
    await ana.save([zone(), zone({ currency: 'USD' })]).expect(200)
    const make = (fields: Parameters<TestApi['factories']['product']>[0]) =>
      t.factories.product({ channel_id: ana.channel.id, plan: 'paid', net_price_minor: 1_000, ...fields })
    const record = await make({ type: 'physical', shipping_net_minor: 250 })
    const reply = await t.call(shipping.forProduct, { params: { slug: record.slug } }).expect(200)
    expect(reply.body).toEqual({ zones: [zone()], surchargeNetMinor: 250 })
    for (const { slug } of [await make({ type: 'vod' }), await make({ type: 'physical', status: 'private' })])
      await t.call(shipping.forProduct, { params: { slug } }).expect(404)
  })
})

describe('goods of paid orders', () => {
  const move = (id: string, as: string, body: Record<string, unknown>) => t.call(shipping.moveShipment, { params: { id }, as, body })
  const sent = { state: 'sent', carrier: 'Correos', trackingCode: 'PQ4F6', trackingUrl: 'https://carrier.example/PQ4F6' }

  async function sold() {
    const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
    const viewer = await t.factories.user()
    const { params } = await goodsRequests['POST /producer/shipments/:id/state']!({ t, owner, viewer })
    const as = await t.tokenOf(owner)
    const list = async (state: string) =>
      (await t.call(shipping.shipments, { as, query: { state } }).expect(200)).body as { items: Shipment[]; counts: unknown }
    return { id: params?.['id'] ?? '', as, list, viewer }
  }

  it('are packed, sent and delivered in this order, by their seller alone', async () => {
    const { id, as, list } = await sold()
    const stranger = await t.tokenOf(await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] }))
    await move(id, stranger, { state: 'packed' }).expect(404)
    await move(id, as, { state: 'delivered' }).expect(409)
    expect(issuesOf(await move(id, as, { state: 'sent' }))).toEqual(['body.carrier custom'])
    expect((await move(id, as, { state: 'packed' }).expect(200)).body).toMatchObject({ state: 'packed', next: ['sent'] })
    await move(id, as, sent).expect(200)
    expect((await list('sent')).items).toMatchObject([{ id, carrier: 'Correos', trackingCode: 'PQ4F6', address: { city: 'Madrid' } }])
    expect((await list('waiting')).counts).toEqual({ waiting: 0, packed: 0, sent: 1 })
    expect((await move(id, as, { state: 'delivered' }).expect(200)).body).toMatchObject({ state: 'delivered', next: [] })
    await move(id, as, { state: 'packed' }).expect(409)
  })

  it('are announced to the buyer once, when they are sent', async () => {
    const { id, as, viewer } = await sold()
    for (let time = 0; time < 2; time++) await move(id, as, sent).expect(200)
    const mails = await mailsTo(t, viewer.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('PQ4F6')
    expect(mails[0]?.text).not.toContain('carrier.example')
  })
})
