import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { config, type MediaPay } from '@e-events/shared/contract/settings/config.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrganizer, issuesOf, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000).toISOString()

it('the cap of offers is a setting: offers that stand are kept, coupons go down to 0 [SHOP-023]', async () => {
  const price = { netMinor: 1_000 }
  const offer = (netMinor: number) => ({ netMinor, taxBasisPoints: 2_100, startsAt: inHours(1), endsAt: inHours(2) })
  const admin = await t.tokenOf(await t.factories.user({ roles: ['ADMIN'] }))
  const setCap = async (promotionMaxPercent: number) => {
    const { provider, ...stored } = (await t.call(config.mediaPay, { as: admin }).expect(200)).body as MediaPay
    const keys = { publicKey: provider.publicKey, secretKey: '', signingKey: '' }
    const body = { ...stored, pos: null, provider: keys, monetize: { ...stored.monetize, promotionMaxPercent } }
    await t.call(config.updateMediaPay, { as: admin, body }).expect(200)
  }
  await setCap(50)
  const slug = await ana.published({ plan: 'paid', price, offer: offer(500) })
  expect(issuesOf(await ana.create({ plan: 'paid', price, offer: offer(499) }))).toEqual(['body.offer.netMinor offer_cap'])
  await setCap(10)
  expect(issuesOf(await ana.create({ plan: 'paid', price, offer: offer(899) }))).toEqual(['body.offer.netMinor offer_cap'])
  await ana.change(slug, { title: 'Sigue de oferta' }).expect(200)
  expect((await ana.read(slug)).offer?.netMinor).toBe(500)
  expect(issuesOf(await ana.change(slug, { price: { netMinor: 990 } }))).toEqual(['body.price offer_cap'])
  const as = await t.tokenOf(ana.user)
  for (const netPriceMinor of [0, 1])
    await t.call(coupons.make, { params: { slug }, body: { quantity: 1, netPriceMinor, taxBasisPoints: 2_100 }, as }).expect(201)
})
