import { z } from 'zod'
import { channelActNames, type ChannelAct } from '../../domain/channels.ts'
import { channelId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { channelStatusSchema } from '../../domain/states.ts'
import { isTaxId } from '../../domain/tax-id.ts'
import { limits } from '../../limits.ts'
import {
  countryCode,
  httpUrl,
  instant,
  languageQuery,
  pageOf,
  pageQuery,
  slugParams,
  slugSchema,
  translationsOf,
  exportFormat,
} from '../common.ts'
import { endpoint, sharedResponse, strangersResponse } from '../endpoint.ts'
import { categoryRefSchema } from './products.ts'

export const channelLinkKinds = ['website', 'youtube', 'instagram', 'facebook', 'twitter', 'spotify'] as const
export type ChannelLinkKind = (typeof channelLinkKinds)[number]
const shownLink = z.string().nullable()
const shownLinks = z.object({
  website: shownLink,
  youtube: shownLink,
  instagram: shownLink,
  facebook: shownLink,
  twitter: shownLink,
  spotify: shownLink,
})

export const channelSchema = z
  .object({
    id: channelId,
    slug: slugSchema,
    title: z.string(),
    shortDescription: z.string(),
    businessName: z.string().nullable(),
    /** The channel's main category (CAT-100). */
    classification: categoryRefSchema.nullable(),
    tags: z.array(z.string()),
    status: channelStatusSchema,
    /** The logo, else the profile picture. */
    logoUrl: z.string().nullable(),
    /** The profile picture, else the logo. */
    profileUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    links: shownLinks,
    marketplaceUrl: z.string().nullable(),
  })
  .meta({ id: 'Channel' })
export type Channel = z.infer<typeof channelSchema>

const allowed = z.object({
  edit: z.boolean(),
  /** The address: only until the channel was public for the first time. */
  rename: z.boolean(),
  ...(Object.fromEntries(channelActNames.map((act) => [act, z.boolean()])) as Record<ChannelAct, z.ZodBoolean>),
})

/** A channel as its owner and staff see it in a list. */
export const ownChannelSchema = channelSchema
  .extend({
    owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
    /** Every product in it, published or not. */
    products: z.int(),
    createdAt: instant,
    statusChangedAt: instant,
    /** While it waits for staff. */
    review: z.object({ requestedAt: instant, dueAt: instant, overdue: z.boolean() }).nullable(),
    /** Acts that this caller may do with the channel now. */
    allowed,
  })
  .meta({ id: 'OwnChannel' })
export type OwnChannel = z.infer<typeof ownChannelSchema>

export const channelRevisionSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
    requestedAt: instant,
    /** When its organizer accepted to own the content and to answer to copyright societies. */
    rightsAcceptedAt: instant,
    decidedAt: instant.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ChannelRevision' })

const picture = z.object({ id: z.uuid(), url: z.string() }).nullable()

/** Everything of a channel: answered to its owner and to administrators only. */
export const ownChannelDetailSchema = ownChannelSchema
  .extend({
    /** The language that the description is written in; it is answered as written, whoever reads. */
    language: languageSchema,
    translations: translationsOf({ shortDescription: z.string() }),
    /** Reason that staff gave for rejecting, suspending or banning the channel. */
    statusReason: z.string().nullable(),
    subscription: z.object({
      active: z.boolean(),
      netMinor: z.int(),
      taxBasisPoints: z.int(),
      currency: z.string(),
      /** Price of a month for a subscriber. */
      totalMinor: z.int(),
    }),
    /** The platform's subscription opens what the channel sells. */
    inPlatformSubscription: z.boolean(),
    billing: z.object({
      nif: z.string().nullable(),
      prefix: z.string().nullable(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string().nullable(),
      iban: z.string().nullable(),
    }),
    images: z.object({ logo: picture, profile: picture, cover: picture }),
    /** Requests for publication, the latest first. */
    revisions: z.array(channelRevisionSchema),
  })
  .meta({ id: 'OwnChannelDetail' })
export type OwnChannelDetail = z.infer<typeof ownChannelDetailSchema>

const billingText = z.string().trim().min(1).max(200).nullable()
/** The eight fields go together: the tax number is checked by its country, and the IBAN by its own check number. */
export const channelBilling = z
  .strictObject({
    nif: z.string().trim().min(1).max(40).nullable(),
    prefix: z
      .string()
      .regex(/^\+?\d{1,4}$/)
      .nullable(),
    phone: z
      .string()
      .regex(/^[0-9 ]{4,20}$/)
      .nullable(),
    address: billingText,
    city: billingText,
    postalCode: z.string().trim().min(1).max(20).nullable(),
    country: countryCode.nullable(),
    /** With or without blanks; kept without. */
    iban: z.string().trim().min(5).max(60).nullable(),
  })
  .refine(({ nif, country }) => nif === null || isTaxId(nif, country), {
    path: ['nif'],
    message: 'is no tax number of this country',
    params: { rule: 'invalid_format' },
  })

const channelFields = {
  title: z.string().trim().min(1).max(limits.channelTitleChars),
  slug: slugSchema,
  shortDescription: z.string().trim().max(limits.channelShortDescriptionChars),
  translations: translationsOf({ shortDescription: z.string().trim().max(limits.channelShortDescriptionChars) }),
  businessName: z.string().trim().max(limits.titleChars).nullable(),
  /** Slug of a category. */
  classification: slugSchema.nullable(),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  links: z.strictObject({
    website: httpUrl.nullable(),
    youtube: httpUrl.nullable(),
    instagram: httpUrl.nullable(),
    facebook: httpUrl.nullable(),
    twitter: httpUrl.nullable(),
    spotify: httpUrl.nullable(),
  }),
}
const noLinks = { website: null, youtube: null, instagram: null, facebook: null, twitter: null, spotify: null }

export const channelSubscription = z
  .strictObject({
    active: z.boolean(),
    netMinor: z.int().min(0).max(100_000_00),
    taxBasisPoints: z.int().min(0).max(10_000),
  })
  .refine(({ active, netMinor }) => !active || netMinor > 0, {
    path: ['netMinor'],
    message: 'must be greater than 0',
    params: { rule: 'greater_than_zero' },
  })

export const createChannelBody = z.strictObject({
  title: channelFields.title,
  /** Made from the title where it is left out. */
  slug: channelFields.slug.optional(),
  shortDescription: channelFields.shortDescription.default(''),
  /** The language that the description is written in. */
  language: languageSchema.default('es'),
  translations: channelFields.translations.default({}),
  businessName: channelFields.businessName.default(null),
  classification: channelFields.classification.default(null),
  tags: channelFields.tags.default([]),
  links: channelFields.links.default(noLinks),
})

export const updateChannelBody = z
  .strictObject({
    ...channelFields,
    /**
     * The language that the description is written in. Where another one is given, the words count as written in it,
     * and the translation into it is dropped unless `translations` are given too.
     */
    language: languageSchema,
    marketplaceUrl: httpUrl.nullable(),
    subscription: channelSubscription,
    inPlatformSubscription: z.boolean(),
    billing: channelBilling,
    /** Pictures that the caller uploaded. */
    logoImageId: z.uuid().nullable(),
    profileImageId: z.uuid().nullable(),
    coverImageId: z.uuid().nullable(),
    /**
     * The state that the caller saw. It is never set here: only the acts below change it, and another one than the
     * present is refused.
     */
    status: channelStatusSchema,
  })
  .partial()

const channelFilters = {
  /** Words of title, business name or owner. */
  search: z.string().trim().max(200).optional(),
  status: channelStatusSchema.optional(),
  category: slugSchema.optional(),
  /** Waits for staff longer than `limits.channelReviewMs`. */
  overdue: z.enum(['true', 'false']).optional(),
  /** attention: those that wait for staff first, the oldest request at the top; the others by their latest change. */
  sort: z.enum(['attention', 'title', 'owner', 'status', 'products', 'createdAt']).default('attention'),
  order: z.enum(['asc', 'desc']).default('asc'),
}
export const ownChannelsQuery = z.strictObject({
  ...channelFilters,
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
  ...languageQuery.shape,
})

const producer = { kind: 'role', role: 'PRODUCER' } as const
const admin = { kind: 'role', role: 'ADMIN' } as const
const ownedChannel = { kind: 'role', role: 'PRODUCER', owner: { resource: 'channel', param: 'slug' } } as const
const withReason = z.strictObject({ reason: z.string().trim().min(1).max(2000) })

/** Acts of staff: the state decides whether they lead anywhere. */
function staffAct<B extends z.ZodObject | undefined = undefined>(path: `/channels/:slug/${string}`, summary: string, body?: B) {
  return endpoint({
    method: 'POST',
    path,
    summary,
    access: admin,
    params: slugParams,
    body,
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND', 'CHANNEL_STATE'],
    rateLimit: 'write',
  })
}

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/channels',
    summary: 'Published channels by title; `q` searches titles, tags and descriptions without accents',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: pageQuery.extend({ q: z.string().trim().min(1).max(100).optional() }),
    response: pageOf(channelSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/channels/:slug',
    summary: 'A published channel; its owner and administrators see it in every state',
    access: { kind: 'public' },
    cache: strangersResponse,
    params: slugParams,
    query: languageQuery,
    response: channelSchema,
    errors: ['NOT_FOUND'],
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/account/channels',
    summary: "The organizer's own channels (an administrator's: everybody's), filtered, sorted and paged by the server",
    access: producer,
    query: ownChannelsQuery,
    response: pageOf(ownChannelSchema).extend({ total: z.int() }),
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/account/channels/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: producer,
    query: z.strictObject({ ...channelFilters, ...exportFormat.shape }),
    produces: 'file',
    rateLimit: 'export',
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/channels/:slug',
    summary: 'An own channel with everything, billing included',
    access: ownedChannel,
    params: slugParams,
    query: languageQuery,
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/channels',
    summary: 'Create a channel as a draft',
    access: producer,
    body: createChannelBody,
    response: ownChannelDetailSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/channels/:slug',
    summary: 'Change an own channel; what is left out stays',
    access: ownedChannel,
    params: slugParams,
    body: updateChannelBody,
    stepUp: { fields: ['billing'] },
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND', 'CHANNEL_STATE', 'SLUG_TAKEN', 'SUBSCRIPTIONS_OFF'],
    rateLimit: 'write',
  }),
  requestPublication: endpoint({
    method: 'POST',
    path: '/channels/:slug/request-publication',
    summary:
      'Ask staff to publish the channel: draft or private → revision; the owner accepts to own the content and to answer for its rights',
    access: ownedChannel,
    params: slugParams,
    body: z.strictObject({ rightsAccepted: z.literal(true) }),
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND', 'CHANNEL_STATE'],
    rateLimit: 'write',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/channels/:slug/withdraw',
    summary: 'Take the request back: revision → draft',
    access: ownedChannel,
    params: slugParams,
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND', 'CHANNEL_STATE'],
    rateLimit: 'write',
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/channels/:slug/deactivate',
    summary: 'Take a published channel off: published → draft or private, which only its owner and administrators see',
    access: ownedChannel,
    params: slugParams,
    body: z.strictObject({ to: z.enum(['draft', 'private']) }),
    response: ownChannelDetailSchema,
    errors: ['NOT_FOUND', 'CHANNEL_STATE'],
    rateLimit: 'write',
  }),
  approve: staffAct('/channels/:slug/approve', 'revision → published; a mail says so'),
  reject: staffAct('/channels/:slug/reject', 'revision → draft; a mail tells the reason', withReason),
  suspend: staffAct('/channels/:slug/suspend', 'published → deactivated by staff; what is on air ends', withReason),
  ban: staffAct('/channels/:slug/ban', 'Any state → banned: closed to its owner; what is on air ends', withReason),
  reinstate: staffAct('/channels/:slug/reinstate', 'banned or deactivated → draft; publishing again needs a new request'),
} as const
