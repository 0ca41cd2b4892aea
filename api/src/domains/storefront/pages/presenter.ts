import type { PageRowView } from '@e-events/shared/contract/storefront/pages.ts'
import type { ListedPageRow } from './repository.ts'

export function toPageRow(row: ListedPageRow): PageRowView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    isPublished: row.is_published,
    audience: row.audience,
    hasDraft: row.has_draft,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
