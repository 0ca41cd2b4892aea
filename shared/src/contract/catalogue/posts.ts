import { z } from 'zod'
import { productId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { moneySchema } from '../../domain/money.ts'
import { postDocumentSchema } from '../../domain/post-document.ts'
import { productPlanSchema, productStatusSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { channelRefSchema, listedProductSchema, speakerRefSchema } from './products.ts'

/** Public facts of a post; nothing here is taken from its text. */
export const postTeaserSchema = z
  .object({
    id: productId,
    slug: slugSchema,
    title: z.string(),
    /** Written by its author to be read by everybody; the short description where there is none. */
    excerpt: z.string(),
    channel: channelRefSchema,
    authors: z.array(speakerRefSchema),
    posterUrl: z.string().nullable(),
    heroUrl: z.string().nullable(),
    category: z.string().nullable(),
    status: productStatusSchema,
    plan: productPlanSchema,
    subscriptionOnly: z.boolean(),
    /** Price for the reader, tax included; null when free. */
    price: moneySchema.nullable(),
    publishedAt: instant.nullable(),
    updatedAt: instant.nullable(),
    readingMinutes: z.int().nullable(),
    words: z.int().nullable(),
    /** The language of the text that would be shown; null where none was written. */
    language: languageSchema.nullable(),
    languages: z.array(languageSchema),
    /** Title and description for search engines (CAT-033); null: the post's own. */
    seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
    related: z.array(listedProductSchema),
  })
  .meta({ id: 'PostTeaser' })
export type PostTeaser = z.infer<typeof postTeaserSchema>

/** The whole post, for those entitled to it. `html` was sanitised by the server. */
export const postSchema = postTeaserSchema.extend({ html: z.string() }).meta({ id: 'Post' })
export type Post = z.infer<typeof postSchema>

export const postBodySchema = z
  .object({
    language: languageSchema,
    document: postDocumentSchema,
    excerpt: z.string(),
    words: z.int(),
    readingMinutes: z.int(),
    updatedAt: instant,
  })
  .meta({ id: 'PostBody' })
export type PostBody = z.infer<typeof postBodySchema>

export const ownPostSchema = z.object({ slug: slugSchema, bodies: z.array(postBodySchema) }).meta({ id: 'OwnPost' })
export type OwnPost = z.infer<typeof ownPostSchema>

export const savePostBody = z.strictObject({
  language: languageSchema,
  document: postDocumentSchema,
  /** Read by everybody, also by those who have not paid. */
  excerpt: z.string().trim().max(limits.postExcerptChars).default(''),
})

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const posts = {
  get: endpoint({
    method: 'GET',
    path: '/posts/:slug',
    summary: 'A post with its text: free ones for every account, the others with a ticket or a subscription',
    access: { kind: 'session' },
    params: slugParams,
    query: languageQuery,
    response: postSchema,
    errors: ['NOT_FOUND', 'TICKET_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_PURCHASABLE'],
  }),
  teaser: endpoint({
    method: 'GET',
    path: '/posts/:slug/teaser',
    summary: 'What everybody may know of a post: title, excerpt, price and length, no word of its text',
    access: { kind: 'public' },
    params: slugParams,
    query: languageQuery,
    response: postTeaserSchema,
    errors: ['NOT_FOUND'],
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/account/products/:slug/post',
    summary: 'The texts of an own post in every language, for its editor',
    access: owned,
    params: slugParams,
    response: ownPostSchema,
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/products/:slug/post',
    summary: 'Save the text of an own post in one language',
    access: owned,
    params: slugParams,
    body: savePostBody,
    response: ownPostSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug/post/:language',
    summary: 'Remove the text of an own post in one language',
    access: owned,
    params: slugParams.extend({ language: languageSchema }),
    response: ownPostSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
