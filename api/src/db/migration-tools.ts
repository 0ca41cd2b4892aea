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

const batchSize = 500

/**
 * Calls a function of the database with the ids of a table, some hundred at a time: each call is a statement of its
 * own, so that no table is too large for the time that a statement may take.
 */
export async function inBatches(knex: Knex, table: string, work: string): Promise<void> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { id: string }[] } = await knex.raw(
      `select id from ${table} where :after::uuid is null or id > :after::uuid order by id limit ${batchSize}`,
      { after },
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await knex.raw(`select ${work}(:ids::uuid[])`, { ids })
    const last = ids.at(-1)
    if (ids.length < batchSize || last === undefined) return
    after = last
  }
}
