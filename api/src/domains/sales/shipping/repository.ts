import type { ShippingAddress, ShippingZone } from '@e-events/shared/contract/sales/shipping.ts'
import type { ShipmentState } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { ShipmentRow, ShipmentUpdate, ShippingZoneRow } from '../../../db/tables/sales-goods.ts'

export function zonesOf(db: Knex, channelId: string): Promise<ShippingZoneRow[]> {
  return db('shipping_zones').where({ channel_id: channelId }).orderBy('position')
}

/** One after the other: two forms of one channel leave the zones of one of them, never a mixture. */
export async function replaceZones(trx: Knex, channelId: string, zones: readonly ShippingZone[]): Promise<void> {
  await trx.raw('select id from channels where id = ? for no key update', [channelId])
  await trx('shipping_zones').where({ channel_id: channelId }).delete()
  for (const [position, zone] of zones.entries())
    await trx('shipping_zones').insert({
      channel_id: channelId,
      name: zone.name,
      countries: zone.countries,
      currency: zone.currency,
      net_minor: zone.netMinor,
      next_net_minor: zone.nextNetMinor,
      tax_basis_points: zone.taxBasisPoints,
      free_from_minor: zone.freeFromMinor,
      position,
    })
}

/** A published physical product with the zones of its channel in its currency. */
export async function findShippedProduct(
  db: Knex,
  slug: string,
): Promise<{ channelId: string; currency: string; surchargeNetMinor: number } | undefined> {
  const [row] = await prepared<{ channelId: string; currency: string; surchargeNetMinor: number }>(
    db,
    'shipped-product',
    `select p.channel_id as "channelId", p.currency, coalesce(p.shipping_net_minor, 0)::int as "surchargeNetMinor"
     from products p join channels c on c.id = p.channel_id
     where p.slug = $1 and p.type = 'physical' and p.status = 'published' and c.status = 'published'`,
    [slug],
  )
  return row
}

/** Own postage of one piece of products, in minor units. */
export async function surchargesOf(db: Knex, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db('products')
    .whereIn('id', [...productIds])
    .select('id', 'shipping_net_minor')
  return new Map(rows.map(({ id, shipping_net_minor: minor }) => [id, minor ?? 0]))
}

export async function findAddress(db: Knex, userId: string): Promise<ShippingAddress | null> {
  const row = await db('shipping_addresses').where({ user_id: userId }).first('address')
  return (row?.address as ShippingAddress | undefined) ?? null
}

export async function keepAddress(trx: Knex, userId: string, address: ShippingAddress): Promise<void> {
  await trx('shipping_addresses')
    .insert({ user_id: userId, address: toJson(address) })
    .onConflict('user_id')
    .merge(['address'])
}

export async function eraseAddress(trx: Knex, userId: string): Promise<void> {
  await trx('shipping_addresses').where({ user_id: userId }).delete()
}

/** Goods that are given back before they were sent are not sent any more, once none of the order are left. */
export async function cancelShipment(trx: Knex, orderItemId: string): Promise<void> {
  await trx.raw(
    `update shipments s set state = 'cancelled' from order_items given
     where given.id = ? and s.order_id = given.order_id and s.state in ('waiting', 'packed') and not exists (
       select 1 from order_items i where i.order_id = s.order_id and i.kind = 'physical'
         and i.refunded_minor < i.total_minor + i.buyer_fee_minor + i.support_minor)`,
    [orderItemId],
  )
}

/** Goods of a paid order wait for their seller. */
export async function insertShipment(trx: Knex, orderId: string, channelId: string): Promise<void> {
  await trx('shipments').insert({ order_id: orderId, channel_id: channelId }).onConflict('order_id').ignore()
}

export function lockShipment(trx: Knex, orderId: string): Promise<ShipmentRow | undefined> {
  return trx('shipments').where({ order_id: orderId }).forUpdate().first()
}

export async function updateShipment(trx: Knex, orderId: string, change: ShipmentUpdate): Promise<void> {
  await trx('shipments').where({ order_id: orderId }).update(change)
}

export interface ShipmentView extends ShipmentRow {
  number: number
  channel_slug: string
  channel_title: string
  owner_id: string
  address: ShippingAddress | null
  email: string
  total_minor: number
  currency: string
  paid_at: Date
  items: { title: string; quantity: number; slug: string | null; image_file_id: string | null }[]
  /** Instant, with its microseconds, for cursors. */
  sort_key: string
}

const view = `select s.*, o.number, c.slug as channel_slug, c.title as channel_title, c.owner_id, o.shipping as address, o.email,
    o.total_minor, o.currency, o.paid_at, to_char(o.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_key,
    (select coalesce(json_agg(json_build_object('title', i.title, 'quantity', i.quantity, 'slug', p.slug, 'image_file_id', p.image_file_id)
       order by i.position), '[]')
     from order_items i left join products p on p.id = i.product_id
     where i.order_id = o.id and i.kind = 'physical' and i.refunded_minor < i.total_minor + i.buyer_fee_minor + i.support_minor) as items
  from shipments s join orders o on o.id = s.order_id join channels c on c.id = s.channel_id`

export function createShipmentRepository(knex: Knex) {
  return {
    async find(orderId: string): Promise<ShipmentView | undefined> {
      const [row] = await prepared<ShipmentView>(knex, 'shipment', `${view} where s.order_id = $1`, [orderId])
      return row
    },

    list(filter: {
      ownerId: string
      state: ShipmentState
      after: readonly [paidAt: string, id: string] | undefined
      limit: number
    }): Promise<ShipmentView[]> {
      return prepared<ShipmentView>(
        knex,
        'shipment-list',
        `${view} where c.owner_id = $1 and s.state = $2 and ($3::timestamptz is null or (o.paid_at, o.id) > ($3, $4::uuid))
         order by o.paid_at, o.id limit $5`,
        [filter.ownerId, filter.state, filter.after?.[0] ?? null, filter.after?.[1] ?? null, filter.limit],
      )
    },

    async counts(ownerId: string): Promise<{ waiting: number; packed: number; sent: number }> {
      const [row] = await prepared<{ waiting: number; packed: number; sent: number }>(
        knex,
        'shipment-counts',
        `select count(*) filter (where s.state = 'waiting')::int as waiting, count(*) filter (where s.state = 'packed')::int as packed,
           count(*) filter (where s.state = 'sent')::int as sent
         from shipments s join channels c on c.id = s.channel_id where c.owner_id = $1`,
        [ownerId],
      )
      return row ?? { waiting: 0, packed: 0, sent: 0 }
    },

    /** Buyer that the mail goes to; erased accounts get none. */
    async buyer(trx: Knex, orderId: string): Promise<{ id: string; email: string; locale: 'es' | 'en' | 'pt'; name: string } | undefined> {
      const { rows } = await trx.raw<{ rows: { id: string; email: string; locale: 'es' | 'en' | 'pt'; name: string }[] }>(
        `select u.id, u.email, u.locale, u.name from orders o join users u on u.id = o.user_id
         where o.id = ? and u.deleted_at is null`,
        [orderId],
      )
      return rows[0]
    },
  }
}
export type ShipmentRepository = ReturnType<typeof createShipmentRepository>
