import type { Knex } from 'knex'
import type { ProductUpdate } from '../../../db/tables/catalogue.ts'

/** Writes what a product shows: its medium, its trailer and their addresses. */
export async function setProductMedium(
  trx: Knex,
  productId: string,
  medium: Pick<ProductUpdate, 'media_asset_id' | 'trailer_asset_id' | 'etag' | 'source_video_url' | 'playback_url'>,
): Promise<void> {
  await trx('products').where({ id: productId }).update(medium)
}
