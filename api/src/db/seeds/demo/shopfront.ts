import type { ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import type { Knex } from 'knex'
import { createPayoutRepository } from '../../../domains/sales/money/payouts/repository.ts'
import { createPayouts } from '../../../domains/sales/money/payouts/service.ts'
import { demoUserIds } from './accounts.ts'
import { demoId } from './ids.ts'
import { buyerId, type DemoAct } from './sales.ts'
import { createTill, type DemoOrder, type Till } from './till.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const studio = 'sala-cardumen'
const vinyl = 'vinilo-mareas'
const organizersChannels = [studio, 'minuto-largo', 'escuela-trazo-vivo', 'cabina-siete']
/** Published test account of the Spanish scheme. */
const testIban = 'ES9121000418450200051332'
/** The public knows the event; its few seats are taken. */
const soldOut = { slug: 'jornada-dibujar-el-tiempo', guests: [0, 3, 5, 7], waiting: [8, 9, 10] }

type Place = readonly [name: string, street: string, postalCode: string, city: string, country: string]
const address = (...[name, street, postalCode, city, country]: Place): ShippingAddress => ({
  name,
  street,
  extra: null,
  postalCode,
  city,
  region: null,
  country,
  phone: null,
})
const lucia = address('Lucía Ferreira', 'Calle de los Faroles 17, 2.º B', '28012', 'Madrid', 'ES')

/** A sale by its name, with what became of it. */
interface Sale extends Omit<DemoOrder, 'key'> {
  name: string
  ageDays: number
  after?: (order: { id: string; at: Date }, tillAt: (at: Date) => Till) => Promise<void>
}

const seller = { id: demoUserIds.organizer, isAdmin: false } as unknown as Parameters<Till['shipments']['move']>[2]
const label = { carrier: 'Correos Exprés', trackingCode: 'PQ7D4K0612345670138Z', trackingUrl: null }
const none = { carrier: null, trackingCode: null, trackingUrl: null }

/** Moves a parcel on by a day each. */
function moved(steps: readonly ('packed' | 'sent' | 'delivered')[]): NonNullable<Sale['after']> {
  return async ({ id, at }, tillAt) => {
    for (const [index, state] of steps.entries())
      await tillAt(new Date(at.getTime() + (index + 1) * 20 * hourMs)).shipments.move(
        id,
        { state, ...(state === 'sent' ? label : none) },
        seller,
      )
  }
}

function asked(reason: 'not_held' | 'changed_mind', text: string, afterDays: number, buyer: string): NonNullable<Sale['after']> {
  return async ({ id, at }, tillAt) => {
    const { proposals } = tillAt(new Date(at.getTime() + afterDays * dayMs))
    const [item] = await proposals.items(id, buyer)
    if (item?.ask === 'open') await proposals.ask({ orderId: id, itemId: item.id, reason, text }, buyer)
  }
}

const sales: readonly Sale[] = [
  {
    name: 'vinyl-1',
    ageDays: 12,
    buyerId: buyerId(1),
    items: [[vinyl, 1]],
    address: address('Rui Tavares', 'Rua da Bica 8', '1200-054', 'Lisboa', 'PT'),
    after: moved(['packed', 'sent', 'delivered']),
  },
  { name: 'vinyl-2', ageDays: 5, buyerId: demoUserIds.viewer, items: [[vinyl, 1]], address: lucia, after: moved(['packed', 'sent']) },
  {
    name: 'vinyl-3',
    ageDays: 3,
    buyerId: buyerId(4),
    items: [[vinyl, 2]],
    address: address('Greta Lindner', 'Lindenstraße 4', '10969', 'Berlin', 'DE'),
    after: moved(['packed']),
  },
  {
    name: 'vinyl-4',
    ageDays: 2,
    buyerId: buyerId(7),
    items: [
      ['cuaderno-de-gira', 1],
      [vinyl, 1],
    ],
    address: address('Pau Serra', 'Carrer del Far 21', '08003', 'Barcelona', 'ES'),
  },
  {
    name: 'vinyl-5',
    ageDays: 0.4,
    buyerId: buyerId(9),
    items: [[vinyl, 1]],
    address: address('Elena Duarte', 'Calle Mayor 3', '37001', 'Salamanca', 'ES'),
  },
  { name: 'bundle-viewer', ageDays: 6, buyerId: demoUserIds.viewer, items: [['sesion-doble', 1]] },
  { name: 'bundle-other', ageDays: 4, buyerId: buyerId(10), items: [['sesion-doble', 1]], supportMinor: 500 },
  {
    name: 'gift',
    ageDays: 3,
    buyerId: demoUserIds.viewer,
    items: [['ultimo-tren-a-valdeniebla', 1]],
    gift: {
      recipientName: 'Marcos',
      recipientEmail: 'marcos@e-events.example',
      message: 'Para el viaje de vuelta. ¡Feliz cumpleaños!',
      deliverOn: null,
    },
  },
  {
    name: 'gift-redeemed',
    ageDays: 16,
    buyerId: buyerId(0),
    items: [['nadie-contesta', 1]],
    gift: {
      recipientName: 'Lucía',
      recipientEmail: 'viewer@e-events.example',
      message: 'Para que te rías un rato.',
      deliverOn: null,
    },
    after: redeemed(demoUserIds.viewer),
  },
  {
    name: 'not-held',
    ageDays: 9,
    buyerId: buyerId(6),
    items: [['noche-de-faroles', 1]],
    after: asked('not_held', 'Estuve conectada toda la noche y no llegó a empezar.', 5, buyerId(6)),
  },
  {
    name: 'changed-mind',
    ageDays: 6,
    buyerId: buyerId(5),
    items: [['cartas-a-un-faro', 1]],
    after: asked('changed_mind', 'Pensaba que era un largometraje.', 1, buyerId(5)),
  },
  {
    name: 'disputed',
    ageDays: 7,
    buyerId: buyerId(2),
    items: [['cartas-a-un-faro', 1]],
    after: async ({ id, at }, tillAt) => tillAt(new Date(at.getTime() + 5 * dayMs)).dispute(id),
  },
]

function redeemed(by: string): NonNullable<Sale['after']> {
  return async ({ id, at }, tillAt) => {
    const till = tillAt(new Date(at.getTime() + 2 * dayMs))
    const text = await till.codeOfGift(id)
    if (text !== undefined) await till.gifts.redeem({ text, userId: by, productSlug: undefined })
  }
}

const subscribers = [
  { name: 'viewer', buyerId: demoUserIds.viewer, ageDays: 40 },
  { name: 'steady', buyerId: buyerId(2), ageDays: 12 },
  { name: 'leaving', buyerId: buyerId(7), ageDays: 20, leavesAfterDays: 6 },
  { name: 'failing', buyerId: buyerId(8), ageDays: 32, card: '4000000000000341' },
] as const
/** The card of the first one is charged for its second month, that of the last one is refused. */
const renewalsAgo = [8, 0.02]

/** Sales of each further kind. */
export function actsOfShopfront(knex: Knex, now: Date): DemoAct[] {
  const tillAt = (at: Date): Till => createTill(knex, at)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const keyOf = (name: string) => demoId(`order/shopfront-${name}`)
  const sold = sales.map(({ name, ageDays, after, ...order }) => {
    const [key, at] = [keyOf(name), ago(ageDays)]
    return {
      key,
      at,
      async run() {
        const id = await tillAt(at).sell({ ...order, key })
        if (id !== undefined) await after?.({ id, at }, tillAt)
      },
    }
  })
  const subscribed = subscribers.map(({ name, ageDays, ...subscriber }) => {
    const [key, at] = [keyOf(name), ago(ageDays)]
    return {
      key,
      at,
      async run() {
        await tillAt(at).subscribe(studio, { ...subscriber, key })
        if ('leavesAfterDays' in subscriber) await leave(knex, tillAt(ago(ageDays - subscriber.leavesAfterDays)), subscriber.buyerId)
      },
    }
  })
  // Cards are charged for a second month.
  const renewed = renewalsAgo.map((days) => {
    const at = ago(days)
    return { key: keyOf('viewer'), at, run: () => tillAt(at).renewals.run() }
  })
  return [...sold, ...subscribed, ...renewed]
}

/** Once: an organizer who changed it keeps the change. */
export async function offerSubscription(knex: Knex): Promise<void> {
  await knex('channels')
    .where({ slug: studio, subscription_active: false, subscription_net_minor: 0 })
    .update({ subscription_active: true, subscription_net_minor: 330, subscription_tax_basis_points: 2_100, subscription_currency: 'EUR' })
}

async function leave(knex: Knex, till: Till, userId: string): Promise<void> {
  const subscription = await knex('subscriptions').where({ user_id: userId, status: 'subscribed' }).first('id')
  if (subscription) await till.subscriptions.cancel(subscription.id, userId)
}

/** An event whose seats are taken, and the line for them. */
export async function seedLine(knex: Knex, now: Date): Promise<void> {
  const { slug, guests, waiting } = soldOut
  const limited = await knex('products').where({ slug, stock: null }).update({ stock: guests.length })
  if (limited === 0) return
  const till = createTill(knex, new Date(now.getTime() - dayMs))
  for (const guest of guests) await till.tickets.redeemFree(slug, buyerId(guest))
  for (const guest of waiting) await till.waitingList.join(slug, buyerId(guest))
}

/** The run of last month is paid; the one of this month waits for an administrator. */
export async function seedPayouts(knex: Knex, now: Date): Promise<void> {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 4, 9))
  const key = demoId('payout-run')
  if (await knex('payout_runs').where({ idempotency_key: key }).first('id')) return
  await knex('channels')
    .whereIn('slug', organizersChannels)
    .whereNull('iban')
    .update({ iban: testIban, iban_changed_at: new Date(at.getTime() - 20 * dayMs) })
  const month = at.toISOString().slice(0, 7)
  const payoutsAt = (moment: Date) =>
    createPayouts({
      knex,
      repository: createPayoutRepository(knex),
      mailPayout: () => Promise.resolve(),
      clock: { nowMs: () => moment.getTime(), now: () => moment },
    })
  const by = { userId: demoUserIds.admin, actorId: demoUserIds.admin, requestId: null, address: null }
  const { totals } = await payoutsAt(at).proposal()
  if (totals.length === 0) return
  const { run, payouts } = await payoutsAt(at).approve({ idempotencyKey: key, month, expected: totals }, by)
  await payoutsAt(new Date(at.getTime() + dayMs)).settle(run.id, { payoutIds: payouts.map(({ id }) => id), outcome: 'paid', note: '' }, by)
}
