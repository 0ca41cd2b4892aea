import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { categorySchema } from './categories.ts'
import { slugSchema } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { listedProductSchema } from './products.ts'

export const searchKinds = ['product', 'channel', 'speaker', 'page'] as const
export const searchKindSchema = z.enum(searchKinds)
export type SearchKind = z.infer<typeof searchKindSchema>

/** Letters and digits count, blanks and signs do not: '  a b ' is two letters. */
export function lettersOf(keyword: string): number {
  return keyword.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
export const isLongEnough = (keyword: string): boolean => lettersOf(keyword) >= limits.searchMinChars

export const searchHitSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('product'), product: listedProductSchema }),
    z.object({
      kind: z.literal('channel'),
      channel: z.object({
        slug: slugSchema,
        title: z.string(),
        shortDescription: z.string(),
        logoUrl: z.string().nullable(),
        coverUrl: z.string().nullable(),
      }),
    }),
    z.object({
      kind: z.literal('speaker'),
      speaker: z.object({ slug: slugSchema, name: z.string(), title: z.string(), imageUrl: z.string().nullable() }),
    }),
    z.object({ kind: z.literal('page'), page: z.object({ slug: slugSchema, name: z.string() }) }),
  ])
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHitSchema>

/**
 * How many results each further choice would leave. Each list ignores its own filter, so that another choice of it
 * stays visible.
 */
export const searchFacetsSchema = z
  .object({
    kinds: z.array(z.object({ kind: searchKindSchema, count: z.int() })),
    types: z.array(z.object({ type: productTypeSchema, count: z.int() })),
    categories: z.array(categorySchema),
  })
  .meta({ id: 'SearchFacets' })
export type SearchFacets = z.infer<typeof searchFacetsSchema>

export const searchQuery = z
  .strictObject({
    keyword: z
      .string()
      .trim()
      .min(limits.searchMinChars)
      .max(limits.searchMaxChars)
      .refine(isLongEnough, { message: 'needs at least 3 letters' })
      .optional(),
    kind: searchKindSchema.optional(),
    type: productTypeSchema.optional(),
    category: slugSchema.optional(),
    channel: slugSchema.optional(),
    cursor: z.string().max(512).optional(),
    language: languageSchema.optional(),
  })
  .refine((query) => query.keyword !== undefined || query.category !== undefined, {
    path: ['keyword'],
    message: 'needs a keyword or a category',
  })

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'Published products, channels, speakers and pages, best match first, 20 per page. Case and accents do not count and slips of the keyboard are forgiven; without a keyword the newest products of a category',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: searchQuery,
    response: z.object({
      items: z.array(searchHitSchema),
      nextCursor: z.string().nullable(),
      total: z.int(),
      facets: searchFacetsSchema,
    }),
  }),
} as const
