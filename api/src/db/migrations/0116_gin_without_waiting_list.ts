import type { Knex } from 'knex'

const indexes = [
  'search_words_forms_index',
  'search_words_trigram_index',
  'search_documents_vector_index',
  'search_documents_category_index',
]

/**
 * A GIN index puts what is written on a list that every search reads whole until a vacuum empties it: on the words of a
 * catalogue that was just filled, ten times as long as the search itself.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of indexes) {
    await knex.raw('alter index ?? set (fastupdate = off)', name)
    await knex.raw('select gin_clean_pending_list(?::regclass)', name)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of indexes) await knex.raw('alter index ?? reset (fastupdate)', name)
}
