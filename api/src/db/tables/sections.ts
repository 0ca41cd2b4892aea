// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface SectionVersionRow {
  id: string
  entity_id: string | null
  page_id: string | null
  number: number
  state: 'draft' | 'scheduled' | 'live' | 'past'
  sections: unknown
  author_id: string | null
  restored_from: number | null
  saved_at: Date
  publish_at: Date | null
  published_at: Date | null
  created_at: Date
  updated_at: Date
}
export type SectionVersionInsert = Insert<SectionVersionRow, 'number' | 'state' | 'sections' | 'saved_at'>
export type SectionVersionUpdate = Update<SectionVersionRow>

export interface FormerSlugRow {
  id: string
  entity_id: string | null
  page_id: string | null
  slug: string
  created_at: Date
  updated_at: Date
  speaker_id: string | null
}
export type FormerSlugInsert = Insert<FormerSlugRow, 'slug'>
export type FormerSlugUpdate = Update<FormerSlugRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    section_versions: Knex.CompositeTableType<SectionVersionRow, SectionVersionInsert, SectionVersionUpdate>
    former_slugs: Knex.CompositeTableType<FormerSlugRow, FormerSlugInsert, FormerSlugUpdate>
  }
}
