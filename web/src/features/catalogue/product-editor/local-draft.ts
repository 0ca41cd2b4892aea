import { isPlainField, plainFields } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { z } from 'zod'
import { emptyFields, type ProductFields } from './fields.ts'

/** Counts up when the fields change their meaning: older drafts are then forgotten rather than misread. */
const version = 2

const storedSchema = z.object({ version: z.literal(version), savedAtMs: z.number(), fields: z.record(z.string(), z.unknown()) })

export interface LocalDraft {
  savedAtMs: number
  fields: ProductFields
}

/** A draft belongs to an account: the next account on this device must not find it. */
export const draftKey = (accountId: string, form: string) => `e-events.draft.${accountId}.${form}`

export function readDraft(key: string): LocalDraft | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    if (!stored.success) return null
    return { savedAtMs: stored.data.savedAtMs, fields: { ...emptyFields(), ...known(stored.data.fields) } }
  } catch {
    return null
  }
}

/** @returns whether this browser keeps it */
export function writeDraft(key: string, fields: ProductFields, savedAtMs: number = Date.now()): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ version, savedAtMs, fields }))
    return true
  } catch {
    return false
  }
}

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // It was never there then.
  }
}

/**
 * Only fields of the form, each of the kind that it has in an empty form: what lies in a browser may have been changed
 * by anything.
 */
function known(stored: Record<string, unknown>): Partial<ProductFields> {
  const shape = emptyFields()
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => {
      if (!Object.hasOwn(shape, name)) return false
      const model = shape[name as keyof ProductFields]
      if (model === null) return value === null || kindsOf(name).includes(typeof value)
      return Array.isArray(model) ? Array.isArray(value) : value !== null && typeof value === typeof model
    }),
  )
}

/** Kinds of value that a field which may be empty takes. */
function kindsOf(name: string): string[] {
  if (!isPlainField(name)) return ['object', 'string']
  return plainFields[name].kind === 'number' ? ['number', 'string'] : ['string']
}
