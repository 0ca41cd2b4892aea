import { randomUUID } from 'node:crypto'
import type { RequestInput, World } from './world.ts'

/** A show of the owner that is on air. */
async function show({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: home.id })
  const at = t.clock.now()
  await t.factories.broadcast({ product_id: product.id, started_at: at, first_media_at: at, last_media_at: at })
  return product.slug
}

export const usageRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /broadcasts/:productSlug/usage': async (world) => ({ params: { productSlug: await show(world) } }),
  'PUT /broadcasts/:productSlug/plan': async (world) => ({ params: { productSlug: await show(world) }, body: { plan: 'usage' } }),
  'GET /producer/prepaid': async () => ({}),
  'POST /producer/prepaid': async ({ t }) => {
    await t.database.knex('payment_config').update({ prepaid_hour_net_minor: 400 })
    return { body: { hours: 2, expectedTotalMinor: 968, termsAccepted: true, idempotencyKey: randomUUID() } }
  },
  'POST /producer/prepaid/refund': async () => ({}),
}
