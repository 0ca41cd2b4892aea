import { randomUUID } from 'node:crypto'
import type { SubscriptionInsert } from '../db/tables/sales.ts'
import type { RequestInput, World } from './world.ts'

/** Price of a month of `subscribable`, tax included. */
export const monthlyMinor = 605

/** A channel of the owner that asks 6.05 a month. */
export function subscribable({ t, owner }: World) {
  return t.factories.channel({ owner_id: owner.id, subscription_active: true, subscription_net_minor: 500 })
}

export function subscribeBody(fields: Record<string, unknown> = {}) {
  return {
    expectedTotalMinor: monthlyMinor,
    termsAccepted: true,
    withdrawalWaived: true,
    idempotencyKey: randomUUID(),
    ...fields,
  }
}

/** A subscription of the viewer to a channel of the owner. */
async function subscription(world: World, fields: Partial<SubscriptionInsert> = {}): Promise<string> {
  const { t, viewer } = world
  const channel = await subscribable(world)
  const until = new Date(t.clock.nowMs() + 20 * 86_400_000)
  const [row] = await t.database
    .knex('subscriptions')
    .insert({
      user_id: viewer.id,
      channel_id: channel.id,
      valid_until: until,
      due_at: until,
      net_minor: 500,
      tax_basis_points: 2_100,
      total_minor: monthlyMinor,
      currency: 'EUR',
      ...fields,
    })
    .returning('id')
  return row?.id ?? ''
}

const platform = ({ t }: World) => t.database.knex('payment_config').update({ subscription_active: true, subscription_price_minor: 500 })

export const subscriptionRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /shop/subscriptions': async (world) => ((await subscribable(world)).slug === '' ? {} : { query: { limit: 2, maxPrice: 1_000 } }),
  'GET /channels/:slug/subscription': async (world) => ({ params: { slug: (await subscribable(world)).slug } }),
  'POST /channels/:slug/subscription': async (world) => ({ params: { slug: (await subscribable(world)).slug }, body: subscribeBody() }),
  'GET /platform-subscription': async () => ({}),
  'POST /platform-subscription': async (world) => {
    await platform(world)
    return { body: subscribeBody() }
  },
  'GET /subscriptions': async (world) => ((await subscription(world)) === '' ? {} : { query: { limit: 1 } }),
  'DELETE /subscriptions/:id': async (world) => ({ params: { id: await subscription(world) } }),
  'POST /subscriptions/:id/resume': async (world) => ({
    params: {
      id: await subscription(world, { status: 'cancelled', cancelled_at: world.t.clock.now(), end_reason: 'subscriber', due_at: null }),
    },
  }),
  'POST /subscriptions/:id/agree': async (world) => ({
    params: { id: await subscription(world, { net_minor: 400, total_minor: 484 }) },
    body: { expectedTotalMinor: monthlyMinor },
  }),
  'POST /subscriptions/:id/pay': async (world) => ({
    params: { id: await subscription(world) },
    body: { expectedTotalMinor: monthlyMinor },
  }),
  'GET /account/channels/:slug/subscribers': async (world) => ({ params: { slug: (await subscribable(world)).slug } }),
}
