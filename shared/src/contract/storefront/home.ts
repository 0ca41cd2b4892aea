import { z } from 'zod'
import { languageQuery } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { shownSectionSchema } from './shown-sections.ts'

export const homeSchema = z.object({ sections: z.array(shownSectionSchema) }).meta({ id: 'Home' })
export type Home = z.infer<typeof homeSchema>

export const home = {
  get: endpoint({
    method: 'GET',
    path: '/home',
    summary:
      'The home page as it is shown: its sections in their order, with their cards; a default one while nothing was published by an administrator',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: languageQuery,
    response: homeSchema,
  }),
} as const
