import { dearestAnywhere } from '../../domain/currencies.ts'
import { z } from 'zod'
import { bundlePartStates } from '../../domain/bundles.ts'
import { orderId } from '../../domain/ids.ts'
import { moneySchema } from '../../domain/money.ts'
import { orderItemKinds } from '../../domain/pricing.ts'
import { lineTaxSchema } from '../../domain/tax.ts'
import { orderStatusSchema, shipmentStateSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { countryCode, instant, languageQuery, pageOf, pageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { couponSessionSchema, typedCode } from './coupons.ts'
import { giftSchema, giftWishSchema } from './gifts.ts'
import { invoiceRefSchema } from './money/invoices.ts'
import { savedCardSchema } from './money/saved-cards.ts'
import { shippingAddressSchema } from './shipping.ts'
import { paymentWays } from '../settings/config.ts'
import { productCardSchema } from '../catalogue/products.ts'

const minor = z.int().min(0)

/** Buyer's data for the invoice, as the account holds them; an order keeps a copy of its own. */
export const billingSchema = z
  .object({
    name: z.string(),
    company: z.string().nullable(),
    taxId: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'Billing' })
export type Billing = z.infer<typeof billingSchema>

const orderItemKindSchema = z.enum(orderItemKinds)

/** A product of a bundle in an order; only the included ones are charged. */
const orderPartSchema = z.object({
  title: z.string(),
  slug: z.string(),
  type: productCardSchema.shape.type,
  state: z.enum(bundlePartStates),
  net: moneySchema,
})

export const checkoutSchema = z
  .object({
    items: z.array(
      z.object({
        product: productCardSchema,
        /** In place of the product's: the zone of postage. */
        title: z.string().optional(),
        kind: orderItemKindSchema,
        quantity: z.int().min(1),
        /** Input of `breakDownLines`, for one unit: the page shows each change of the support amount at once. */
        price: z.object({
          netMinor: minor,
          taxBasisPoints: z.int(),
          unitTaxMinor: minor.optional(),
          ticketFeePayer: z.enum(['organizer', 'buyer']),
        }),
        /** Why it bears its rate; absent until the buyer's country is known. */
        tax: lineTaxSchema.optional(),
        /** Bundles: each product, with its share of the price. */
        parts: z.array(orderPartSchema),
      }),
    ),
    /** The coupon that made the price of the first item. */
    coupon: z.object({ code: z.string(), session: couponSessionSchema.nullable() }).nullable(),
    currency: z.string(),
    /** Physical products of the same channel that may be added, for one unit each. */
    extras: z.array(z.object({ product: productCardSchema, gross: moneySchema })),
    /** For orders with goods: the last address, and whether they are sent to the country that was asked for. */
    shipping: z.object({ address: shippingAddressSchema.nullable(), country: z.string(), isSentThere: z.boolean() }).nullable(),
    billing: billingSchema,
    /** The account has no country: nothing can be ordered before it has one (`PATCH /me`, `billingCountry`). */
    needsCountry: z.boolean().optional(),
    email: z.string(),
    /** No money moves: cards of the built-in test provider. */
    isTest: z.boolean(),
    /** How it can be paid, the usual way first: by card, or at the card terminal of a bank. */
    ways: z.array(z.enum(paymentWays)),
    /** Cards of the account that this order may be paid with, the latest first. */
    cards: z.array(savedCardSchema),
    /** A card that pays it can be saved for the next time. */
    keepsCards: z.boolean(),
  })
  .meta({ id: 'Checkout' })
export type Checkout = z.infer<typeof checkoutSchema>

export const orderSchema = z
  .object({
    id: orderId,
    /** Shown to people, and never used twice. */
    number: z.int(),
    status: orderStatusSchema,
    /** A payment was given and is not settled yet: by bank transfer, for example. */
    isSettling: z.boolean(),
    /** Why the last attempt to pay was refused. */
    failure: z.enum(['declined', 'insufficient_funds', 'authentication_failed', 'other']).nullable(),
    items: z.array(
      z.object({
        kind: orderItemKindSchema,
        title: z.string(),
        quantity: z.int(),
        /** Null where the product is not known to its buyer any more. */
        product: z.object({ slug: z.string(), type: productCardSchema.shape.type, posterUrl: z.string().nullable() }).nullable(),
        net: moneySchema,
        taxBasisPoints: z.int(),
        tax: moneySchema,
        /** Why it bears its rate; absent in orders that are older than reasons. */
        taxedBy: lineTaxSchema.optional(),
        total: moneySchema,
        /** Bundles: what came with it, and whether its share was given back. */
        parts: z.array(orderPartSchema.extend({ isRefunded: z.boolean().optional() })),
        /** Gifts: who gets it, and what became of it. */
        gift: giftSchema.nullable(),
      }),
    ),
    net: moneySchema,
    tax: moneySchema,
    /** The amount per ticket where the buyer pays it. */
    ticketFee: moneySchema,
    support: moneySchema,
    total: moneySchema,
    refunded: moneySchema,
    createdAt: instant,
    paidAt: instant.nullable(),
    /** An order that waits for its payment ends then. */
    expiresAt: instant.nullable(),
    /** Its invoice, and the credit note of its refund. */
    invoices: z.array(invoiceRefSchema),
    /** Something of it takes place: there is a file for a calendar. */
    hasDates: z.boolean(),
    /** Where its goods are; null for an order without any, or before it is paid. */
    shipment: z
      .object({
        state: shipmentStateSchema,
        carrier: z.string().nullable(),
        trackingCode: z.string().nullable(),
        trackingUrl: z.string().nullable(),
        sentAt: instant.nullable(),
        deliveredAt: instant.nullable(),
      })
      .nullable(),
    /** Where a pending order is paid. */
    paymentUrl: z.string().nullable(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof orderSchema>

const serviceRefusals = ['PAYMENT_SERVICE_DOWN', 'AMOUNT_TOO_SMALL', 'TOO_MANY_DECLINES'] as const
/** Basket beside the product itself: `slug:quantity`, separated by commas. */
const basket = z
  .string()
  .max(4_000)
  .regex(/^[a-z0-9-]+:\d{1,3}(?:,[a-z0-9-]+:\d{1,3})*$/)
/** The lines are priced for this country, basket and coupon; `gift`: its buyer gives it away. */
const checkoutQuery = languageQuery.extend({
  basket: basket.optional(),
  country: countryCode.optional(),
  couponCode: typedCode.optional(),
  gift: z.enum(['true', 'false']).optional(),
})
const orderParams = z.strictObject({ id: orderId })
const refusals = [
  'NOT_FOUND',
  'ALREADY_HAS_TICKET',
  'SALE_NOT_OPEN',
  'NOT_PURCHASABLE',
  'SUBSCRIPTION_REQUIRED',
  'PAYMENTS_OFF',
  'SOLD_OUT',
] as const

const couponRefusals = ['COUPONS_OFF', 'COUPON_NOT_FOUND', 'COUPON_INVALID', 'COUPON_REDEEMED'] as const

export const orders = {
  checkout: endpoint({
    method: 'GET',
    path: '/products/:slug/checkout',
    summary: 'What the checkout of a product shows to its buyer',
    access: { kind: 'session' },
    params: slugParams,
    query: checkoutQuery,
    response: checkoutSchema,
    errors: [...refusals, 'SEVERAL_SELLERS', 'ONE_PER_ACCOUNT', ...couponRefusals],
  }),
  place: endpoint({
    method: 'POST',
    path: '/orders',
    summary:
      'Order products of one channel. The same key answers the same order; an open order of the same items and amount is answered again. It is paid at `paymentUrl`',
    access: { kind: 'session' },
    query: languageQuery,
    body: z.strictObject({
      /** All of one channel. The first is the one whose checkout it is. */
      items: z
        .array(z.strictObject({ productSlug: slugSchema, quantity: z.int().min(1).max(limits.orderItemQuantity).default(1) }))
        .min(1)
        .max(limits.orderItems)
        .refine((items) => new Set(items.map(({ productSlug }) => productSlug)).size === items.length),
      /** For somebody else: the payment makes a code, of one product. */
      gift: giftWishSchema.optional(),
      /** A coupon of the first product, good for one unit. */
      couponCode: typedCode.optional(),
      /** A donation to the organizer on top of the price, worth 500 euros at most (`limits.supportMinor`). */
      supportMinor: minor.max(dearestAnywhere).default(0),
      /** The total that the buyer saw; another one is refused as PRICE_CHANGED. */
      expectedTotalMinor: minor,
      termsAccepted: z.literal(true),
      /** Access begins at once, and the right of withdrawal ends with it: asked for where an order holds access. */
      withdrawalWaived: z.boolean(),
      /** Where goods are sent; the account keeps it. */
      shipping: shippingAddressSchema.optional(),
      idempotencyKey: z.uuid(),
      /** One of those that the checkout names; the first one where it is left out. */
      way: z.enum(paymentWays).optional(),
      /** A saved card, which is charged at once. Refused, or asked about by its bank, the order waits to be paid. */
      cardId: z.uuid().optional(),
      /** Save the card that pays this order. */
      saveCard: z.boolean().default(false),
    }),
    response: orderSchema,
    status: 201,
    errors: [
      ...refusals,
      'PRICE_CHANGED',
      'PAYMENT_PENDING',
      'SEVERAL_SELLERS',
      'ONE_PER_ACCOUNT',
      'COUNTRY_REQUIRED',
      'ADDRESS_REQUIRED',
      'NOT_SHIPPED_THERE',
      'WAIVER_REQUIRED',
      'CARD_GONE',
      ...serviceRefusals,
      ...couponRefusals,
    ],
    rateLimit: 'checkout',
  }),
  list: endpoint({
    method: 'GET',
    path: '/orders',
    summary: "The caller's orders, newest first",
    access: { kind: 'session' },
    query: pageQuery,
    response: pageOf(orderSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/:id',
    summary: "One of the caller's orders",
    access: { kind: 'session' },
    params: orderParams,
    query: languageQuery,
    response: orderSchema,
    errors: ['NOT_FOUND'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/orders/:id/mail',
    summary: 'Mail a paid order to its buyer again, with its invoice and its dates attached; three times a day at most',
    access: { kind: 'session' },
    params: orderParams,
    /** Address that it went to. */
    response: z.object({ email: z.string() }),
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'mail',
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/orders/:id/calendar.ics',
    summary: "Dates of one of the caller's paid orders as a calendar file (RFC 5545)",
    access: { kind: 'session' },
    params: orderParams,
    query: languageQuery,
    produces: 'file',
    errors: ['NOT_FOUND'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/orders/:id/check',
    summary: 'Ask the payment service about an order whose buyer came back from paying, in case its notice is late',
    access: { kind: 'session' },
    params: orderParams,
    query: languageQuery,
    response: orderSchema,
    errors: ['NOT_FOUND', 'PAYMENT_SERVICE_DOWN'],
    rateLimit: 'write',
  }),
} as const
