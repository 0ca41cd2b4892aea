import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'

/**
 * Pictures that a request names must have been sent by its caller (staff may use anybody's), and still be there.
 * `given` maps the field as it stands in the body to the id. @throws DomainError VALIDATION_FAILED that names each
 * field whose picture is not theirs
 */
export async function assertOwnImages(
  knex: Knex,
  caller: { id: string; roles: readonly string[] },
  given: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const fields = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (fields.length === 0) return
  const query = knex('files')
    .whereIn(
      'id',
      fields.map(([, id]) => id),
    )
    .where({ is_public: true })
    .whereIn('purpose', ['image', 'banner', 'art'])
    .whereNull('deleted_at')
  const known = new Set(await (caller.roles.includes('ADMIN') ? query : query.where({ owner_id: caller.id })).pluck<string[]>('id'))
  const issues = fields
    .filter(([, id]) => !known.has(id))
    .map(([field]) => ({ path: `body.${field}`, rule: 'unknown_image', message: 'is no picture of yours' }))
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
}
