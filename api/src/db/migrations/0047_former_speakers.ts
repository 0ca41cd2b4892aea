import type { Knex } from 'knex'

/** Addresses that a speaker had before lead to them, as those of entities and pages do. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table former_slugs
      add column speaker_id uuid references speakers on delete cascade,
      drop constraint former_slugs_place,
      add constraint former_slugs_place check (num_nonnulls(entity_id, page_id, speaker_id) = 1);
    create unique index former_slugs_speaker_key on former_slugs (slug) where speaker_id is not null;
    create index former_slugs_speaker_index on former_slugs (speaker_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from former_slugs where speaker_id is not null;
    alter table former_slugs
      drop constraint former_slugs_place,
      drop column speaker_id,
      add constraint former_slugs_place check (num_nonnulls(entity_id, page_id) = 1);
  `)
}
