import type { MoveShipment } from '@e-events/shared/contract/sales/shipping.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { shipmentTransitions } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { ShipmentUpdate } from '../../../db/tables/sales-goods.ts'
import type { SessionActor } from '../../../http/actor.ts'
import type { Notify } from '../stock/waiting-list.ts'
import { createShipmentRepository, lockShipment, updateShipment, type ShipmentView } from './repository.ts'

export type Shipments = ReturnType<typeof createShipments>

/** Goods of paid orders, as their seller packs and sends them. */
export function createShipments(deps: { knex: Knex; notify: Notify; clock: Clock }) {
  const { knex, clock } = deps
  const repository = createShipmentRepository(knex)

  async function get(orderId: string, user: Pick<SessionActor, 'id' | 'isAdmin'>): Promise<ShipmentView> {
    const shipment = await repository.find(orderId)
    if (!shipment || (shipment.owner_id !== user.id && !user.isAdmin)) throw new DomainError('NOT_FOUND')
    return shipment
  }

  return {
    list: repository.list,
    counts: repository.counts,

    /**
     * The buyer is told when goods are sent. The same state a second time changes nothing.
     * @throws DomainError NOT_FOUND, STATE_CONFLICT
     */
    async move(orderId: string, wanted: MoveShipment, user: Pick<SessionActor, 'id' | 'isAdmin'>): Promise<ShipmentView> {
      const shipment = await get(orderId, user)
      const after = await knex.transaction(async (trx) => {
        const locked = await lockShipment(trx, orderId)
        if (!locked || locked.state === wanted.state) return undefined
        assertMove(shipmentTransitions, locked.state, wanted.state)
        await updateShipment(trx, orderId, changeTo(wanted, clock.now()))
        const buyer = wanted.state === 'sent' ? await repository.buyer(trx, orderId) : undefined
        if (!buyer || wanted.carrier === null) return undefined
        const { carrier, trackingCode } = wanted
        const title = shipment.items[0]?.title ?? ''
        const data = { name: buyer.name, title, number: shipment.number, carrier, trackingCode }
        return deps.notify(trx, buyer, { template: 'shipment_sent', data, payload: { orderId } })
      })
      await after?.()
      return get(orderId, user)
    },
  }
}

function changeTo(wanted: MoveShipment, now: Date): ShipmentUpdate {
  const { state, carrier, trackingCode, trackingUrl } = wanted
  if (state === 'packed') return { state, packed_at: now }
  if (state === 'delivered') return { state, delivered_at: now }
  return { state, sent_at: now, carrier, tracking_code: trackingCode, tracking_url: trackingUrl }
}
