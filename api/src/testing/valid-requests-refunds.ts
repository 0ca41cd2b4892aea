import { toJson } from '../db/row.ts'
import { sale } from './valid-requests-sales.ts'
import type { RequestInput, World } from './world.ts'

/** A request of the viewer for a refund that the owner bears. */
async function proposal(world: World): Promise<string> {
  const [row] = await world.t.database
    .knex('refund_proposals')
    .insert({
      order_item_id: await sale(world),
      asked_reason: 'not_held',
      asked_text: 'Nadie vino',
      evidence: toJson({
        show: null,
        viewer: { watchedMs: 0, firstSeenAt: null, lastSeenAt: null, visits: 0 },
        boughtAt: '2026-01-01T10:00:00.000Z',
      }),
      fault: 'organizer',
      proposed_minor: 1_210,
      currency: 'EUR',
    })
    .returning('id')
  return row?.id ?? ''
}

/** The item of a paid order of the viewer, with its order. */
async function paid(world: World): Promise<{ itemId: string; orderId: string }> {
  const itemId = await sale(world)
  const row = await world.t.database.knex('order_items').where({ id: itemId }).first('order_id')
  return { itemId, orderId: row?.order_id ?? '' }
}

/** A paid payment of the test provider. */
async function paidPayment(world: World): Promise<string> {
  const { orderId } = await paid(world)
  const row = await world.t.database.knex('payments').where({ order_id: orderId }).first('provider_payment_id')
  return row?.provider_payment_id ?? ''
}

/** A payment of the viewer that a bank looks into. */
async function dispute(world: World): Promise<string> {
  const id = await paidPayment(world)
  await world.t.api.platform.sales.testProvider?.dispute(id, 'open')
  const { knex } = world.t.database
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    'select d.id from disputes d join payments y on y.id = d.payment_id where y.provider_payment_id = ?',
    [id],
  )
  return rows[0]?.id ?? ''
}

export const refundRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /orders/:id/refunds': async (world) => ({ params: { id: (await paid(world)).orderId } }),
  'POST /orders/:id/refunds': async (world) => {
    const { itemId, orderId } = await paid(world)
    return { params: { id: orderId }, body: { itemId, reason: 'changed_mind', text: 'No puedo ir' } }
  },
  'GET /refund-proposals': async () => ({ query: { status: 'open', limit: 2 } }),
  'GET /producer/refund-proposals': async () => ({ query: { status: 'open', limit: 2 } }),
  'POST /refund-proposals/:id/approve': async (world) => ({
    params: { id: await proposal(world) },
    body: { fault: 'organizer', amountMinor: 500, answer: 'Perdona' },
  }),
  'POST /refund-proposals/:id/refuse': async (world) => ({ params: { id: await proposal(world) }, body: { answer: 'Se emitió entero' } }),
  'GET /refund-runs': async () => ({}),
  'GET /producer/refund-runs': async () => ({}),
  'GET /refunds/overdue': async () => ({}),
  'GET /disputes': async () => ({}),
  'GET /disputes/:id': async (world) => ({ params: { id: await dispute(world) } }),
  'GET /disputes/:id/evidence': async (world) => ({ params: { id: await dispute(world) }, query: { format: 'csv' } }),
  'POST /payments/checks': async () => ({ body: { provider: 'test' } }),
  'POST /test-payments/:id/dispute': async (world) => ({ params: { id: await paidPayment(world) }, body: { outcome: 'open' } }),
}
