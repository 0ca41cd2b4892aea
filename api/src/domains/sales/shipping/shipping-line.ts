import { breakDownLine } from '@e-events/shared/domain/pricing.ts'
import { shippingNetOf, zoneOf } from '@e-events/shared/domain/shipping.ts'
import type { Knex } from 'knex'
import type { OrderLine } from '../orders/repository.ts'
import { toZone } from './presenter.ts'
import { surchargesOf, zonesOf } from './repository.ts'

/** The line for sending the goods of an order; undefined where nothing is sent to this country. */
export async function shippingLineOf(db: Knex, lines: readonly OrderLine[], country: string): Promise<OrderLine | undefined> {
  const goods = lines.filter(({ kind }) => kind === 'physical')
  const [first] = goods
  if (!first) return undefined
  const { channel_id: channelId, currency } = first.product
  const zone = zoneOf((await zonesOf(db, channelId)).map(toZone), { country, currency })
  if (!zone) return undefined
  const surcharges = await surchargesOf(
    db,
    goods.map(({ product }) => product.id),
  )
  const netMinor = shippingNetOf(
    zone,
    goods.map(({ product, quantity, price }) => ({
      quantity,
      surchargeNetMinor: surcharges.get(product.id) ?? 0,
      grossMinor: breakDownLine({ kind: 'physical', quantity, ...price }).grossMinor,
    })),
  )
  const price = { netMinor, currency, taxBasisPoints: zone.taxBasisPoints, ticketFeePayer: 'organizer' } as const
  return { kind: 'shipping', title: zone.name, product: first.product, quantity: 1, price }
}
