import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { productTypeSchema } from '../../domain/states.ts'
import { givenInstant, instant, languageQuery, pageOf, pageQuery, slugSchema } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { eventStateSchema, productCardSchema, productSessionSchema, statedSessionSchema } from './products.ts'

/** A date in the programme with the product that it belongs to. */
export const scheduleEntrySchema = z
  .object({
    session: statedSessionSchema,
    /** Where a moved date went. */
    movedTo: productSessionSchema.nullable(),
    /** Title of the date itself ('second act'); most have none. */
    title: z.string().nullable(),
    onAir: z.boolean(),
    product: productCardSchema,
  })
  .meta({ id: 'ScheduleEntry' })
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>

const agendaBlock = z.object({ id: z.uuid(), title: z.string(), startsAt: instant, endsAt: instant })
export type AgendaBlock = z.infer<typeof agendaBlock>

/** One date of a product, or one block of its agenda: `session` is the date that it is part of. */
export const scheduleSectionSchema = z
  .object({
    kind: z.enum(['session', 'block']),
    id: z.uuid(),
    title: z.string().nullable(),
    description: z.string(),
    startsAt: instant,
    endsAt: instant,
    state: z.enum(['scheduled', 'cancelled', 'rescheduled']),
    /** State of the date now. */
    event: eventStateSchema,
    changesAt: instant.nullable(),
    /** Where a rescheduled date went. */
    movedTo: productSessionSchema.nullable(),
    onAir: z.boolean(),
    session: productSessionSchema,
    speakers: z.array(z.object({ slug: slugSchema, name: z.string(), title: z.string(), imageUrl: z.string().nullable() })),
    agenda: z.array(agendaBlock),
    product: productCardSchema,
  })
  .meta({ id: 'ScheduleSection' })
export type ScheduleSection = z.infer<typeof scheduleSectionSchema>

const productParams = z.strictObject({ productSlug: slugSchema })
const sectionParams = productParams.extend({ sectionId: z.uuid() })

export const schedule = {
  list: endpoint({
    method: 'GET',
    path: '/schedule',
    summary: 'Dates of published products that end after `from` and begin before `to`, in their order',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: z.strictObject({
      from: givenInstant,
      to: givenInstant,
      type: productTypeSchema.optional(),
      channel: slugSchema.optional(),
      category: slugSchema.optional(),
      ...pageQuery.shape,
    }),
    response: pageOf(scheduleEntrySchema),
  }),
  filters: endpoint({
    method: 'GET',
    path: '/schedule/filters',
    summary: 'Types, channels and categories that have dates to come',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: z.strictObject({ language: languageSchema.optional() }),
    response: z.object({
      types: z.array(productTypeSchema),
      channels: z.array(z.object({ slug: slugSchema, title: z.string() })),
      categories: z.array(z.object({ slug: slugSchema, title: z.string() })),
    }),
  }),
  section: endpoint({
    method: 'GET',
    path: '/schedule/:productSlug/section/:sectionId',
    summary: 'One date of a product, or one block of its agenda',
    access: { kind: 'public' },
    params: sectionParams,
    query: languageQuery,
    response: scheduleSectionSchema,
    errors: ['NOT_FOUND'],
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/schedule/:productSlug/calendar.ics',
    summary: 'All dates of a product as a calendar file (RFC 5545)',
    access: { kind: 'public' },
    params: productParams,
    query: languageQuery,
    produces: 'file',
    errors: ['NOT_FOUND'],
  }),
  sectionCalendar: endpoint({
    method: 'GET',
    path: '/schedule/:productSlug/section/:sectionId/calendar.ics',
    summary: 'One date, or one block of its agenda, as a calendar file (RFC 5545)',
    access: { kind: 'public' },
    params: sectionParams,
    query: languageQuery,
    produces: 'file',
    errors: ['NOT_FOUND'],
  }),
} as const
