import { z } from 'zod'
import { channelId } from '../domain/ids.ts'
import { channelStatusSchema } from '../domain/states.ts'
import { limits } from '../limits.ts'
import { httpUrl, languageQuery, pageOf, pageQuery, slugParams, slugSchema } from './common.ts'
import { endpoint } from './endpoint.ts'

export const channelSchema = z
  .object({
    id: channelId,
    slug: slugSchema,
    title: z.string(),
    shortDescription: z.string(),
    classification: z.string().nullable(),
    tags: z.array(z.string()),
    logoUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    links: z.object({
      website: z.string().nullable(),
      youtube: z.string().nullable(),
      instagram: z.string().nullable(),
      facebook: z.string().nullable(),
      twitter: z.string().nullable(),
      spotify: z.string().nullable(),
    }),
  })
  .meta({ id: 'Channel' })
export type Channel = z.infer<typeof channelSchema>

export const ownChannelSchema = channelSchema
  .extend({
    status: channelStatusSchema,
    businessName: z.string().nullable(),
    allowed: z.object({ edit: z.boolean(), requestPublication: z.boolean(), deactivate: z.boolean() }),
  })
  .meta({ id: 'OwnChannel' })
export type OwnChannel = z.infer<typeof ownChannelSchema>

const channelFields = {
  title: z.string().trim().min(1).max(limits.channelTitleChars),
  shortDescription: z.string().trim().max(limits.channelShortDescriptionChars),
  businessName: z.string().trim().max(limits.titleChars).nullable(),
  classification: z.string().trim().max(80).nullable(),
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

export const createChannelBody = z.strictObject({
  title: channelFields.title,
  slug: slugSchema.optional(),
  shortDescription: channelFields.shortDescription.default(''),
  businessName: channelFields.businessName.default(null),
  classification: channelFields.classification.default(null),
  tags: channelFields.tags.default([]),
})

export const updateChannelBody = z
  .strictObject({
    title: channelFields.title,
    shortDescription: channelFields.shortDescription,
    businessName: channelFields.businessName,
    classification: channelFields.classification,
    tags: channelFields.tags,
    links: channelFields.links,
  })
  .partial()

const ownedChannel = { kind: 'role', role: 'PRODUCER', owner: { resource: 'channel', param: 'slug' } } as const

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/channels',
    summary: 'Published channels by title; `q` searches titles, tags and descriptions without accents',
    access: { kind: 'public' },
    query: pageQuery.extend({ q: z.string().trim().min(1).max(100).optional() }),
    response: pageOf(channelSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/channels/:slug',
    summary: 'A published channel',
    access: { kind: 'public' },
    params: slugParams,
    query: languageQuery,
    response: channelSchema,
    errors: ['NOT_FOUND'],
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/account/channels',
    summary: "The organizer's own channels",
    access: { kind: 'role', role: 'PRODUCER' },
    query: pageQuery,
    response: pageOf(ownChannelSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/channels',
    summary: 'Create a channel as a draft',
    access: { kind: 'role', role: 'PRODUCER' },
    body: createChannelBody,
    response: ownChannelSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/channels/:slug',
    summary: 'Change an own channel',
    access: ownedChannel,
    params: slugParams,
    body: updateChannelBody,
    response: ownChannelSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  requestPublication: endpoint({
    method: 'POST',
    path: '/channels/:slug/publication',
    summary: 'Ask staff to publish the channel: draft → revision',
    access: ownedChannel,
    params: slugParams,
    response: ownChannelSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/channels/:slug/approve',
    summary: 'Publish a channel in revision',
    access: { kind: 'role', role: 'ADMIN' },
    params: slugParams,
    response: ownChannelSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
