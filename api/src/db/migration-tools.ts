import type { Knex } from 'knex'

/** Gives each table its created_at/updated_at columns and the trigger that keeps updated_at true, whoever writes. */
export async function addTimestamps(knex: Knex, ...tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await knex.raw(`
      alter table ${table}
        add column created_at timestamptz not null default now(),
        add column updated_at timestamptz not null default now();
      create trigger ${table}_touch before update on ${table} for each row execute function touch_updated_at();
    `)
  }
}

/** Drops tables in the order given: name the dependants first, because nothing here cascades by surprise. */
export async function dropTables(knex: Knex, ...tables: readonly string[]): Promise<void> {
  for (const table of tables) await knex.raw(`drop table ${table}`)
}
