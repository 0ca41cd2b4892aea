import type { Knex } from 'knex'

const lines = ['author', 'modality', 'duration', 'complexity', 'license', 'time', 'experience', 'people', 'money', 'participants']
const texts = ['resources', 'mechanisms', 'strategy', 'pedagogical_method', 'skills']
const lengths = [...lines.map((name) => [name, 200] as const), ...texts.map((name) => [name, 20_000] as const)]

/** A datasheet has a title of its own, counts its versions, and no text of it grows without end. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table datasheets
      add column title text,
      add column version int not null default 1 check (version >= 1),
      ${lengths.map(([name, chars]) => `add constraint datasheets_${name}_length check (length(${name}) <= ${chars})`).join(',\n      ')},
      add constraint datasheets_related_links_count check (cardinality(related_links) <= 20),
      add constraint datasheets_testimonials_count check (jsonb_array_length(testimonials) <= 20);
    update datasheets set title = p.title from products p where p.id = datasheets.product_id;
    alter table datasheets
      alter column title set not null,
      add constraint datasheets_title_check check (length(btrim(title)) between 1 and 160);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table datasheets
      drop constraint datasheets_title_check,
      drop constraint datasheets_testimonials_count,
      drop constraint datasheets_related_links_count,
      ${lengths.map(([name]) => `drop constraint datasheets_${name}_length`).join(',\n      ')},
      drop column version,
      drop column title;
  `)
}
