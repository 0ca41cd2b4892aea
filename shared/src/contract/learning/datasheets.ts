import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { productStatusSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { httpUrl, instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { channelRefSchema } from '../catalogue/products.ts'
import { endpoint } from '../endpoint.ts'

const line = z.string().trim().max(limits.datasheetLineChars)
/** The abstract too: its recommended length is advice (`limits.descriptionRecommendedChars`). */
const text = z.string().trim().max(limits.descriptionChars)

/** Facts of one line, in the order in which they are shown. */
export const datasheetLines = [
  'author',
  'modality',
  'duration',
  'complexity',
  'time',
  'experience',
  'people',
  'money',
  'participants',
  'license',
] as const
export type DatasheetLine = (typeof datasheetLines)[number]
/** Texts of several paragraphs, in the order in which they are shown; line breaks are kept. */
export const datasheetTexts = ['abstract', 'resources', 'mechanisms', 'strategy', 'pedagogicalMethod', 'skills'] as const
export type DatasheetText = (typeof datasheetTexts)[number]

const testimonial = z.strictObject({
  name: z.string().trim().min(1).max(limits.datasheetLineChars),
  text: z.string().trim().min(1).max(limits.datasheetTestimonialChars),
})

/** Content of a datasheet, in the one language that its author wrote it in. Empty: not filled in. */
const content = {
  title: z.string().trim().min(1).max(limits.titleChars),
  author: line,
  abstract: text,
  modality: line,
  duration: line,
  complexity: line,
  relatedLinks: z.array(httpUrl).max(limits.datasheetLinks),
  license: line,
  resources: text,
  benefits: z.array(z.string().trim().min(1).max(limits.datasheetBenefitChars)).max(limits.datasheetBenefits),
  testimonials: z.array(testimonial).max(limits.datasheetTestimonials),
  time: line,
  experience: line,
  people: line,
  money: line,
  participants: line,
  mechanisms: text,
  strategy: text,
  pedagogicalMethod: text,
  skills: text,
}
export const datasheetContentSchema = z.object(content)
export type DatasheetContent = z.infer<typeof datasheetContentSchema>

/** Nothing filled in. */
export const emptyDatasheet: DatasheetContent = {
  title: '',
  ...(Object.fromEntries([...datasheetLines, ...datasheetTexts].map((name) => [name, ''])) as Record<
    DatasheetLine | DatasheetText,
    string
  >),
  relatedLinks: [],
  benefits: [],
  testimonials: [],
}

const versioned = {
  ...content,
  /** Counts the changes of its text, from 1 on. */
  version: z.number().int().min(1),
  updatedAt: instant,
}

export const datasheetSchema = z
  .object({
    ...versioned,
    product: z.object({
      slug: slugSchema,
      title: z.string(),
      status: productStatusSchema,
      channel: channelRefSchema,
      category: z.string().nullable(),
      posterUrl: z.string().nullable(),
      /** The language that the product was written in. */
      language: languageSchema,
    }),
  })
  .meta({ id: 'Datasheet' })
export type Datasheet = z.infer<typeof datasheetSchema>

/** Null: nothing was written yet. */
export const ownDatasheetSchema = z.object({ datasheet: z.object(versioned).nullable() }).meta({ id: 'OwnDatasheet' })
export type OwnDatasheet = z.infer<typeof ownDatasheetSchema>

/** Everything that may be left out of a new one. */
const optional = z.object(content).omit({ title: true }).partial().shape

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const entered = [
  'NOT_FOUND',
  'TICKET_REQUIRED',
  'TICKET_OF_SESSION',
  'SUBSCRIPTION_REQUIRED',
  'NOT_PURCHASABLE',
  'MODULE_INACTIVE',
] as const

export const datasheets = {
  get: endpoint({
    method: 'GET',
    path: '/datasheets/:slug',
    summary: 'A datasheet: of a free product for every account, of the others with a ticket or a subscription',
    access: { kind: 'session' },
    params: slugParams,
    query: languageQuery,
    response: datasheetSchema,
    errors: entered,
  }),
  download: endpoint({
    method: 'GET',
    path: '/datasheets/:slug/pdf',
    summary: 'The same datasheet as PDF, its headings in the language of the caller',
    access: { kind: 'session' },
    params: slugParams,
    query: languageQuery,
    produces: 'file',
    errors: entered,
    rateLimit: 'export',
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/products/:slug/datasheet',
    summary: 'The datasheet of an own product, for its form',
    access: owned,
    params: slugParams,
    response: ownDatasheetSchema,
    errors: ['NOT_FOUND', 'MODULE_INACTIVE'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/datasheets',
    summary: 'Write the datasheet of an own product of the type datasheet, which has none yet',
    access: { kind: 'role', role: 'PRODUCER' },
    body: z.strictObject({ productSlug: slugSchema, title: content.title, ...optional }),
    response: ownDatasheetSchema,
    status: 201,
    errors: ['NOT_FOUND', 'MODULE_INACTIVE', 'STATE_CONFLICT', 'DATASHEET_EXISTS'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/datasheets/:slug',
    summary: 'Change the datasheet of an own product; a published one keeps an abstract, resources or links',
    access: owned,
    params: slugParams,
    body: z.strictObject({
      title: content.title.optional(),
      ...optional,
      /** The version that was changed; EDIT_CONFLICT where somebody saved another one meanwhile. */
      version: z.number().int().min(1),
    }),
    response: ownDatasheetSchema,
    errors: ['NOT_FOUND', 'MODULE_INACTIVE', 'EDIT_CONFLICT', 'DATASHEET_EMPTY'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/datasheets/:slug',
    summary: 'Remove the datasheet of an own draft',
    access: owned,
    params: slugParams,
    errors: ['NOT_FOUND', 'MODULE_INACTIVE', 'PRODUCT_FROZEN'],
    rateLimit: 'write',
  }),
} as const
