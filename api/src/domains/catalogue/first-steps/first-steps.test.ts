import { firstStepIds, firstSteps, type FirstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

describe('the steps until the first sale', () => {
  it('are refused to strangers and viewers', async () => {
    await t.call(firstSteps.get).expect(401)
    await t.call(firstSteps.get, { as: await t.tokenOf(await t.factories.user()) }).expect(403)
  })

  it('are done one by one, and nobody else can do them for an organizer [PROD-044]', async () => {
    const { knex } = t.database
    const organizer = await t.factories.producer()
    const as = await t.tokenOf(organizer)
    const ask = async () => (await t.call(firstSteps.get, { as }).expect(200)).body as FirstSteps
    const done = async () => (await ask()).steps.filter((step) => step.done).map(({ id }) => id)
    // Somebody else has come all the way.
    const other = await t.factories.channel({ iban: 'ES9121000418450200051332', billing_nif: 'B12345678' })
    await t.factories.broadcast({ product_id: (await t.factories.product({ channel_id: other.id })).id, first_media_at: new Date() })

    const start = await ask()
    expect(start.steps.map(({ id }) => id)).toEqual(firstStepIds)
    expect(start).toMatchObject({ channelSlug: null, draft: null })
    expect(await done()).toEqual([])

    const channel = await t.factories.channel({ owner_id: organizer.id, status: 'draft' })
    expect(await done()).toEqual(['channel'])
    expect(await ask()).toMatchObject({ channelSlug: channel.slug, draft: null })

    await knex('channels').where({ id: channel.id }).update({ status: 'published', approved_at: new Date() })
    expect(await done()).toEqual(['channel', 'approval'])

    await knex('channels').where({ id: channel.id }).update({ iban: 'ES9121000418450200051332', billing_nif: 'B12345678' })
    expect(await done()).toEqual(['channel', 'approval', 'payout'])

    const product = await t.factories.product({ channel_id: channel.id, status: 'draft' })
    expect(await done()).toEqual(['channel', 'approval', 'payout'])
    expect(await ask()).toMatchObject({ draft: { channelSlug: channel.slug, slug: product.slug } })

    const published = await t.factories.product({ channel_id: channel.id })
    expect(await done()).toEqual(['channel', 'approval', 'payout', 'product'])

    const broadcast = await t.factories.broadcast({ product_id: published.id, first_media_at: null })
    expect(await done()).toEqual(['channel', 'approval', 'payout', 'product'])
    await knex('broadcasts').where({ id: broadcast.id }).update({ first_media_at: new Date() })
    expect(await done()).toEqual([...firstStepIds])
  })
})
