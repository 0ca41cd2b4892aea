import type { Knex } from 'knex'
import { demoId } from './ids.ts'

/** Its last seats are on sale. */
const nearlySoldOut = { slug: 'pulso-nebular', left: 3 }
const shop = 'festival-nebulario'
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

/** Prices of sending for the channel with a physical product, and an event with few seats. Once each. */
export async function seedGoods(knex: Knex): Promise<void> {
  const channel = await knex('channels').where({ slug: shop }).first('id')
  if (channel)
    await knex('shipping_zones')
      .insert(
        zones.map((zone, position) => ({
          ...zone,
          id: demoId(`shipping-zone/${position}`),
          channel_id: channel.id,
          tax_basis_points: 2_100,
          position,
        })),
      )
      .onConflict('id')
      .ignore()
  await knex.raw(
    `update products p set stock = coalesce((select l.taken from stock_levels l where l.product_id = p.id), 0) + :left
     where p.slug = :slug and p.stock is null`,
    nearlySoldOut,
  )
}
