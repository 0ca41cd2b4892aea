import type { Knex } from 'knex'

/** Domains of the e-mails that a provider may vouch for; an empty list: of all. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table social_providers add column email_domains text[] not null default '{}'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table social_providers drop column email_domains')
}
