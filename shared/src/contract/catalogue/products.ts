import { z } from 'zod'
import { bundlePartStates } from '../../domain/bundles.ts'
import { eventStates, saleStates } from '../../domain/event-state.ts'
import { productId, sessionId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { moneySchema } from '../../domain/money.ts'
import { productPlanSchema, productStatusSchema, productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { instant, languageQuery, pageOf, pageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint, sharedResponse, strangersResponse } from '../endpoint.ts'
import { plainFieldsIn, plainAnswerShape } from './plain-fields.ts'

/**
 * A date of an event. Stored in UTC; `timezone` (Europe/Madrid) is the zone it was entered in and is shown beside the
 * viewer's own.
 */
export const productSessionSchema = z
  .object({ id: sessionId, startsAt: instant, endsAt: instant, timezone: z.string() })
  .meta({ id: 'ProductSession' })
export type ProductSession = z.infer<typeof productSessionSchema>

export const eventStateSchema = z.enum(eventStates)

/**
 * State of a product's event now, its date, and the instant at which time alone changes it (ask again then). The server
 * computes it, once for every screen.
 */
export const eventSchema = z
  .object({ state: eventStateSchema, session: productSessionSchema.nullable(), changesAt: instant.nullable() })
  .meta({ id: 'ProductEvent' })
export type ProductEvent = z.infer<typeof eventSchema>

/** A date with what it is, whatever the others are. */
export const statedSessionSchema = productSessionSchema
  .extend({ state: eventStateSchema, changesAt: instant.nullable() })
  .meta({ id: 'StatedSession' })
export type StatedSession = z.infer<typeof statedSessionSchema>

/** A date that was called off or moved; calendars that hold it are told. */
export const changedSessionSchema = productSessionSchema
  .extend({ state: z.enum(['cancelled', 'rescheduled']), movedToId: sessionId.nullable(), note: z.string() })
  .meta({ id: 'ChangedSession' })

/** A speaker as a product, a form or a picker names one. */
export const speakerRefSchema = z
  .object({ id: z.uuid(), slug: slugSchema, name: z.string(), title: z.string(), imageUrl: z.string().nullable() })
  .meta({ id: 'SpeakerRef' })
export type SpeakerRef = z.infer<typeof speakerRefSchema>

export const channelRefSchema = z.object({ slug: slugSchema, title: z.string(), logoUrl: z.string().nullable() }).meta({ id: 'ChannelRef' })
export const categoryRefSchema = z.object({ slug: slugSchema, title: z.string() }).meta({ id: 'CategoryRef' })

/**
 * open: may be got now. not_open / ended: outside the sale window, or over with nothing to watch. unpublished: only its
 * owner sees it.
 */
export const saleStateSchema = z.enum(saleStates)

/**
 * Product in a list: what its card shows, and the instants after which to ask again. Texts are in the language of the
 * request.
 */
export const listedProductSchema = z
  .object({
    id: productId,
    slug: slugSchema,
    title: z.string(),
    channel: channelRefSchema.pick({ slug: true, title: true }),
    type: productTypeSchema,
    /** Price for the buyer now, tax included; null when free. */
    price: moneySchema.nullable(),
    offerEndsAt: instant.nullable(),
    /** 16:9 with lettering. */
    posterUrl: z.string().nullable(),
    category: z.string().nullable(),
    group: z.string().nullable(),
    /** Null for what has no dates. */
    event: eventSchema.extend({ session: productSessionSchema.pick({ startsAt: true, timezone: true }).nullable() }).nullable(),
    viewers: z.int().nullable(),
    durationMs: z.int().nullable(),
    saleState: saleStateSchema,
    /** Pieces or seats that are left, once they are few (`limits.fewLeft`); null while there are more, or none. */
    left: z.int().nullable(),
  })
  .meta({ id: 'ListedProduct' })
export type ListedProduct = z.infer<typeof listedProductSchema>

/** Product that stands by itself: in a hero, a ticket, an order. */
export const productCardSchema = listedProductSchema
  .extend({
    shortDescription: z.string(),
    channel: channelRefSchema,
    plan: productPlanSchema,
    /** Price outside the running offer; null while there is none. */
    regularPrice: moneySchema.nullable(),
    /** 16:9 without lettering, for heroes and stages. */
    heroUrl: z.string().nullable(),
    labels: z.array(z.string()),
    languages: z.array(languageSchema),
    event: eventSchema.nullable(),
    /** The date of `event` while it runs or is still to come. */
    nextSession: productSessionSchema.nullable(),
    /** The show runs (`event.state` is on_air or interrupted). */
    onAir: z.boolean(),
  })
  .meta({ id: 'ProductCard' })
export type ProductCard = z.infer<typeof productCardSchema>

export const productDetailSchema = productCardSchema
  .extend({
    ...plainAnswerShape(plainFieldsIn('page')),
    status: productStatusSchema,
    description: z.string(),
    /** The price now in its parts; null when free. */
    priceParts: z
      .object({ net: moneySchema, tax: moneySchema, fee: moneySchema.nullable(), gross: moneySchema, taxBasisPoints: z.int() })
      .nullable(),
    categories: z.array(categoryRefSchema),
    speakers: z.array(speakerRefSchema),
    secondaryImageUrl: z.string().nullable(),
    adBannerUrl: z.string().nullable(),
    /** One that was uploaded here: `GET /products/:slug/trailer` plays it. */
    hasTrailer: z.boolean(),
    /** Address of a player elsewhere; of what is not free, told to whoever may watch. */
    url: z.string().nullable(),
    sessions: z.array(statedSessionSchema),
    changedSessions: z.array(changedSessionSchema),
    /** When time alone opens or closes the sale: ask again then. */
    saleChangesAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    /** Physical goods: the shipping price of one, tax included. */
    shipping: moneySchema.nullable(),
    /** Null where nothing comes with it. An inactive bundle is not sold. */
    bundleState: z.enum(['active', 'inactive']).nullable(),
    /** Products of an active bundle, in its order, each with what it is to the caller. */
    bundle: z.array(productCardSchema.extend({ part: z.enum(bundlePartStates) })),
    /**
     * Bundles: the price of the included parts bought one by one, what the bundle saves, and what is deducted for parts
     * that are not included. `price` is the caller's, after the deduction.
     */
    bundlePrice: z.object({ separately: moneySchema, saves: moneySchema, deducted: moneySchema }).nullable(),
    /** Every language this product's texts exist in. */
    translations: z.array(z.object({ language: languageSchema, title: z.string() })),
    /** The caller's ticket. */
    owned: z.boolean(),
    /** The module of its type is switched off: nobody can open it, whoever has it. */
    isSwitchedOff: z.boolean(),
    /** subscribe: its channel's subscription opens it, and is offered now. */
    allowed: z.object({ getTicket: z.boolean(), buy: z.boolean(), subscribe: z.boolean(), watch: z.boolean(), goLive: z.boolean() }),
  })
  .meta({ id: 'ProductDetail' })
export type ProductDetail = z.infer<typeof productDetailSchema>

export const accessCodeText = z
  .string()
  .trim()
  .min(10)
  .max(40)
  .regex(/^[\dA-Za-z-]+$/)

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'Published products, newest first; `q` searches titles and descriptions without accents',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: pageQuery.extend({
      type: productTypeSchema.optional(),
      channel: slugSchema.optional(),
      category: slugSchema.optional(),
      speaker: slugSchema.optional(),
      group: z.string().trim().min(1).max(120).optional(),
      q: z.string().trim().min(limits.searchMinChars).max(100).optional(),
    }),
    response: pageOf(listedProductSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:slug',
    summary: 'A product page; a valid `code` opens the page of a private product',
    access: { kind: 'public' },
    cache: { ...strangersResponse, except: ['code'] },
    params: slugParams,
    query: languageQuery.extend({ code: accessCodeText.optional() }),
    response: productDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  /** Asked for once somebody comes to it: it would be half of what a product page costs. */
  related: endpoint({
    method: 'GET',
    path: '/products/:slug/related',
    summary: 'Published products of the same channel, then of the same type; empty for a product that is not published',
    access: { kind: 'public' },
    cache: sharedResponse,
    params: slugParams,
    query: languageQuery,
    response: z.object({ items: z.array(listedProductSchema) }),
  }),
} as const

const savedSchema = z.object({ isSaved: z.boolean() })

/** Products that an account keeps for later. */
export const savedProducts = {
  list: endpoint({
    method: 'GET',
    path: '/saved-products',
    summary: 'Products that I saved, the latest first; without those that are not published any more',
    access: { kind: 'session' },
    query: languageQuery,
    response: z.object({ items: z.array(listedProductSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:slug/saved',
    summary: 'Whether I saved this product',
    access: { kind: 'session' },
    params: slugParams,
    response: savedSchema,
    errors: ['NOT_FOUND'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/products/:slug/saved',
    summary: 'Save a product for later, or no more',
    access: { kind: 'session' },
    params: slugParams,
    body: savedSchema.strict(),
    response: savedSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
