import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { variantsPrefix } from '../files/service.ts'

const unusedForMs = 24 * 60 * 60_000
const atOnce = 50

/** Columns in which a picture is named inside a text or a document instead of by a foreign key. */
const textColumns = `
  select c.table_name, c.column_name
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('jsonb', 'text') and c.is_generated = 'NEVER'
    and c.table_name ~ '^(home_|page|section|entit|post|product|channel|speaker|podcast|course|master|lesson|site_|config|announcement|ad_|banner|store)'
    and c.column_name !~ '(^|_)(state|status|type|kind|slug|currency|language|etag|plan)$'`

const foreignKeys = `
  select k.conrelid::regclass::text as table_name, a.attname as column_name
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.confrelid = 'files'::regclass and cardinality(k.conkey) = 1`

interface ColumnName {
  table_name: string
  column_name: string
}

/**
 * Removes pictures and documents that were sent a day ago or earlier and that nothing names. References are read from
 * the database itself, so a table that comes later is looked at without being told: every foreign key to `files`, and
 * the texts and documents of whatever is published.
 */
export async function removeUnusedImages({ knex, storage, now }: { knex: Knex; storage: Storage; now: Date }): Promise<number> {
  const candidates = await knex('files')
    .whereIn('purpose', ['image', 'resource'])
    .whereNull('deleted_at')
    .where('created_at', '<', new Date(now.getTime() - unusedForMs))
    .orderBy('created_at')
    .select('id', 'storage_key')
  if (candidates.length === 0) return 0
  const byKey = await listColumns(knex, foreignKeys)
  const unnamed: typeof candidates = []
  for (const file of candidates) {
    if (unnamed.length >= atOnce) break
    if (!(await anyNames(byKey, (table, column) => knex(table).where(column, file.id)))) unnamed.push(file)
  }
  if (unnamed.length === 0) return 0
  const byText = await listColumns(knex, textColumns)
  let removed = 0
  for (const file of unnamed) {
    if (await anyNames(byText, (table, column) => knex(table).whereRaw('??::text like ?', [column, `%${file.id}%`]))) continue
    // A foreign key that was written in between keeps the row, and with it the picture.
    const gone = await knex('files')
      .where({ id: file.id })
      .delete()
      .catch(() => 0)
    if (gone === 0) continue
    await storage.removeAll(file.storage_key)
    await storage.removeAll(variantsPrefix(file.id))
    removed++
  }
  return removed
}

async function listColumns(knex: Knex, sql: string): Promise<ColumnName[]> {
  const { rows } = await knex.raw<{ rows: ColumnName[] }>(sql)
  return rows
}

async function anyNames(columns: readonly ColumnName[], query: (table: string, column: string) => Knex.QueryBuilder): Promise<boolean> {
  for (const { table_name, column_name } of columns) {
    if ((await query(table_name, column_name).first(1)) !== undefined) return true
  }
  return false
}
