import {
  datasheetContentSchema,
  emptyDatasheet,
  type DatasheetContent,
  type OwnDatasheet,
} from '@e-events/shared/contract/learning/datasheets.ts'
import type { z } from 'zod'

/** Begin of a form: what is stored, else the title of the product and nothing more. */
export function draftOf({ datasheet }: OwnDatasheet, productTitle: string): DatasheetContent {
  if (datasheet === null) return { ...emptyDatasheet, title: productTitle }
  const { version: _, updatedAt: __, ...content } = datasheet
  return content
}

/** Content to send: rows that were left empty are none. */
export function trimmed(draft: DatasheetContent): DatasheetContent {
  return {
    ...draft,
    benefits: draft.benefits.filter((benefit) => benefit.trim() !== ''),
    relatedLinks: draft.relatedLinks.map((link) => link.trim()).filter((link) => link !== ''),
    testimonials: draft.testimonials.filter(({ name, text }) => name.trim() !== '' || text.trim() !== ''),
  }
}

/** Errors by their path (`relatedLinks.0`), as the contract sees the draft; empty rows are no errors. */
export function wrongOf(draft: DatasheetContent): Record<string, z.core.$ZodIssue> {
  const isEmptyRow = ([list, index]: readonly PropertyKey[]) => {
    const row = (draft[list as keyof DatasheetContent] as readonly unknown[])[Number(index)]
    return typeof row === 'string' ? row.trim() === '' : Object.values(row as object).every((value) => String(value).trim() === '')
  }
  const issues = datasheetContentSchema.safeParse(draft).error?.issues ?? []
  return Object.fromEntries(
    issues.filter(({ path }) => path.length === 1 || !isEmptyRow(path)).map((issue) => [issue.path.map(String).join('.'), issue]),
  )
}
