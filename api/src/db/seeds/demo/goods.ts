import type { Knex } from 'knex'
import { demoId } from './ids.ts'

/** Its last seats are on sale. */
const nearlySoldOut = { slug: 'pulso-nebular', left: 3 }
const shops = ['festival-nebulario', 'sala-cardumen']
const zones = [
  { name: 'España peninsular y Baleares', countries: ['ES'], net_minor: 413, next_net_minor: 100, free_from_minor: 6_000 },
  {
    name: 'Portugal, Francia, Alemania e Italia',
    countries: ['PT', 'FR', 'DE', 'IT'],
    net_minor: 826,
    next_net_minor: 200,
    free_from_minor: null,
  },
  { name: 'Resto del mundo', countries: [], net_minor: 1_570, next_net_minor: 400, free_from_minor: null },
]

/** Prices of sending for the channels with goods. Once each. */
export async function seedZones(knex: Knex): Promise<void> {
  const channels = await knex('channels').whereIn('slug', shops).orderBy('slug').select('id', 'slug')
  const rows = channels.flatMap(({ id, slug }) =>
    zones.map((zone, position) => ({
      ...zone,
      id: demoId(`shipping-zone/${slug === shops[0] ? '' : `${slug}/`}${position}`),
      channel_id: id,
      tax_basis_points: 2_100,
      position,
    })),
  )
  if (rows.length > 0) await knex('shipping_zones').insert(rows).onConflict('id').ignore()
}

/** An event with few seats, once it has sold. */
export async function limitSeats(knex: Knex): Promise<void> {
  await knex.raw(
    `update products p set stock = coalesce((select l.taken from stock_levels l where l.product_id = p.id), 0) + :left
     where p.slug = :slug and p.stock is null`,
    nearlySoldOut,
  )
}
