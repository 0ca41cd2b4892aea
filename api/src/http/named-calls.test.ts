import { contractByDomain } from '@e-events/shared/contract/contract.ts'
import type { Endpoint, EndpointGroup } from '@e-events/shared/contract/endpoint.ts'
import { opportunities } from '@e-events/shared/contract/sales/opportunities.ts'
import { redeemedCodes } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameOf } from '../testing/privilege-matrix.ts'
import { plainProduct, sell } from '../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { validRequests } from '../testing/valid-requests.ts'
import type { World } from '../testing/world.ts'

/** Answers to nobody, a viewer, the owner of what the call is about, another organizer and an administrator. */
const rules = {
  everybody: ['ok', 'ok', 'ok', 'ok', 'ok'],
  session: [401, 'ok', 'ok', 'ok', 'ok'],
  buyer: [401, 'ok', 404, 404, 404],
  buyerOrSeller: [401, 'ok', 'ok', 404, 'ok'],
  producer: [401, 403, 'ok', 'ok', 'ok'],
  owner: [401, 403, 'ok', 404, 'ok'],
  staff: [401, 403, 403, 403, 'ok'],
} as const

/** Each call that the register proposes, and the one of our contract that does it (decision call-names). */
const rows: Record<string, readonly (readonly [proposed: string, ours: string, rule: keyof typeof rules])[]> = {
  'products [API-027]': [
    ['GET /products', 'GET /products', 'everybody'],
    ['GET /products/{slug}', 'GET /products/:slug', 'everybody'],
    ['POST', 'POST /products', 'owner'],
    ['PATCH', 'PATCH /products/:slug', 'owner'],
    ['DELETE', 'DELETE /products/:slug', 'owner'],
    ['POST /products/{slug}/sessions', 'POST /products/:slug/sessions', 'owner'],
    ['POST /products/{slug}/codes', 'POST /products/:slug/codes', 'owner'],
    ['POST /products/{slug}/coupons', 'POST /products/:slug/coupons', 'owner'],
  ],
  'channels [API-028]': [
    ['GET /channels', 'GET /channels', 'everybody'],
    ['GET /channels/{slug}', 'GET /channels/:slug', 'everybody'],
    ['POST', 'POST /channels', 'producer'],
    ['PATCH', 'PATCH /channels/:slug', 'owner'],
    ['POST request-publication', 'POST /channels/:slug/request-publication', 'owner'],
    ['POST approve', 'POST /channels/:slug/approve', 'staff'],
    ['POST reject', 'POST /channels/:slug/reject', 'staff'],
    ['POST deactivate', 'POST /channels/:slug/deactivate', 'owner'],
    ['POST ban', 'POST /channels/:slug/ban', 'staff'],
    ['POST subscription', 'POST /channels/:slug/subscription', 'session'],
  ],
  'orders [API-029]': [
    ['POST /orders', 'POST /orders', 'session'],
    ['GET /orders', 'GET /orders', 'session'],
    ['GET /orders/{id}', 'GET /orders/:id', 'buyer'],
    ['GET /orders/{id}/invoice', 'GET /invoices/:id/pdf', 'buyerOrSeller'],
    ['POST /orders/{id}/refund (ADMIN)', 'POST /sales/:id/refund', 'owner'],
  ],
  'coupons [API-030]': [
    ['POST /products/{slug}/coupons', 'POST /products/:slug/coupons', 'owner'],
    ['GET /products/{slug}/coupons', 'GET /products/:slug/coupons', 'owner'],
    ['POST /coupons/redeem', 'POST /coupons/redeem', 'session'],
    ['GET /codes?redeemed=true', 'GET /producer/redeemed-codes', 'producer'],
  ],
  'sales [API-031]': [
    ['GET /sales (PRODUCER)', 'GET /producer/sales', 'producer'],
    ['GET /sales (ADMIN)', 'GET /sales', 'staff'],
    ['GET /sales/export (PRODUCER)', 'GET /producer/sales/export', 'producer'],
    ['GET /sales/export (ADMIN)', 'GET /sales/export', 'staff'],
    ['GET /sales/opportunities', 'GET /producer/opportunities', 'producer'],
  ],
}

