import { shipping } from '@e-events/shared/contract/sales/shipping.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toShipment, toZone } from './presenter.ts'
import { findShippedProduct, replaceZones, zonesOf } from './repository.ts'
import type { Shipments } from './shipments.ts'

export function shippingRoutes(router: ApiRouter, bind: Bind, deps: { knex: Knex; shipments: Shipments }): void {
  const { knex, shipments } = deps
  const zones = async (channelId: string) => (await zonesOf(knex, channelId)).map(toZone)
  bind(router, shipping, {
    async forProduct({ params }) {
      const product = await findShippedProduct(knex, params.slug)
      if (!product) throw new DomainError('NOT_FOUND')
      const { channelId, currency, surchargeNetMinor } = product
      return { zones: (await zones(channelId)).filter((zone) => zone.currency === currency), surchargeNetMinor }
    },
    zones: async ({ owned }) => ({ zones: await zones(owned.id) }),
    async saveZones({ owned, body }) {
      await knex.transaction((trx) => replaceZones(trx, owned.id, body.zones))
      return { zones: await zones(owned.id) }
    },
    async shipments({ query, user }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const rows = await shipments.list({ ownerId: user.id, state: query.state, after, limit: query.limit + 1 })
      const page = toPage(rows, query.limit, { item: toShipment, cursor: (row) => [row.sort_key, row.order_id] })
      return { ...page, counts: await shipments.counts(user.id) }
    },
    moveShipment: async ({ params, body, user }) => toShipment(await shipments.move(params.id, body, user)),
  })
}
