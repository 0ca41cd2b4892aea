import type { Knex } from 'knex'

/** The table from which bare servers answer the bytes that ours did. */
export async function createRecords(knex: Knex): Promise<void> {
  await knex.raw('create table bench_rows (address text, position int, part text, doc jsonb, primary key (address, position))')
}

/** Puts an answer of ours where the bare server finds it: the longest list in it as rows. */
export async function record(knex: Knex, address: string, answer: string): Promise<void> {
  const whole = JSON.parse(answer) as Record<string, unknown>
  const [part] = Object.entries(whole)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .toSorted(([, a], [, b]) => b.length - a.length)
  const rows = part
    ? [{ part: part[0], doc: { ...whole, [part[0]]: [] } as unknown }, ...part[1].map((doc) => ({ part: 'item', doc }))]
    : []
  const all = rows.length > 2 ? rows : [{ part: 'whole', doc: whole as unknown }]
  await knex('bench_rows').insert(all.map((row, position) => ({ address, position, part: row.part, doc: JSON.stringify(row.doc) })))
}