const endpoints = new Map(
  Object.values<Record<string, EndpointGroup>>(contractByDomain)
    .flatMap((domain) => Object.values(domain))
    .flatMap((group) => Object.values<Endpoint>(group))
    .map((endpoint) => [nameOf(endpoint), endpoint]),
)

let t: TestApi
let world: World
let tokens: readonly (string | undefined)[]
beforeAll(async () => {
  t = await createTestApi()
  const { factories } = t
  world = { t, owner: await factories.producer(), viewer: await factories.user() }
  const other = await factories.producer()
  await factories.channel({ owner_id: other.id })
  const callers = [world.viewer, world.owner, other, await factories.admin()]
  tokens = [undefined, ...(await Promise.all(callers.map((user) => t.tokenOf(user))))]
})
afterAll(() => t.stop())

it.each(Object.entries(rows))('calls for %s are mounted, each with its rule', async (_, calls) => {
  for (const [proposed, ours, rule] of calls) {
    const endpoint = endpoints.get(ours)
    const request = validRequests[ours]
    if (!endpoint || !request) throw new Error(`${proposed}: ${ours} is not in the contract`)
    const answers: (string | number)[] = []
    for (const as of tokens) {
      const reply = await t.call(endpoint, { ...(await request(world)), as })
      answers.push(reply.status === endpoint.status ? 'ok' : reply.status)
    }
    expect([proposed, ours, ...answers]).toEqual([proposed, ours, ...rules[rule]])
  }
})

it('playback asks for access, and the door of payment notices for a signature [API-027] [API-029]', async () => {
  const product = await plainProduct(t)
  const playback = endpoints.get('GET /products/:slug/playback')
  if (!playback) throw new Error('no playback')
  const [anonymous, viewer] = tokens
  expect((await t.call(playback, { params: { slug: product.slug }, as: anonymous })).status).toBe(401)
  expect((await t.call(playback, { params: { slug: product.slug }, as: viewer })).status).toBe(402)
  const notice = await t.http.post('/api/payments/notices/test').set('content-type', 'application/json').send('{"id":"evt_1"}')
  expect(notice.status).toBe(400)
})

it('sales, their file, redeemed codes and opportunities hold own products alone [API-030] [API-031]', async () => {
  const [, , own, other] = tokens
  const channel = await t.factories.channel({ owner_id: world.owner.id })
  const product = await plainProduct(t, { channel_id: channel.id, title: 'Solo de la casa' })
  const buyer = await t.factories.user({ name: 'Lucía', surname: 'Ferrer', country: 'ES' })
  await sell(t, [product], { buyer, expectedTotalMinor: 1_000 })
  const body = { quantity: 1, netPriceMinor: 0, taxBasisPoints: 2_100 }
  const make = endpoints.get('POST /products/:slug/coupons')
  const redeem = endpoints.get('POST /coupons/redeem')
  const codes = endpoints.get('GET /products/:slug/coupons/:id/codes')
  if (!make || !redeem || !codes) throw new Error('no coupons')
  const { id } = (await t.call(make, { params: { slug: product.slug }, body, as: own }).expect(201)).body as { id: string }
  const listed = await t.call(codes, { params: { slug: product.slug, id }, as: own }).expect(200)
  const code = (listed.body as { items: { code: string }[] }).items[0]?.code ?? ''
  await t.call(redeem, { body: { code }, as: await t.tokenOf(await t.factories.user()) }).expect(200)
  const waiting = await t.factories.user()
  await t.database
    .knex('opened_checkouts')
    .insert({ user_id: waiting.id, product_id: product.id, opened_at: new Date(t.clock.nowMs() - 2 * 86_400_000) })
  for (const call of [sales.listOwn, redeemedCodes.list, opportunities.list] as readonly Endpoint[]) {
    const seenBy = async (as: string | undefined) => (await t.call(call, { as }).expect(200)).text.includes('Solo de la casa')
    expect([nameOf(call), await seenBy(own), await seenBy(other)]).toEqual([nameOf(call), true, false])
  }
  const file = async (as: string | undefined) => (await t.call(sales.exportOwn, { as, query: { format: 'csv' } }).expect(200)).text
  expect([(await file(own)).includes('Solo de la casa'), (await file(other)).includes('Solo de la casa')]).toEqual([true, false])
})
