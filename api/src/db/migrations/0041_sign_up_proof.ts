import type { Knex } from 'knex'

/**
 * The browser that signed up keeps a secret: with it the link of the mail logs in, without it the link asks for the
 * password.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table email_tokens
      add column proof_hash bytea,
      add constraint email_tokens_proof check (proof_hash is null or (purpose = 'activate' and length(proof_hash) = 32));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table email_tokens drop column proof_hash')
}
