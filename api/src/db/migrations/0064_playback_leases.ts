import type { Knex } from 'knex'

/** On how many devices one ticket plays at a time. Who holds a lease is in Redis. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table site_config
      add column playbacks_per_ticket int not null default 1 check (playbacks_per_ticket between 1 and 10);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table site_config drop column playbacks_per_ticket')
}
