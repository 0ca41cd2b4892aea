import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'

export interface ImageSize {
  width: number | null
  height: number | null
}

/**
 * Images among these that the actor may put somewhere: public ones that are still there and that the actor uploaded;
 * for administrators, anybody's (decision usable-images). Those in `kept` are in that place already and need no owner.
 */
export async function findUsableImages(
  knex: Knex,
  { ids, actor, kept = [] }: { ids: readonly string[]; actor: Actor; kept?: readonly string[] },
): Promise<Map<string, ImageSize>> {
  if (ids.length === 0) return new Map()
  const query = knex('files')
    .whereIn('id', [...ids])
    .where({ is_public: true })
    .whereIn('purpose', ['image', 'banner', 'art'])
    .whereNull('deleted_at')
  if (!actor.isAdmin) void query.where((own) => void own.where({ owner_id: actor.id }).orWhereIn('id', [...kept]))
  const rows = await query.select('id', 'width', 'height')
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]))
}

/**
 * Refuses images that the actor may not use. `given` maps a field, as its path in the body, to the id.
 * @throws DomainError VALIDATION_FAILED that names each field
 */
export async function assertUsableImages(
  knex: Knex,
  actor: Actor,
  given: Readonly<Record<string, string | null | undefined>>,
  kept: readonly (string | null)[] = [],
): Promise<void> {
  const fields = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !kept.includes(entry[1]),
  )
  const usable = await findUsableImages(knex, { ids: fields.map(([, id]) => id), actor })
  const issues = fields
    .filter(([, id]) => !usable.has(id))
    .map(([field]) => ({ path: `body.${field}`, rule: 'unknown_image', message: 'no image of yours' }))
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
}
