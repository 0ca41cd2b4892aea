import { z } from 'zod'
import { subscriptionId } from '../../domain/ids.ts'
import { moneySchema } from '../../domain/money.ts'
import { orderStatusSchema, subscriptionStatusSchema } from '../../domain/states.ts'
import { instant, languageQuery, pageOf, pageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { invoiceRefSchema } from './money/invoices.ts'
import { billingSchema, orderSchema } from './orders.ts'

const channel = z.object({ slug: slugSchema, title: z.string(), logoUrl: z.string().nullable() })
const period = z.enum(['monthly', 'annual'])
const kind = z.enum(['periodic', 'single'])
const minor = z.int().min(0)
const cents = z.coerce.number().int().min(0).max(1_000_000_00)

export const subscriptionSchema = z
  .object({
    id: subscriptionId,
    /** Null: to the platform. */
    channel: channel.nullable(),
    status: subscriptionStatusSchema,
    /** single: paid once, and over after its period. */
    kind,
    period,
    since: instant,
    /** End of what is paid for. */
    validUntil: instant,
    /** It opens what it is for. */
    isRunning: z.boolean(),
    net: moneySchema,
    taxBasisPoints: z.int(),
    price: moneySchema,
    /** Null where nothing more will be paid. */
    nextPayment: z.object({ at: instant, total: moneySchema }).nullable(),
    /** A renewal was refused: it is tried again, and access goes on until then. */
    problem: z.object({ attempts: z.int(), accessUntil: instant }).nullable(),
    /** A higher price that its subscriber has to agree to before this payment; without it the subscription ends. */
    newPrice: z.object({ total: moneySchema, from: instant }).nullable(),
    /** Card that is charged, as its owner knows it: '•••• 4242'. */
    method: z.string().nullable(),
    endReason: z.enum(['subscriber', 'payment', 'price', 'offer', 'account', 'refund', 'single']).nullable(),
    /** Its latest orders, the last one first. */
    orders: z.array(
      z.object({
        number: z.int(),
        status: orderStatusSchema,
        total: moneySchema,
        at: instant,
        invoices: z.array(invoiceRefSchema),
      }),
    ),
    allowed: z.object({ cancel: z.boolean(), resume: z.boolean(), pay: z.boolean(), agree: z.boolean() }),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof subscriptionSchema>

const price = { kind, period, net: moneySchema, taxBasisPoints: z.int(), tax: moneySchema, total: moneySchema }

export const subscriptionOfferSchema = z
  .object({
    /** Null for the platform's. */
    channel: channel.nullable(),
    /** Null where none is offered now. */
    offer: z.object(price).nullable(),
    /** The caller's own one while it opens something. */
    current: subscriptionSchema.nullable(),
    /** Null without a session. */
    buyer: z.object({ email: z.string(), billing: billingSchema }).nullable(),
    /** No money moves: cards of the built-in test provider. */
    isTest: z.boolean(),
  })
  .meta({ id: 'SubscriptionOffer' })
export type SubscriptionOffer = z.infer<typeof subscriptionOfferSchema>

/** Subscription of a channel, as the shop lists it. */
export const channelOfferSchema = z.object({ channel, offer: z.object(price) }).meta({ id: 'ChannelOffer' })
export type ChannelOffer = z.infer<typeof channelOfferSchema>

export const subscribersSchema = z
  .object({
    /** Subscriptions that renew, and those that only run out. */
    subscribed: z.int(),
    endingSoon: z.int(),
    /** Renewals that were refused and are tried again. */
    failing: z.int(),
    /** Net price of those that renew, in a month. */
    monthly: moneySchema,
    /** Share of it that the organizer receives. */
    share: moneySchema,
  })
  .meta({ id: 'Subscribers' })
export type Subscribers = z.infer<typeof subscribersSchema>

const subscribeBody = z.strictObject({
  /** The total of a period that the subscriber saw; another one is refused as PRICE_CHANGED. */
  expectedTotalMinor: minor,
  termsAccepted: z.literal(true),
  /** Access begins at once, and the right of withdrawal ends with it. */
  withdrawalWaived: z.literal(true),
  idempotencyKey: z.uuid(),
  /** The product that asked for it: the way back leads there. */
  productSlug: slugSchema.optional(),
})
const refusals = ['PAYMENTS_OFF', 'SUBSCRIPTIONS_OFF', 'SUBSCRIPTION_STATE', 'PRICE_CHANGED', 'PAYMENT_PENDING'] as const
const session = { kind: 'session' } as const
const params = z.strictObject({ id: subscriptionId })

export const subscriptions = {
  offers: endpoint({
    method: 'GET',
    path: '/shop/subscriptions',
    summary: 'Subscriptions that channels offer now, the newest channel first. Prices are what a month costs, in cents',
    access: { kind: 'public' },
    query: pageQuery.extend({ category: slugSchema.optional(), minPrice: cents.optional(), maxPrice: cents.optional() }),
    response: pageOf(channelOfferSchema),
  }),
  offer: endpoint({
    method: 'GET',
    path: '/channels/:slug/subscription',
    summary: 'Subscription that a channel offers, and the one that the caller has',
    access: { kind: 'public' },
    params: slugParams,
    query: languageQuery,
    response: subscriptionOfferSchema,
    errors: ['NOT_FOUND'],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/channels/:slug/subscription',
    summary: 'Order a subscription to a channel. It begins with the payment at `paymentUrl`, and is renewed until it is cancelled',
    access: session,
    params: slugParams,
    query: languageQuery,
    body: subscribeBody,
    response: orderSchema,
    status: 201,
    errors: ['NOT_FOUND', ...refusals],
    rateLimit: 'checkout',
  }),
  platformOffer: endpoint({
    method: 'GET',
    path: '/platform-subscription',
    summary: 'Subscription that opens what organizers let the platform open, and the one that the caller has',
    access: { kind: 'public' },
    query: languageQuery,
    response: subscriptionOfferSchema,
  }),
  subscribeToPlatform: endpoint({
    method: 'POST',
    path: '/platform-subscription',
    summary: 'Order the subscription of the platform: paid once, or renewed until it is cancelled',
    access: session,
    query: languageQuery,
    body: subscribeBody,
    response: orderSchema,
    status: 201,
    errors: refusals,
    rateLimit: 'checkout',
  }),
  list: endpoint({
    method: 'GET',
    path: '/subscriptions',
    summary: "The caller's subscriptions, the latest first",
    access: session,
    query: pageQuery,
    response: pageOf(subscriptionSchema),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/subscriptions/:id',
    summary: 'Cancel an own subscription: nothing more is charged, and access goes on until its end',
    access: session,
    params,
    query: languageQuery,
    response: subscriptionSchema,
    errors: ['NOT_FOUND', 'SUBSCRIPTION_STATE'],
    rateLimit: 'write',
  }),
  resume: endpoint({
    method: 'POST',
    path: '/subscriptions/:id/resume',
    summary: 'Take a cancellation back before the end: it is renewed again',
    access: session,
    params,
    query: languageQuery,
    response: subscriptionSchema,
    errors: ['NOT_FOUND', 'SUBSCRIPTION_STATE'],
    rateLimit: 'write',
  }),
  agree: endpoint({
    method: 'POST',
    path: '/subscriptions/:id/agree',
    summary: 'Agree to a higher price: it is charged from the next payment on',
    access: session,
    params,
    query: languageQuery,
    body: z.strictObject({ expectedTotalMinor: minor }),
    response: subscriptionSchema,
    errors: ['NOT_FOUND', 'SUBSCRIPTION_STATE', 'PRICE_CHANGED'],
    rateLimit: 'write',
  }),
  pay: endpoint({
    method: 'POST',
    path: '/subscriptions/:id/pay',
    summary: 'Pay the next period now, with another card, which later renewals are charged to; the order that waits for it',
    access: session,
    params,
    query: languageQuery,
    body: z.strictObject({ expectedTotalMinor: minor }),
    response: orderSchema,
    errors: ['NOT_FOUND', 'SUBSCRIPTION_STATE', 'PRICE_CHANGED', 'PAYMENTS_OFF'],
    rateLimit: 'checkout',
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/account/channels/:slug/subscribers',
    summary: 'How many subscribe to an own channel, and what that is in a month',
    access: { kind: 'role', role: 'PRODUCER', owner: { resource: 'channel', param: 'slug' } },
    params: slugParams,
    response: subscribersSchema,
    errors: ['NOT_FOUND'],
  }),
} as const
