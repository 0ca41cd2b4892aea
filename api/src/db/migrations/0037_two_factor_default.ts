import type { Knex } from 'knex'

/** Null: nobody has chosen yet, and the place where it runs decides. An empty list asks nobody for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table site_config alter column two_factor_roles drop default, alter column two_factor_roles drop not null;
    update site_config set two_factor_roles = null where two_factor_roles = '{}';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update site_config set two_factor_roles = '{}' where two_factor_roles is null;
    alter table site_config alter column two_factor_roles set default '{}', alter column two_factor_roles set not null;
  `)
}
