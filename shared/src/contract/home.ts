import { z } from 'zod'
import { languageQuery } from './common.ts'
import { endpoint } from './endpoint.ts'
import { productCardSchema } from './products.ts'

/** A slider. `live`, `upcoming` and `vod` are titled by the client; a category rail carries its own title. */
export const railSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['live', 'upcoming', 'vod', 'category']),
    title: z.string().nullable(),
    items: z.array(productCardSchema),
  })
  .meta({ id: 'Rail' })
export type Rail = z.infer<typeof railSchema>

export const homeSchema = z.object({ hero: z.array(productCardSchema), rails: z.array(railSchema) }).meta({ id: 'Home' })
export type Home = z.infer<typeof homeSchema>

export const home = {
  get: endpoint({
    method: 'GET',
    path: '/home',
    summary: 'The home page: featured products and sliders (live now, upcoming, on demand, by category)',
    access: { kind: 'public' },
    query: languageQuery,
    response: homeSchema,
  }),
} as const
