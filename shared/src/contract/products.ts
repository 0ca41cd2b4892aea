import { z } from 'zod'
import { productId, sessionId } from '../domain/ids.ts'
import { languageSchema } from '../domain/language.ts'
import { moneySchema } from '../domain/money.ts'
import { productPlanSchema, productStatusSchema, productTypeSchema } from '../domain/states.ts'
import { limits } from '../limits.ts'
import { instant, languageQuery, pageOf, pageQuery, slugParams, slugSchema } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A date of an event. Stored in UTC; `timezone` (Europe/Madrid) is the zone it was entered in and is shown beside the viewer's own. */
export const productSessionSchema = z
  .object({ id: sessionId, startsAt: instant, endsAt: instant, timezone: z.string() })
  .meta({ id: 'ProductSession' })
export type ProductSession = z.infer<typeof productSessionSchema>

export const channelRefSchema = z.object({ slug: slugSchema, title: z.string(), logoUrl: z.string().nullable() }).meta({ id: 'ChannelRef' })

/** What a card in a rail or a list shows. Texts are in the language of the request. */
export const productCardSchema = z
  .object({
    id: productId,
    slug: slugSchema,
    title: z.string(),
    shortDescription: z.string(),
    channel: channelRefSchema,
    type: productTypeSchema,
    plan: productPlanSchema,
    /** What the buyer pays, tax included; null when free. */
    price: moneySchema.nullable(),
    /** 16:9 with lettering. */
    posterUrl: z.string().nullable(),
    /** 16:9 without lettering, for heroes and stages. */
    heroUrl: z.string().nullable(),
    category: z.string().nullable(),
    languages: z.array(languageSchema),
    nextSession: productSessionSchema.nullable(),
    onAir: z.boolean(),
    viewers: z.int().nullable(),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'ProductCard' })
export type ProductCard = z.infer<typeof productCardSchema>

/** open: may be got now. not_open / ended: outside the sale window. unpublished: only its owner sees it. */
export const saleStateSchema = z.enum(['open', 'not_open', 'ended', 'sold_out', 'unpublished'])

export const productDetailSchema = productCardSchema
  .extend({
    status: productStatusSchema,
    description: z.string(),
    priceNote: z.string().nullable(),
    tags: z.array(z.string()),
    productionYear: z.int().nullable(),
    productionCountry: z.string().nullable(),
    suggestedAge: z.enum(['all', '13+', '18+']),
    director: z.string().nullable(),
    speakers: z.array(z.object({ slug: slugSchema, name: z.string(), title: z.string(), imageUrl: z.string().nullable() })),
    trailerUrl: z.string().nullable(),
    sessions: z.array(productSessionSchema),
    saleState: saleStateSchema,
    saleStartsAt: instant.nullable(),
    saleEndsAt: instant.nullable(),
    /** Every language this product's texts exist in. */
    translations: z.array(z.object({ language: languageSchema, title: z.string() })),
    /** The caller's ticket. */
    owned: z.boolean(),
    allowed: z.object({ getTicket: z.boolean(), buy: z.boolean(), watch: z.boolean(), goLive: z.boolean() }),
    related: z.array(productCardSchema),
  })
  .meta({ id: 'ProductDetail' })
export type ProductDetail = z.infer<typeof productDetailSchema>

export const ownProductSchema = productCardSchema
  .extend({
    status: productStatusSchema,
    description: z.string(),
    sessions: z.array(productSessionSchema),
    channelApproved: z.boolean(),
    /** The running broadcast, as far as the studio must know to resume it. */
    broadcast: z.object({ state: z.enum(['on_air', 'interrupted']), startedAt: instant }).nullable(),
    allowed: z.object({ edit: z.boolean(), publish: z.boolean(), addSession: z.boolean(), goLive: z.boolean() }),
    /** Why going live is refused now; null when allowed. */
    goLiveRefusal: z
      .enum([
        'PRODUCT_NOT_PUBLISHED',
        'CHANNEL_NOT_APPROVED',
        'BROADCAST_NO_SESSION',
        'SESSION_FINISHED',
        'PRODUCT_NOT_LIVE',
        'BROADCAST_STATE',
      ])
      .nullable(),
  })
  .meta({ id: 'OwnProduct' })
