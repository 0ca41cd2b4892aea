import type { Reach } from '@e-events/shared/node/deployment.ts'
import type { Knex } from 'knex'

/** Where it is meant: administrators prove themselves with a second factor unless somebody chose otherwise. */
export async function settleDefaults(knex: Knex, reach: Reach): Promise<void> {
  if (reach === 'production')
    await knex('site_config')
      .whereNull('two_factor_roles')
      .update({ two_factor_roles: ['ADMIN'] })
}
