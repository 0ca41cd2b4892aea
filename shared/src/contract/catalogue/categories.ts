import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { limits } from '../../limits.ts'
import { languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'

/**
 * A category as everybody sees it: its title in the language of the request and how many published products it holds.
 */
export const categorySchema = z.object({ slug: slugSchema, title: z.string(), count: z.int() }).meta({ id: 'Category' })
export type Category = z.infer<typeof categorySchema>

const categoryTitle = z.string().trim().min(1).max(limits.categoryTitleChars)
/** A title per language; at least one. Where a language is missing, the Spanish one or any other shows. */
const categoryTitles = z
  .strictObject({ es: categoryTitle.nullable(), en: categoryTitle.nullable(), pt: categoryTitle.nullable() })
  .partial()
  .refine((titles) => Object.values(titles).some((title) => title !== null && title !== undefined), { message: 'must have a title' })

export const managedCategorySchema = z
  .object({
    slug: slugSchema,
    titles: z.object({ es: z.string().nullable(), en: z.string().nullable(), pt: z.string().nullable() }),
    hidden: z.boolean(),
    /** Products in it, published or not. */
    products: z.int(),
    /** Number of those that everybody can see. */
    published: z.int(),
  })
  .meta({ id: 'ManagedCategory' })
export type ManagedCategory = z.infer<typeof managedCategorySchema>

const managed = z.object({ items: z.array(managedCategorySchema) })
const admin = { kind: 'role', role: 'ADMIN' } as const

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    summary: 'Shown categories in their order, with the number of published products; `empty=true` also those without any',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: z.strictObject({ language: languageSchema.optional(), empty: z.enum(['true', 'false']).optional() }),
    response: z.object({ items: z.array(categorySchema) }),
  }),
  listManaged: endpoint({
    method: 'GET',
    path: '/manage/categories',
    summary: 'Every category with its titles, hidden ones too',
    access: admin,
    query: languageQuery,
    response: managed,
  }),
  create: endpoint({
    method: 'POST',
    path: '/categories',
    summary: 'Add a category at the end of the order',
    access: admin,
    body: z.strictObject({ slug: slugSchema.optional(), titles: categoryTitles, hidden: z.boolean().default(false) }),
    response: managedCategorySchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/categories/:slug',
    summary: 'Rename, show or hide a category; a title of null takes that language away',
    access: admin,
    params: slugParams,
    body: z.strictObject({ titles: categoryTitles, hidden: z.boolean() }).partial(),
    response: managedCategorySchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  order: endpoint({
    method: 'PUT',
    path: '/categories/order',
    summary: 'Set the order of all categories',
    access: admin,
    body: z.strictObject({ slugs: z.array(slugSchema).min(1).max(limits.categories) }),
    response: managed,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/categories/:slug',
    summary: 'Remove a category; its products stay and lose it',
    access: admin,
    params: slugParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
