import type { Knex } from 'knex'

/** Copies translations, speakers and categories of one product to another. */
export async function copyProductLinks(trx: Knex, from: string, to: string): Promise<void> {
  await trx.raw(
    `insert into product_translations (product_id, language, title, description, short_description)
     select :to, language, title, description, short_description from product_translations where product_id = :from`,
    { from, to },
  )
  await trx.raw(
    `insert into product_speakers (product_id, speaker_id, role, position)
     select :to, speaker_id, role, position from product_speakers where product_id = :from`,
    { from, to },
  )
  await trx.raw(
    `insert into product_categories (product_id, category_id, position)
     select :to, category_id, position from product_categories where product_id = :from`,
    { from, to },
  )
}
