import type { Knex } from 'knex'
import type { CaptionRow } from '../../../db/tables/media.ts'

/** In the order of their languages. */
export async function listCaptions(knex: Knex, productId: string): Promise<CaptionRow[]> {
  return knex('captions').where({ product_id: productId }).orderBy('language')
}

/** Answers the key of the file that it replaces. Writers of one product stand in line at its row. */
export async function replaceCaption(
  trx: Knex.Transaction,
  row: Pick<CaptionRow, 'product_id' | 'language' | 'storage_key' | 'size_bytes' | 'cues' | 'changed_at'>,
): Promise<string | undefined> {
  await trx('products').where({ id: row.product_id }).forUpdate().first('id')
  const before = await removeCaption(trx, row)
  await trx('captions').insert(row)
  return before
}

/** Answers the key of the file that nothing names any more. */
export async function removeCaption(
  knex: Knex,
  { product_id, language }: Pick<CaptionRow, 'product_id' | 'language'>,
): Promise<string | undefined> {
  const [gone] = await knex('captions').where({ product_id, language }).delete().returning('storage_key')
  return gone?.storage_key
}
