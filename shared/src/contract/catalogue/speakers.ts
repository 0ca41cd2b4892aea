import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { limits } from '../../limits.ts'
import { httpUrl, instant, languageQuery, pageOf, slugParams, slugSchema, translationsOf, exportFormat } from '../common.ts'
import { speakerRefSchema } from './products.ts'
import { endpoint, sharedResponse, strangersResponse } from '../endpoint.ts'

const links = {
  instagram: httpUrl.nullable(),
  facebook: httpUrl.nullable(),
  twitter: httpUrl.nullable(),
  youtube: httpUrl.nullable(),
  linkedin: httpUrl.nullable(),
}

export const speakerSchema = speakerRefSchema
  .extend({
    bio: z.string(),
    links: z.object({
      instagram: z.string().nullable(),
      facebook: z.string().nullable(),
      twitter: z.string().nullable(),
      youtube: z.string().nullable(),
      linkedin: z.string().nullable(),
    }),
  })
  .meta({ id: 'Speaker' })
export type Speaker = z.infer<typeof speakerSchema>

/** A product (or a section of one's session) that names a speaker. */
export const speakerUseSchema = z.object({ slug: slugSchema, title: z.string(), channelSlug: slugSchema }).meta({ id: 'SpeakerUse' })

export const ownSpeakerRowSchema = speakerRefSchema
  .extend({
    owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
    products: z.int(),
    createdAt: instant,
    allowed: z.object({ edit: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'OwnSpeakerRow' })
export type OwnSpeakerRow = z.infer<typeof ownSpeakerRowSchema>

export const ownSpeakerSchema = ownSpeakerRowSchema
  .extend({
    bio: z.string(),
    /** The language that title and biography are written in; they are answered as written, whoever reads. */
    language: languageSchema,
    translations: translationsOf({ title: z.string(), bio: z.string() }),
    links: speakerSchema.shape.links,
    imageId: z.uuid().nullable(),
    /** Every product that names it, of whatever state; while there is one it cannot be deleted. */
    usedBy: z.array(speakerUseSchema),
  })
  .meta({ id: 'OwnSpeaker' })
export type OwnSpeaker = z.infer<typeof ownSpeakerSchema>

const fields = {
  name: z.string().trim().min(1).max(limits.speakerNameChars),
  title: z.string().trim().max(limits.speakerTitleChars),
  slug: slugSchema,
  bio: z.string().trim().max(limits.descriptionChars),
  translations: translationsOf({
    title: z.string().trim().max(limits.speakerTitleChars).default(''),
    bio: z.string().trim().max(limits.descriptionChars).default(''),
  }),
  /** A picture that the caller uploaded. */
  imageId: z.uuid().nullable(),
  links: z.strictObject(links),
}
const noLinks = { instagram: null, facebook: null, twitter: null, youtube: null, linkedin: null }

export const createSpeakerBody = z.strictObject({
  name: fields.name,
  title: fields.title.default(''),
  /** Made from the name where it is left out. */
  slug: fields.slug.optional(),
  bio: fields.bio.default(''),
  /** The language that title and biography are written in. */
  language: languageSchema.default('es'),
  translations: fields.translations.default({}),
  imageId: fields.imageId.default(null),
  links: fields.links.default(noLinks),
})
export const updateSpeakerBody = z
  .strictObject({
    ...fields,
    /**
     * The language that title and biography are written in. Where another one is given, the words count as written in
     * it, and the translation into it is dropped unless `translations` are given too.
     */
    language: languageSchema,
  })
  .partial()

const speakerFilters = {
  /** Words of the name or the title; in the list of an admin also of the owner. */
  search: z.string().trim().max(200).optional(),
  used: z.enum(['true', 'false']).optional(),
  sort: z.enum(['name', 'title', 'products', 'createdAt']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}
const position = {
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
}
export const ownSpeakersQuery = z.strictObject({ ...speakerFilters, ...position })

const producer = { kind: 'role', role: 'PRODUCER' } as const
const ownedSpeaker = { kind: 'role', role: 'PRODUCER', owner: { resource: 'speaker', param: 'id' } } as const
const idParams = z.strictObject({ id: z.uuid() })

export const speakers = {
  list: endpoint({
    method: 'GET',
    path: '/speakers',
    summary: 'Speakers that something public names, by name; `q` searches names and titles without accents',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: z.strictObject({ q: z.string().trim().min(1).max(100).optional(), ...position, ...languageQuery.shape }),
    response: pageOf(speakerRefSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/speakers/:slug',
    summary:
      'A speaker that something public names (their owner and staff see them anyway); their products are GET /speakers/:slug/products',
    access: { kind: 'public' },
    cache: strangersResponse,
    params: slugParams,
    query: languageQuery,
    response: speakerSchema,
    errors: ['NOT_FOUND'],
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/account/speakers',
    summary: "The organizer's own speakers (an admin's: everybody's), filtered, sorted and paged by the server",
    access: producer,
    query: ownSpeakersQuery,
    response: pageOf(ownSpeakerRowSchema).extend({ total: z.int() }),
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/account/speakers/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: producer,
    query: z.strictObject({ ...speakerFilters, ...exportFormat.shape }),
    produces: 'file',
    rateLimit: 'export',
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/speakers/:id',
    summary: 'An own speaker with where it is used',
    access: ownedSpeaker,
    params: idParams,
    response: ownSpeakerSchema,
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/speakers',
    summary: 'Create a speaker',
    access: producer,
    body: createSpeakerBody,
    response: ownSpeakerSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/speakers/:id',
    summary: 'Change an own speaker; what is left out stays',
    access: ownedSpeaker,
    params: idParams,
    body: updateSpeakerBody,
    response: ownSpeakerSchema,
    errors: ['NOT_FOUND', 'SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/speakers/:id',
    summary: 'Delete an own speaker that no product names; a refusal tells in `issues` which ones do',
    access: ownedSpeaker,
    params: idParams,
    errors: ['NOT_FOUND', 'SPEAKER_IN_USE'],
    rateLimit: 'write',
  }),
} as const
