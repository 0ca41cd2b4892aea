import { z } from 'zod'
import { languageSchema } from '../domain/language.ts'
import { limits } from '../limits.ts'

/** ISO 8601 instant in UTC. */
export const instant = z.iso.datetime({ offset: true })

export const slugSchema = z
  .string()
  .min(1)
  .max(limits.slugChars)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

export const slugParams = z.strictObject({ slug: slugSchema })

/** `?language=` wins over Accept-Language. */
export const languageQuery = z.strictObject({ language: languageSchema.optional() })

export const pageQuery = z.strictObject({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
  language: languageSchema.optional(),
})

/** One page of a list; `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}
