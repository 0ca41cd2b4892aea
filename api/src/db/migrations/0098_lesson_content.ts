import type { Knex } from 'knex'

/**
 * Notes of a lesson as a document with the HTML that was made of it; those that were written before stay as words. A
 * lesson shows a product, or an address from elsewhere.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lessons
      add column notes_document jsonb check (jsonb_typeof(notes_document) = 'object'),
      add column notes_html text,
      add column url text check (is_web_url(url)),
      add constraint lessons_notes_are_rendered check ((notes_document is null) = (notes_html is null)),
      add constraint lessons_text_has_no_url check (kind <> 'text' or url is null),
      add constraint lessons_show_one_thing check (url is null or source_product_id is null);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table lessons drop column notes_document, drop column notes_html, drop column url')
}
