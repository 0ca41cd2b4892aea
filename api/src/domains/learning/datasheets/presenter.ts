import {
  datasheetContentSchema,
  type Datasheet,
  type DatasheetContent,
  type OwnDatasheet,
} from '@e-events/shared/contract/learning/datasheets.ts'
import type { DatasheetRow } from '../../../db/tables/learning.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import type { ShownDatasheetRow } from './repository.ts'

export function toContent(row: DatasheetRow): DatasheetContent {
  const { related_links, pedagogical_method, ...same } = row
  return datasheetContentSchema.parse({ ...same, relatedLinks: related_links, pedagogicalMethod: pedagogical_method })
}

const toVersioned = (row: DatasheetRow) => ({ ...toContent(row), version: row.version, updatedAt: row.updated_at.toISOString() })

export function toOwnDatasheet(row: DatasheetRow | undefined): OwnDatasheet {
  return { datasheet: row === undefined ? null : toVersioned(row) }
}

export function toDatasheet(row: ShownDatasheetRow): Datasheet {
  return {
    ...toVersioned(row.sheet),
    product: {
      slug: row.slug,
      title: row.title,
      status: row.status,
      channel: { slug: row.channel_slug, title: row.channel_title, logoUrl: fileUrl(row.channel_logo_file_id) },
      category: row.category_title,
      posterUrl: fileUrl(row.image_file_id),
      language: row.product_language,
    },
  }
}
