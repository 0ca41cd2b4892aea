import { z } from 'zod'
import { currencySchema, dearestAnywhere, dearestMinor } from '../../domain/currencies.ts'
import { orderId } from '../../domain/ids.ts'
import { moneySchema } from '../../domain/money.ts'
import { shipmentStateSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { countryCode, httpsUrl, instant, pageOf, pageQuery, slugParams } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'

const minor = z.int().min(0).max(dearestAnywhere)
const line = (max: number) => z.string().trim().min(1).max(max)

/** Where goods are sent. The account keeps the last one, an order its own copy. */
export const shippingAddressSchema = z.strictObject({
  name: line(120),
  street: line(200),
  /** Floor, company, or who takes it in. */
  extra: line(200).nullable(),
  postalCode: line(20),
  city: line(120),
  region: line(120).nullable(),
  country: countryCode,
  phone: line(40).nullable(),
})
export type ShippingAddress = z.infer<typeof shippingAddressSchema>

/** Price of sending to some countries. No country: to every one that no other zone of the currency names. */
export const shippingZoneSchema = z
  .strictObject({
    name: line(80),
    countries: z.array(countryCode).max(250),
    currency: currencySchema,
    /** For an order, its first piece included. */
    netMinor: minor,
    /** For each further piece. */
    nextNetMinor: minor,
    taxBasisPoints: z.int().min(0).max(10_000),
    /** Goods of this price, tax included, travel free. */
    freeFromMinor: minor.min(1).nullable(),
  })
  .superRefine((zone, { addIssue }) => {
    for (const name of ['netMinor', 'nextNetMinor', 'freeFromMinor'] as const)
      if ((zone[name] ?? 0) > dearestMinor(zone.currency))
        addIssue({ code: 'custom', path: [name], message: 'must be worth 100,000 euros at most', params: { rule: 'too_big' } })
  })
  .meta({ id: 'ShippingZone' })
export type ShippingZone = z.infer<typeof shippingZoneSchema>

/** No country has two prices in one currency. */
export const shippingZones = z
  .array(shippingZoneSchema)
  .max(limits.shippingZones)
  .superRefine((zones, { addIssue }) => {
    const taken = new Set<string>()
    for (const [at, { countries, currency }] of zones.entries())
      for (const country of countries.length === 0 ? ['*'] : countries) {
        const key = `${currency} ${country}`
        if (taken.has(key)) addIssue({ code: 'custom', path: [at, 'countries'], message: 'repeated' })
        taken.add(key)
      }
  })

const zonesReply = z.object({ zones: z.array(shippingZoneSchema) })

export const shipmentSchema = z
  .object({
    /** Its order's. */
    id: orderId,
    number: z.int(),
    state: shipmentStateSchema,
    channel: z.object({ slug: z.string(), title: z.string() }),
    /** Empty once the account was erased. */
    address: shippingAddressSchema.nullable(),
    email: z.string(),
    items: z.array(z.object({ title: z.string(), quantity: z.int(), slug: z.string().nullable(), posterUrl: z.string().nullable() })),
    total: moneySchema,
    paidAt: instant,
    carrier: z.string().nullable(),
    trackingCode: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    packedAt: instant.nullable(),
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    /** States that its seller may give it now. */
    next: z.array(z.enum(['packed', 'sent', 'delivered'])),
  })
  .meta({ id: 'Shipment' })
export type Shipment = z.infer<typeof shipmentSchema>

const shipmentCounts = z.object({ waiting: z.int(), packed: z.int(), sent: z.int() })

export const moveShipmentBody = z
  .strictObject({
    state: z.enum(['packed', 'sent', 'delivered']),
    /** Who brings it: asked for when it is sent. */
    carrier: line(80).nullable().default(null),
    trackingCode: line(80).nullable().default(null),
    trackingUrl: httpsUrl.nullable().default(null),
  })
  .refine(({ state, carrier }) => state !== 'sent' || carrier !== null, { path: ['carrier'], message: 'required' })
export type MoveShipment = z.infer<typeof moveShipmentBody>

const producer = { kind: 'role', role: 'PRODUCER' } as const
const ownedChannel = { kind: 'role', role: 'PRODUCER', owner: { resource: 'channel', param: 'slug' } } as const

export const shipping = {
  forProduct: endpoint({
    method: 'GET',
    path: '/products/:slug/shipping',
    summary: "Where a physical product is sent, and for how much: the zones of its channel in the product's currency",
    access: { kind: 'public' },
    cache: sharedResponse,
    params: slugParams,
    response: zonesReply.extend({
      /** Own postage of one piece, on top of the zone's. */
      surchargeNetMinor: z.int(),
    }),
    errors: ['NOT_FOUND'],
  }),
  zones: endpoint({
    method: 'GET',
    path: '/channels/:slug/shipping',
    summary: 'Shipping zones of an own channel',
    access: ownedChannel,
    params: slugParams,
    response: zonesReply,
    errors: ['NOT_FOUND'],
  }),
  saveZones: endpoint({
    method: 'PUT',
    path: '/channels/:slug/shipping',
    summary: 'Replace the shipping zones of an own channel. Orders that were placed keep their price',
    access: ownedChannel,
    params: slugParams,
    body: z.strictObject({ zones: shippingZones }),
    response: zonesReply,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  shipments: endpoint({
    method: 'GET',
    path: '/producer/shipments',
    summary: "Paid orders with goods of the caller's channels, the oldest of a state first",
    access: producer,
    query: pageQuery.extend({ state: shipmentStateSchema.default('waiting') }),
    response: pageOf(shipmentSchema).extend({ counts: shipmentCounts }),
  }),
  moveShipment: endpoint({
    method: 'POST',
    path: '/producer/shipments/:id/state',
    summary: 'Say that goods are packed, sent (the buyer gets a mail) or delivered',
    access: producer,
    params: z.strictObject({ id: orderId }),
    body: moveShipmentBody,
    response: shipmentSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
