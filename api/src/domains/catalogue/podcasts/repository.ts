import type { Knex } from 'knex'
import type { ProductChapterRow } from '../../../db/tables/catalogue.ts'

export type PodcastRepository = ReturnType<typeof createPodcastRepository>
export type Chapter = Pick<ProductChapterRow, 'title' | 'start_ms'>

export function createPodcastRepository() {
  return {
    async listChapters(knex: Knex, productId: string): Promise<Chapter[]> {
      return knex('product_chapters').where({ product_id: productId }).orderBy('start_ms').select('title', 'start_ms')
    },

    /** Length of the product's video or sound; null while there is nothing to play yet. */
    async findDuration(knex: Knex, productId: string): Promise<number | null> {
      const row = await knex('media_assets')
        .where({ state: 'ready' })
        .where(
          (own) =>
            void own
              .where((of) => void of.where({ product_id: productId }).whereIn('kind', ['audio', 'vod']))
              .orWhere('id', knex('products').where({ id: productId }).select('media_asset_id')),
        )
        .max<{ duration_ms: number | null }>('duration_ms as duration_ms')
        .first()
      return row?.duration_ms ?? null
    },

    /** Waits for whoever else saves or changes this product. */
    async lockProduct(trx: Knex, id: string): Promise<{ type: string } | undefined> {
      return trx('products').where({ id }).forUpdate().first('type')
    },

    async replaceChapters(trx: Knex, productId: string, chapters: readonly { title: string; startMs: number }[]): Promise<void> {
      await trx('product_chapters').where({ product_id: productId }).delete()
      if (chapters.length === 0) return
      await trx('product_chapters').insert(
        chapters.map(({ title, startMs }, position) => ({ product_id: productId, position, title, start_ms: startMs })),
      )
    },
  }
}
