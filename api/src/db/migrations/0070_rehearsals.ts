import type { Knex } from 'knex'

/** A rehearsal is watched by whoever has its link; the key in it belongs to one rehearsal. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table broadcasts
      add column rehearsal_key text unique,
      add constraint broadcasts_rehearsal_key check ((kind = 'rehearsal') >= (rehearsal_key is not null));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from broadcasts where kind = 'rehearsal';
    alter table broadcasts drop constraint broadcasts_rehearsal_key, drop column rehearsal_key;
  `)
}
