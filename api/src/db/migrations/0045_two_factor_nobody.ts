import type { Knex } from 'knex'

/**
 * Gives back a choice that 0037 could not tell from none: where the log says that an administrator chose nobody, and
 * nothing was chosen since, the empty list is that choice. Otherwise the next start of a production site would ask
 * administrators for a second factor.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update site_config set two_factor_roles = '{}'
    where two_factor_roles is null and (
      select state_after -> 'roles' from audit_log
      where action = 'two_factor_roles.update' order by sequence desc limit 1
    ) = '[]'
  `)
}

/** The choice stays: 0037 takes an empty list back as well. */
export function down(): Promise<void> {
  return Promise.resolve()
}