export type OwnProduct = z.infer<typeof ownProductSchema>

const text = {
  title: z.string().trim().min(1).max(limits.titleChars),
  shortDescription: z.string().trim().max(limits.productShortDescriptionChars),
  description: z.string().trim().max(limits.descriptionChars),
}

const price = z.strictObject({
  netMinor: z.int().min(0).max(100_000_00),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  taxBasisPoints: z.int().min(0).max(10_000).default(2_100),
})

export const createProductBody = z.strictObject({
  channelSlug: slugSchema,
  title: text.title,
  slug: slugSchema.optional(),
  type: productTypeSchema,
  plan: productPlanSchema,
  price: price.nullable().default(null),
  shortDescription: text.shortDescription.default(''),
  description: text.description.default(''),
  language: languageSchema.default('es'),
  category: z.string().trim().max(80).nullable().default(null),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
})

export const updateProductBody = z
  .strictObject({
    ...text,
    type: productTypeSchema,
    plan: productPlanSchema,
    price: price.nullable(),
    category: z.string().trim().max(80).nullable(),
    tags: z.array(z.string().trim().min(1).max(40)).max(20),
    saleStartsAt: instant.nullable(),
    saleEndsAt: instant.nullable(),
  })
  .partial()

export const addSessionBody = z
  .strictObject({ startsAt: instant, endsAt: instant, timezone: z.string().max(60).default('Europe/Madrid') })
  .refine((body) => Date.parse(body.endsAt) > Date.parse(body.startsAt), { path: ['endsAt'], message: 'must be after startsAt' })

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const products = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    summary: 'Published products, newest first; `q` searches titles and descriptions without accents',
    access: { kind: 'public' },
    query: pageQuery.extend({
      type: productTypeSchema.optional(),
      channel: slugSchema.optional(),
      q: z.string().trim().min(limits.searchMinChars).max(100).optional(),
    }),
    response: pageOf(productCardSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/products/:slug',
    summary: 'A product page',
    access: { kind: 'public' },
    params: slugParams,
    query: languageQuery,
    response: productDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/account/products',
    summary: "The organizer's own products, next session first; `type=broadcast` is what the studio lists",
    access: { kind: 'role', role: 'PRODUCER' },
    query: pageQuery.extend({ type: productTypeSchema.optional(), channel: slugSchema.optional() }),
    response: pageOf(ownProductSchema),
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/products/:slug',
    summary: 'An own product',
    access: owned,
    params: slugParams,
    query: languageQuery,
    response: ownProductSchema,
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    summary: 'Create a product as a draft in an own channel',
    access: { kind: 'role', role: 'PRODUCER' },
    body: createProductBody,
    response: ownProductSchema,
    status: 201,
    errors: ['CHANNEL_REQUIRED', 'NOT_FOUND', 'SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products/:slug',
    summary: 'Change an own product; its type is frozen once it is published',
    access: owned,
    params: slugParams,
    body: updateProductBody,
    response: ownProductSchema,
    errors: ['NOT_FOUND', 'PRODUCT_FROZEN'],
    rateLimit: 'write',
  }),
  setTranslation: endpoint({
    method: 'PUT',
    path: '/products/:slug/translations/:language',
    summary: 'Texts of an own product in one language',
    access: owned,
    params: slugParams.extend({ language: languageSchema }),
    body: z.strictObject({
      title: text.title,
      shortDescription: text.shortDescription.default(''),
      description: text.description.default(''),
    }),
    response: ownProductSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  addSession: endpoint({
    method: 'POST',
    path: '/products/:slug/sessions',
    summary: 'Add a date; saved dates of a published product are frozen, new ones may be added',
    access: owned,
    params: slugParams,
    body: addSessionBody,
    response: ownProductSchema,
    status: 201,
    errors: ['NOT_FOUND', 'PRODUCT_NOT_LIVE', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  publish: endpoint({
    method: 'POST',
    path: '/products/:slug/publish',
    summary: 'Publish an own product, publicly or as private (access by code)',
    access: owned,
    params: slugParams,
    body: z.strictObject({ status: z.enum(['published', 'private']).default('published') }),
    response: ownProductSchema,
    errors: ['NOT_FOUND', 'CHANNEL_NOT_APPROVED', 'SESSION_REQUIRED', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
