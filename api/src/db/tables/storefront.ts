// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface EntityRow {
  id: string
  name: string
  slug: string
  art: unknown
  created_at: Date
  updated_at: Date
}
export type EntityInsert = Insert<EntityRow, 'name' | 'slug'>
export type EntityUpdate = Update<EntityRow>

export interface EntityMemberRow {
  entity_id: string
  user_id: string
}
export type EntityMemberInsert = Insert<EntityMemberRow, 'entity_id' | 'user_id'>
export type EntityMemberUpdate = Update<EntityMemberRow>

export interface PageRow {
  id: string
  name: string
  slug: string
  is_published: boolean
  audience: 'everybody' | 'journalists'
  created_at: Date
  updated_at: Date
}
export type PageInsert = Insert<PageRow, 'name' | 'slug'>
export type PageUpdate = Update<PageRow>

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

declare module 'knex/types/tables.js' {
  interface Tables {
    entities: Knex.CompositeTableType<EntityRow, EntityInsert, EntityUpdate>
    entity_members: Knex.CompositeTableType<EntityMemberRow, EntityMemberInsert, EntityMemberUpdate>
    pages: Knex.CompositeTableType<PageRow, PageInsert, PageUpdate>
    section_versions: Knex.CompositeTableType<SectionVersionRow, SectionVersionInsert, SectionVersionUpdate>
  }
}
