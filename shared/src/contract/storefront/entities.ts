import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { limits } from '../../limits.ts'
import { instant, languageQuery, pageOf, slugParams, slugSchema } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { placeName, placesExportQuery, placesQuery } from './pages.ts'
import { sectionPageSchema } from './shown-sections.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const

export const entityRowSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: slugSchema,
    /** Organizers who may edit its home; its sliders offer what they have. */
    members: z.array(z.object({ id: userId, name: z.string(), email: z.string() })),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'EntityRow' })
export type EntityRowView = z.infer<typeof entityRowSchema>

const memberIds = z.array(userId).max(limits.entityMembers)
export const createEntityBody = z.strictObject({ name: placeName, slug: slugSchema.optional(), memberIds: memberIds.default([]) })
export const updateEntityBody = z.strictObject({ name: placeName, slug: slugSchema, memberIds }).partial()

export const entities = {
  list: endpoint({
    method: 'GET',
    path: '/entities',
    summary: 'All entities with their members',
    access: admin,
    query: placesQuery,
    response: pageOf(entityRowSchema).extend({ total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/manage/entities/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: admin,
    query: placesExportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/account/entities',
    summary: 'Entities whose home the caller may edit; an administrator all of them',
    access: { kind: 'role', role: 'PRODUCER' },
    response: z.object({ items: z.array(z.object({ name: z.string(), slug: slugSchema })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/entities',
    summary: 'Make an entity; members are organizers',
    access: admin,
    body: createEntityBody,
    response: entityRowSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  get: endpoint({
    method: 'GET',
    path: '/entities/:slug',
    summary: 'The home page of an entity; an address that it had before answers the present one',
    access: { kind: 'public' },
    cache: sharedResponse,
    params: slugParams,
    query: languageQuery,
    response: sectionPageSchema,
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/entities/:slug',
    summary: 'Name, address or members; the former address leads to the new one',
    access: admin,
    params: slugParams,
    body: updateEntityBody,
    response: entityRowSchema,
    errors: ['NOT_FOUND', 'SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/entities/:slug',
    summary: 'Delete an entity with its home; its members and what they have stay',
    access: admin,
    params: slugParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
