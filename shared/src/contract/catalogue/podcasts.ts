import { z } from 'zod'
import { limits } from '../../limits.ts'
import { instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { channelRefSchema } from './products.ts'

/** A place in a video or podcast that one can jump to. */
export const chapterSchema = z.object({ title: z.string(), startMs: z.int() }).meta({ id: 'Chapter' })
export type Chapter = z.infer<typeof chapterSchema>

export const chaptersSchema = z.object({ chapters: z.array(chapterSchema), durationMs: z.int().nullable() }).meta({ id: 'Chapters' })
export type Chapters = z.infer<typeof chaptersSchema>

/**
 * In the order of their starts, the first at or after 0; within its length is checked where that is known.
 */
export const setChaptersBody = z
  .strictObject({
    chapters: z
      .array(
        z.strictObject({
          title: z.string().trim().min(1).max(limits.chapterTitleChars),
          startMs: z.int().min(0).max(limits.chapterStartMs),
        }),
      )
      .max(limits.chapters),
  })
  .superRefine(({ chapters }, context) => {
    chapters.forEach(({ startMs }, index) => {
      const before = chapters[index - 1]
      if (before && startMs <= before.startMs)
        context.addIssue({
          code: 'custom',
          path: ['chapters', index, 'startMs'],
          message: 'must be after the chapter before it',
          params: { rule: 'chapter_order' },
        })
    })
  })

/** A podcast feed of one account for one channel. Its address is a key: it is shown once, when it is made. */
export const privateFeedSchema = z
  .object({ id: z.uuid(), channel: channelRefSchema, createdAt: instant, lastReadAt: instant.nullable() })
  .meta({ id: 'PrivateFeed' })
export type PrivateFeed = z.infer<typeof privateFeedSchema>

export const newPrivateFeedSchema = privateFeedSchema.extend({ url: z.string() }).meta({ id: 'NewPrivateFeed' })
export type NewPrivateFeed = z.infer<typeof newPrivateFeedSchema>

const feedParams = z.strictObject({ id: z.uuid() })

export const podcasts = {
  chapters: endpoint({
    method: 'GET',
    path: '/products/:slug/chapters',
    summary: 'The chapters of a video or podcast',
    access: { kind: 'public' },
    params: slugParams,
    response: chaptersSchema,
    errors: ['NOT_FOUND'],
  }),
  setChapters: endpoint({
    method: 'PUT',
    path: '/products/:slug/chapters',
    summary: 'Set the chapters of an own video or podcast, all at once and in order',
    access: { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } },
    params: slugParams,
    body: setChaptersBody,
    response: chaptersSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const

export const privateFeeds = {
  list: endpoint({
    method: 'GET',
    path: '/me/feeds',
    summary: "The account's private podcast feeds; their addresses are not told again",
    access: { kind: 'session' },
    response: z.object({ items: z.array(privateFeedSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/me/feeds',
    summary: 'Make a private feed of a channel: everything there that the account has a ticket for',
    access: { kind: 'session' },
    body: z.strictObject({ channelSlug: slugSchema }),
    response: newPrivateFeedSchema,
    status: 201,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/me/feeds/:id/rotate',
    summary: 'Give a private feed a new address; the old one stops working at once',
    access: { kind: 'session' },
    params: feedParams,
    response: newPrivateFeedSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/me/feeds/:id',
    summary: 'End a private feed: its address stops working at once',
    access: { kind: 'session' },
    params: feedParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
