import type { Knex } from 'knex'

/** Captions of a product: one WebVTT file for each language. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table captions (
      product_id uuid not null references products on delete cascade,
      language text not null check (language ~ '^[a-z]{2,3}$'),
      storage_key text not null unique,
      size_bytes integer not null check (size_bytes > 0),
      cues integer not null check (cues > 0),
      changed_at timestamptz not null default now(),
      primary key (product_id, language)
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table captions')
}
