import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { sectionPlaceKinds, sectionVersionStates } from '../../domain/section-versions.ts'
import { limits } from '../../limits.ts'
import { givenInstant, instant, pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { sectionListSchema, sectionSchema } from './home-sections.ts'
import { shownSectionSchema } from './shown-sections.ts'

/**
 * Administrators edit everything; a PRODUCER the entities that they are a member of, everything else is absent to them.
 */
const editors = { kind: 'role', role: 'PRODUCER' } as const

/** `home/site`, `entity/{slug}` or `page/{id}`. */
export const placeParams = z.strictObject({
  kind: z.enum(sectionPlaceKinds),
  key: z
    .string()
    .max(limits.slugChars)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
})
const versionParams = placeParams.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) })

export const sectionVersionSchema = z
  .object({
    number: z.int(),
    state: z.enum(sectionVersionStates),
    /** Who saved it; null for the platform or an account that is gone. */
    author: z.string().nullable(),
    savedAt: instant,
    publishedAt: instant.nullable(),
    /** Instant at which a scheduled version is published. */
    publishAt: instant.nullable(),
    /** The version that was brought back by it. */
    restoredFrom: z.int().nullable(),
  })
  .meta({ id: 'SectionVersion' })
export type SectionVersion = z.infer<typeof sectionVersionSchema>

const stored = z.array(sectionSchema)
export const storedVersionSchema = sectionVersionSchema.extend({ sections: stored }).meta({ id: 'StoredSectionVersion' })
export type StoredVersion = z.infer<typeof storedVersionSchema>

export const sectionEditorSchema = z
  .object({
    place: z.object({
      kind: z.enum(sectionPlaceKinds),
      /** Its id; `site` for the home page. */
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      /** Visibility of a page: everybody, journalists or nobody. */
      isPublished: z.boolean(),
      audience: z.enum(['everybody', 'journalists']),
    }),
    /** Goes into If-Match: what is stored has not changed since. */
    revision: z.string(),
    live: storedVersionSchema.nullable(),
    /** Saved, but not published; scheduled or not. */
    draft: storedVersionSchema.nullable(),
    /** Sections that are shown while nothing was ever published. */
    fallback: stored,
  })
  .meta({ id: 'SectionEditor' })
export type SectionEditor = z.infer<typeof sectionEditorSchema>

export const choiceKinds = ['product', 'channel', 'speaker'] as const
export const sectionChoiceSchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    note: z.string(),
    imageUrl: z.string().nullable(),
    /** Whether it is shown now. Hidden items stay chosen and come back with their publication. */
    isShown: z.boolean(),
  })
  .meta({ id: 'SectionChoice' })
export type SectionChoice = z.infer<typeof sectionChoiceSchema>

const body = z.strictObject({ sections: sectionListSchema })

function change<P extends z.ZodObject, B extends z.ZodObject | undefined = undefined>(
  method: 'PUT' | 'POST' | 'DELETE',
  path: `/sections/:kind/:key/${string}`,
  { params, body: wanted, summary }: { params: P; body?: B; summary: string },
) {
  return endpoint({
    method,
    path,
    summary: `${summary}; with If-Match somebody else’s newer version is not overwritten`,
    access: editors,
    params,
    body: wanted,
    response: sectionEditorSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'STATE_CONFLICT'],
    rateLimit: 'write',
  })
}

export const sections = {
  get: endpoint({
    method: 'GET',
    path: '/sections/:kind/:key',
    summary: 'What the editor of a home page, an entity or a page begins with',
    access: editors,
    params: placeParams,
    response: sectionEditorSchema,
    errors: ['NOT_FOUND'],
  }),
  saveDraft: change('PUT', '/sections/:kind/:key/draft', { params: placeParams, body, summary: 'Keep sections without showing them' }),
  discardDraft: change('DELETE', '/sections/:kind/:key/draft', { params: placeParams, summary: 'Throw the draft away, scheduled or not' }),
  publish: change('POST', '/sections/:kind/:key/publish', {
    params: placeParams,
    body,
    summary: 'Show these sections from now on; the draft is used up and the version before can be brought back',
  }),
  schedule: change('POST', '/sections/:kind/:key/schedule', {
    params: placeParams,
    body: body.extend({ publishAt: givenInstant }),
    summary: 'Keep sections as the draft and show them from that moment on',
  }),
  unschedule: change('DELETE', '/sections/:kind/:key/schedule', {
    params: placeParams,
    summary: 'The scheduled version is a draft again',
  }),
  versions: endpoint({
    method: 'GET',
    path: '/sections/:kind/:key/versions',
    summary: `Versions that were published, newest first; the last ${limits.sectionVersionsKept} are kept`,
    access: editors,
    params: placeParams,
    query: z.strictObject({
      cursor: z.string().max(512).optional(),
      limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
    }),
    response: pageOf(sectionVersionSchema),
    errors: ['NOT_FOUND'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/sections/:kind/:key/versions/:number',
    summary: 'One version with its sections',
    access: editors,
    params: versionParams,
    response: storedVersionSchema,
    errors: ['NOT_FOUND'],
  }),
  restore: change('POST', '/sections/:kind/:key/versions/:number/restore', {
    params: versionParams,
    summary: 'Publish a former version again, as a new one',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/sections/:kind/:key/preview',
    summary: 'How sections would be shown; nothing is stored',
    access: editors,
    params: placeParams,
    body: body.extend({ language: languageSchema }),
    response: z.object({ sections: z.array(shownSectionSchema) }),
    errors: ['NOT_FOUND'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/sections/:kind/:key/choices/:of',
    summary:
      'What a slider or a featured section may name: of an entity only what its members have; `ids` answers those that were chosen already',
    access: editors,
    params: placeParams.extend({ of: z.enum(choiceKinds) }),
    query: z.strictObject({
      search: z.string().trim().max(100).optional(),
      ids: z
        .string()
        .max(40 * limits.itemsPerSlider)
        .regex(/^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/)
        .optional(),
      language: languageSchema.optional(),
    }),
    response: z.object({ items: z.array(sectionChoiceSchema) }),
    errors: ['NOT_FOUND'],
  }),
} as const
