import type { Shipment, ShippingZone } from '@e-events/shared/contract/sales/shipping.ts'
import { shipmentTransitions } from '@e-events/shared/domain/states.ts'
import type { ShippingZoneRow } from '../../../db/tables/sales-goods.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import type { ShipmentView } from './repository.ts'

export function toZone(row: ShippingZoneRow): ShippingZone {
  return {
    name: row.name,
    countries: row.countries,
    currency: row.currency,
    netMinor: row.net_minor,
    nextNetMinor: row.next_net_minor,
    taxBasisPoints: row.tax_basis_points,
    freeFromMinor: row.free_from_minor,
  }
}

export function toShipment(row: ShipmentView): Shipment {
  return {
    id: row.order_id as Shipment['id'],
    number: row.number,
    state: row.state,
    channel: { slug: row.channel_slug, title: row.channel_title },
    address: row.address,
    email: row.email,
    items: row.items.map(({ title, quantity, slug, image_file_id: file }) => ({ title, quantity, slug, posterUrl: fileUrl(file) })),
    total: { minor: row.total_minor, currency: row.currency },
    paidAt: row.paid_at.toISOString(),
    carrier: row.carrier,
    trackingCode: row.tracking_code,
    trackingUrl: row.tracking_url,
    packedAt: row.packed_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    next: shipmentTransitions[row.state].filter((state) => state === 'packed' || state === 'sent' || state === 'delivered'),
  }
}
