import type { Knex } from 'knex'

export async function findSupportEmail(knex: Knex): Promise<string | null> {
  const row = await knex('site_config').first('support_email')
  return row?.support_email ?? null
}
