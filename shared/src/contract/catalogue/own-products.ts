import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { recordingId, sessionId } from '../../domain/ids.ts'
import { frozenFields, publishRules } from '../../domain/product-rules.ts'
import { productStatusSchema, productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { instant, languageQuery, pageOf, slugParams, slugSchema, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  addSessionBody,
  beginProductBody,
  cancelBody,
  createProductBody,
  metadataEntrySchema,
  rescheduleBody,
  translationBody,
  updateProductBody,
} from './product-fields.ts'
import { plainFieldsIn, plainAnswerShape } from './plain-fields.ts'
import { categoryRefSchema, changedSessionSchema, productCardSchema, statedSessionSchema, speakerRefSchema } from './products.ts'

/** An own product as a list shows it, and as the studio needs it. */
export const ownProductSchema = productCardSchema
  .extend({
    status: productStatusSchema,
    description: z.string(),
    sessions: z.array(statedSessionSchema),
    channelApproved: z.boolean(),
    /** Valid tickets of it. */
    tickets: z.int(),
    publishedAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
    /** Initial state of the studio's switch for recording. */
    recordsBroadcasts: z.boolean(),
    /** The running broadcast, as far as the studio must know to resume it. */
    broadcast: z.object({ state: z.enum(['on_air', 'interrupted']), startedAt: instant }).nullable(),
    /** Actions that a screen offers as buttons; the server refuses the others. */
    allowed: z.object({
      edit: z.boolean(),
      publish: z.boolean(),
      makePrivate: z.boolean(),
      addSession: z.boolean(),
      /** Saved dates may be changed or removed: while it is a draft. */
      changeSessions: z.boolean(),
      cancel: z.boolean(),
      generateCodes: z.boolean(),
      delete: z.boolean(),
      goLive: z.boolean(),
    }),
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

const pictureRef = z.object({ id: z.uuid(), url: z.string() })
const netPrice = z.object({ netMinor: z.int(), currency: z.string(), taxBasisPoints: z.int() })

/** Everything that its organizer may read or change of it; texts are those of `language`, the one it is written in. */
export const ownProductDetailSchema = ownProductSchema
  .extend({
    ...plainAnswerShape(plainFieldsIn('page', 'form')),
    /** Counts what its editors did to it; goes into If-Match. */
    revision: z.int(),
    language: languageSchema,
    /** Texts as they are stored, whatever language the request is in. */
    text: z.object({ title: z.string(), shortDescription: z.string(), description: z.string() }),
    translations: z.array(z.object({ language: languageSchema, title: z.string(), shortDescription: z.string(), description: z.string() })),
    /** The stored price, whether or not an offer runs; null when free or not given yet. */
    netPrice: netPrice.nullable(),
    offer: z.object({ netMinor: z.int(), taxBasisPoints: z.int(), startsAt: instant, endsAt: instant }).nullable(),

    image: pictureRef.nullable(),
    secondaryImage: pictureRef.nullable(),
    heroImage: pictureRef.nullable(),
    adBanner: pictureRef.nullable(),
    /** Uploaded video: its own address, the address of its playlist, and its etag. The upload writes them. */
    sourceVideoUrl: z.string().nullable(),
    playbackUrl: z.string().nullable(),
    etag: z.string().nullable(),

    categories: z.array(categoryRefSchema),
    speakers: z.array(speakerRefSchema),

    changedSessions: z.array(changedSessionSchema),
    /** How often its dates may still be moved within the 24 hours that end now. */
    movesLeft: z.int().min(0),
    bundleProductIds: z.array(z.uuid()),
    bundleProducts: z.array(z.object({ id: z.uuid(), slug: slugSchema, title: z.string() })),
    /** Null where nothing comes with it. An inactive bundle is not sold. */
    bundleState: z.enum(['active', 'inactive']).nullable(),
    metadata: z.array(metadataEntrySchema),
    shippingNetMinor: z.int().nullable(),

    /** Every rule of publishing and whether it holds now, before it bites. */
    publishChecklist: z.array(z.object({ rule: z.enum(publishRules), ok: z.boolean() })),
    /** Fields that cannot change any more. */
    frozen: z.array(z.enum(frozenFields)),
  })
  .meta({ id: 'OwnProductDetail' })
export type OwnProductDetail = z.infer<typeof ownProductDetailSchema>

/** Filters and orders of a table of products, for the list and for its exports. */
export const productFilters = {
  /** Words of the title, its translations or the slug, as typed so far. */
  q: z.string().trim().max(100).optional(),
  type: productTypeSchema.optional(),
  status: productStatusSchema.optional(),
  channel: slugSchema.optional(),
  sort: z.enum(['nextSession', 'createdAt', 'updatedAt', 'publishedAt', 'title', 'price', 'tickets']).default('nextSession'),
  /** `nextSession` ascending puts the next date first; products without a date stand last in both orders. */
  order: z.enum(['asc', 'desc']).default('asc'),
}
const position = {
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
  language: languageSchema.optional(),
}
export const ownProductsQuery = z.strictObject({ ...productFilters, ...position })
export const productExportQuery = z.strictObject({ ...productFilters, ...exportFormat.shape, language: languageSchema.optional() })

const producer = { kind: 'role', role: 'PRODUCER' } as const
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const sessionParams = slugParams.extend({ sessionId })

export const ownProducts = {
  listOwn: endpoint({
    method: 'GET',
    path: '/account/products',
    summary: "The organizer's own products, next session first; `type=broadcast` is what the studio lists",
    access: producer,
    query: ownProductsQuery,
    response: pageOf(ownProductSchema).extend({ total: z.int() }),
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/account/products/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: producer,
    query: productExportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/products/:slug',
    summary: 'An own product with everything that its form shows',
    access: owned,
    params: slugParams,
    query: languageQuery,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/account/products',
    summary: 'Keep what has a title as a draft, before everything that a product needs is there',
    access: producer,
    body: beginProductBody,
    response: ownProductDetailSchema,
    status: 201,
    errors: ['CHANNEL_REQUIRED', 'NOT_FOUND', 'SLUG_TAKEN', 'TYPE_NOT_AVAILABLE', 'FAKE_LIVE_BY_SUPPORT', 'PAID_CONTENT_OFF'],
    rateLimit: 'write',
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    summary: 'Create a product as a draft in an own channel',
    access: producer,
    body: createProductBody,
    response: ownProductDetailSchema,
    status: 201,
    errors: ['CHANNEL_REQUIRED', 'NOT_FOUND', 'SLUG_TAKEN', 'TYPE_NOT_AVAILABLE', 'FAKE_LIVE_BY_SUPPORT', 'PAID_CONTENT_OFF'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/products/:slug',
    summary:
      'Change an own product; type, channel and slug are frozen once it is published, and it never becomes a draft again. With If-Match (its revision) somebody else’s newer change is not overwritten',
    access: owned,
    params: slugParams,
    body: updateProductBody,
    response: ownProductDetailSchema,
    errors: [
      'PAID_CONTENT_OFF',
      'NOT_FOUND',
      'EDIT_CONFLICT',
      'SLUG_TAKEN',
      'PRODUCT_FROZEN',
      'TYPE_NOT_AVAILABLE',
      'FAKE_LIVE_BY_SUPPORT',
      'CHANNEL_NOT_APPROVED',
      'SESSION_REQUIRED',
      'STATE_CONFLICT',
    ],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug',
    summary: 'Delete a draft',
    access: owned,
    params: slugParams,
    errors: ['NOT_FOUND', 'PRODUCT_FROZEN'],
    rateLimit: 'write',
  }),
  setTranslation: endpoint({
    method: 'PUT',
    path: '/products/:slug/translations/:language',
    summary: 'Texts of an own product in one language',
    access: owned,
    params: slugParams.extend({ language: languageSchema }),
    body: translationBody,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  removeTranslation: endpoint({
    method: 'DELETE',
    path: '/products/:slug/translations/:language',
    summary: 'Take back the texts of one language; those of its own language stay',
    access: owned,
    params: slugParams.extend({ language: languageSchema }),
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  setMetadata: endpoint({
    method: 'PUT',
    path: '/products/:slug/metadata',
    summary: 'All metadata of an own product, in their order; the exportable ones are columns of the sales download',
    access: owned,
    params: slugParams,
    body: z.strictObject({ metadata: z.array(metadataEntrySchema).max(30) }),
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  publish: endpoint({
    method: 'POST',
    path: '/products/:slug/publish',
    summary: 'Publish an own product, publicly or as private (access by code)',
    access: owned,
    params: slugParams,
    body: z.strictObject({ status: z.enum(['published', 'private']).default('published') }),
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'CHANNEL_NOT_APPROVED', 'SESSION_REQUIRED', 'STATE_CONFLICT', 'PAID_CONTENT_OFF'],
    rateLimit: 'write',
  }),
  addSession: endpoint({
    method: 'POST',
    path: '/products/:slug/sessions',
    summary: 'Add a date; saved dates of a published product are frozen, new ones may be added',
    access: owned,
    params: slugParams,
    body: addSessionBody,
    response: ownProductDetailSchema,
    status: 201,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'PRODUCT_NOT_LIVE', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  changeSession: endpoint({
    method: 'PATCH',
    path: '/products/:slug/sessions/:sessionId',
    summary: 'Change a date of a draft',
    access: owned,
    params: sessionParams,
    body: addSessionBody,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'PRODUCT_FROZEN', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  removeSession: endpoint({
    method: 'DELETE',
    path: '/products/:slug/sessions/:sessionId',
    summary: 'Take a date of a draft away',
    access: owned,
    params: sessionParams,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'PRODUCT_FROZEN'],
    rateLimit: 'write',
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/products/:slug/sessions/:sessionId/reschedule',
    summary: 'Move a date of a published product: a new one takes its place and ticket holders are told',
    access: owned,
    params: sessionParams,
    body: rescheduleBody,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'BROADCAST_STATE', 'MOVE_LIMIT'],
    rateLimit: 'write',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/products/:slug/cancel',
    summary: 'Call off a date, or the whole published product: sales end and ticket holders are told',
    access: owned,
    params: slugParams,
    body: cancelBody,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'BROADCAST_STATE'],
    rateLimit: 'write',
  }),
  recordingToVod: endpoint({
    method: 'POST',
    path: '/recordings/:id/vod',
    summary: "Make a draft of type vod from a finished recording, in the live's channel, with its pictures, texts and speakers",
    access: producer,
    params: z.strictObject({ id: recordingId }),
    response: ownProductDetailSchema,
    status: 201,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
