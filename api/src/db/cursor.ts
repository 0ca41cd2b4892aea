import { DomainError } from '@e-events/shared/errors.ts'

/** Opaque position in a list: the sort keys of its last row, so that rows added meanwhile move nothing. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** @throws DomainError VALIDATION_FAILED for a cursor that we did not make */
export function decodeCursor(cursor: string | undefined, pattern: readonly RegExp[], name = 'cursor'): string[] | undefined {
  if (cursor === undefined) return undefined
  const keys = parse(cursor)
  if (!Array.isArray(keys) || keys.length !== pattern.length) throw refused(name)
  return keys.map((key, index) => {
    const text = String(key)
    if (!pattern[index]?.test(text) || (pattern[index] === cursorKey.instant && !isInstant(text))) throw refused(name)
    return text
  })
}

export const cursorKey = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  sequence: /^\d{1,15}$/,
  // PostgreSQL stores no NUL.
  text: /^[^\0]{0,500}$/u,
  instant: /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/,
} as const

/** PostgreSQL refuses days that JavaScript moves into the next month, and the year 0. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10)
  return !Number.isNaN(Date.parse(text)) && !day.startsWith('0000') && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Cuts the extra row that was read to know whether there is more. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  convert: { item: (row: Row) => Item; cursor: (row: Row) => readonly (string | number)[] },
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(convert.item), nextCursor: rows.length > limit && last ? encodeCursor(convert.cursor(last)) : null }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

const refused = (name: string) =>
  new DomainError('VALIDATION_FAILED', {
    issues: [{ path: `query.${name}`, rule: 'invalid_cursor', message: 'not a cursor of this list' }],
  })
