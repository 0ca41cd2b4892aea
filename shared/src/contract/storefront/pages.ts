import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { limits } from '../../limits.ts'
import { instant, languageQuery, pageOf, slugParams, slugSchema, exportFormat } from '../common.ts'
import { endpoint, strangersResponse } from '../endpoint.ts'
import { sectionPageSchema } from './shown-sections.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const
const idParams = z.strictObject({ id: z.uuid() })

export const pageAudienceSchema = z.enum(['everybody', 'journalists'])

export const pageRowSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: slugSchema,
    isPublished: z.boolean(),
    /** `journalists`: absent to everybody who is not marked as one (and no administrator). */
    audience: pageAudienceSchema,
    /** Draft that was saved last and is not shown yet. */
    hasDraft: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'PageRow' })
export type PageRowView = z.infer<typeof pageRowSchema>

export const placeName = z.string().trim().min(1).max(limits.channelTitleChars)
export const createPageBody = z.strictObject({
  name: placeName,
  /** Left out: made of the name. */
  slug: slugSchema.optional(),
  audience: pageAudienceSchema.default('everybody'),
})
export const updatePageBody = z
  .strictObject({ name: placeName, slug: slugSchema, isPublished: z.boolean(), audience: pageAudienceSchema })
  .partial()

/** Query of the tables of pages and entities. */
export const placesQuery = z.strictObject({
  search: z.string().trim().max(100).optional(),
  sort: z.enum(['name', 'updatedAt']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})

export const placesExportQuery = placesQuery
  .omit({ cursor: true, limit: true })
  .extend({ ...exportFormat.shape, language: languageSchema.optional() })

export const pages = {
  list: endpoint({
    method: 'GET',
    path: '/pages',
    summary: 'All pages, published or not',
    access: admin,
    query: placesQuery,
    response: pageOf(pageRowSchema).extend({ total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/manage/pages/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: admin,
    query: placesExportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  create: endpoint({
    method: 'POST',
    path: '/pages',
    summary: 'Make a page; it is seen by nobody until it is published',
    access: admin,
    body: createPageBody,
    response: pageRowSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  get: endpoint({
    method: 'GET',
    path: '/pages/:slug',
    summary: 'A published page; an address that it had before answers the present one',
    access: { kind: 'public' },
    cache: strangersResponse,
    params: slugParams,
    query: languageQuery,
    response: sectionPageSchema,
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/pages/:id',
    summary: 'Name, address, publication or audience; the former address leads to the new one',
    access: admin,
    params: idParams,
    body: updatePageBody,
    response: pageRowSchema,
    errors: ['NOT_FOUND', 'SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/pages/:id',
    summary: 'Delete a page with all its versions',
    access: admin,
    params: idParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
