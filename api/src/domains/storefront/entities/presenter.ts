import type { EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import type { EntityWithMembers } from './repository.ts'

export function toEntityRow(row: EntityWithMembers): EntityRowView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    members: row.members.map(({ id, name, email }) => ({ id: id as EntityRowView['members'][number]['id'], name, email })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
