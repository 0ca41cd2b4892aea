// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface SearchDocumentRow {
  kind: 'product' | 'channel' | 'speaker' | 'page'
  id: string
  type: string | null
  channel_id: string | null
  category_ids: string[]
  sort_at: Date
  titles: string
  vector: string
}
export type SearchDocumentInsert = Insert<SearchDocumentRow, 'kind' | 'id' | 'sort_at' | 'titles' | 'vector'>
export type SearchDocumentUpdate = Update<SearchDocumentRow>

export interface SearchWordRow {
  word: string
  forms: string[] | null
}
export type SearchWordInsert = Insert<SearchWordRow, 'word', 'forms'>
export type SearchWordUpdate = Update<SearchWordRow, 'forms'>

declare module 'knex/types/tables.js' {
  interface Tables {
    search_documents: Knex.CompositeTableType<SearchDocumentRow, SearchDocumentInsert, SearchDocumentUpdate>
    search_words: Knex.CompositeTableType<SearchWordRow, SearchWordInsert, SearchWordUpdate>
  }
}
