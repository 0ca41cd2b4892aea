import type { Knex } from 'knex'

/**
 * For approximate prices only: nothing that is charged reads it. Missing currencies come from the table in the code.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table exchange_rates (
      currency char(3) primary key check (is_currency(currency) and currency <> 'EUR'),
      per_euro double precision not null check (per_euro > 0),
      as_of date not null,
      source text not null check (source in ('manual', 'daily'))
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table exchange_rates')
}
