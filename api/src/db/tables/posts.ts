// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface ProductPostRow {
  product_id: string
  language: 'es' | 'en' | 'pt'
  document: unknown
  html: string
  excerpt: string
  words: number
  reading_minutes: number
  created_at: Date
  updated_at: Date
}
export type ProductPostInsert = Insert<ProductPostRow, 'product_id' | 'language' | 'document' | 'html' | 'words' | 'reading_minutes'>
export type ProductPostUpdate = Update<ProductPostRow>

export interface ProductPostImageRow {
  product_id: string
  language: string
  file_id: string
}
export type ProductPostImageInsert = Insert<ProductPostImageRow, 'product_id' | 'language' | 'file_id'>
export type ProductPostImageUpdate = Update<ProductPostImageRow>

export interface ProductChapterRow {
  product_id: string
  position: number
  title: string
  start_ms: number
}
export type ProductChapterInsert = Insert<ProductChapterRow, 'product_id' | 'position' | 'title' | 'start_ms'>
export type ProductChapterUpdate = Update<ProductChapterRow>

export interface PodcastFeedRow {
  id: string
  user_id: string
  channel_id: string
  token_hash: Buffer
  last_read_at: Date | null
  revoked_at: Date | null
  created_at: Date
  updated_at: Date
}
export type PodcastFeedInsert = Insert<PodcastFeedRow, 'user_id' | 'channel_id' | 'token_hash'>
export type PodcastFeedUpdate = Update<PodcastFeedRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    product_posts: Knex.CompositeTableType<ProductPostRow, ProductPostInsert, ProductPostUpdate>
    product_post_images: Knex.CompositeTableType<ProductPostImageRow, ProductPostImageInsert, ProductPostImageUpdate>
    product_chapters: Knex.CompositeTableType<ProductChapterRow, ProductChapterInsert, ProductChapterUpdate>
    podcast_feeds: Knex.CompositeTableType<PodcastFeedRow, PodcastFeedInsert, PodcastFeedUpdate>
  }
}
