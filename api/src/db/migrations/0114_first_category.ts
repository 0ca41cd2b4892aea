import type { Knex } from 'knex'

/** The first category of a product has position 0, so that its card finds it by a join. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update product_categories pc set position = placed.place
    from (
      select product_id, category_id, row_number() over (partition by product_id order by position, category_id) - 1 as place
      from product_categories
    ) placed
    where pc.product_id = placed.product_id and pc.category_id = placed.category_id and pc.position <> placed.place`)
  await knex.raw('create unique index product_categories_first_index on product_categories (product_id) where position = 0')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index product_categories_first_index')
}
