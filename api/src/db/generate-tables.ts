import type { Knex } from 'knex'
import { tablesByFile } from './table-owners.ts'

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  has_default: boolean
  is_generated: boolean
}

/**
 * Writes the row types of a migrated database as TypeScript: file name below db/ → text (not formatted).
 * Closed sets come from CHECK constraints, so that a row is as narrow as the database is strict.
 */
export async function renderTables(knex: Knex): Promise<Map<string, string>> {
  const [columns, closedSets] = await Promise.all([listColumns(knex), listClosedSets(knex)])
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const files = new Map<string, string>()
  for (const [file, names] of Object.entries(tablesByFile)) {
    const parts = names.map((name) => renderTable(name, tables.get(name) ?? [], closedSets))
    files.set(`tables/${file}.ts`, [...head, ...parts, ...augmentation(names)].join('\n'))
  }
  const owned: readonly string[] = Object.values(tablesByFile).flat()
  const unowned = [...tables.keys()].filter((name) => !owned.includes(name))
  if (unowned.length > 0) throw new Error(`tables without an owner in db/table-owners.ts: ${unowned.join(', ')}`)
  const gone = owned.filter((name) => !tables.has(name))
  if (gone.length > 0) throw new Error(`db/table-owners.ts names tables that no migration makes: ${gone.join(', ')}`)
  const imports = [...files.keys()].map((file) => `import './${file}'`)
  files.set(
    'tables.ts',
    [generatedNote, "// Importing it teaches Knex every table: knex('users') then answers UserRow.", ...imports, ''].join('\n'),
  )
  return files
}

/** Whitespace and the optional punctuation a formatter moves around do not count as drift. */
export function withoutLayout(source: string): string {
  return source
    .replaceAll(/\s+/g, '')
    .replaceAll(/([:=(<[,])\|/g, '$1')
    .replaceAll(/[,;]([>)}\]])/g, '$1')
}

const generatedNote = '// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.'

const head = [generatedNote, "import type { Knex } from 'knex'", "import type { Insert, Update } from '../row.ts'", '']

const typeScriptTypes: Readonly<Record<string, string>> = {
  int8multirange: 'string',
  uuid: 'string',
  text: 'string',
  citext: 'string',
  bpchar: 'string',
  inet: 'string',
  date: 'string',
  tsvector: 'string',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  jsonb: 'unknown',
  bytea: 'Buffer',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
}

async function listColumns(knex: Knex): Promise<Column[]> {
  const result = await knex.raw<{ rows: Column[] }>(`
    select table_name, column_name, udt_name, is_nullable,
      column_default is not null as has_default,
      is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as is_generated
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'knex_%'
    order by table_name, ordinal_position
  `)
  return result.rows
}

/** 'table.column' → the literals its CHECK constraint allows. */
export async function listClosedSets(knex: Knex): Promise<Map<string, string[]>> {
  const { rows } = await knex.raw<{ rows: { table_name: string; column_name: string; definition: string }[] }>(`
    select c.relname as table_name, a.attname as column_name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
  `)
  const sets = new Map<string, string[]>()
  for (const { table_name, column_name, definition } of rows) {
    const list = new RegExp(`\\(${column_name} (?:= ANY \\(|<@ )ARRAY\\[([^\\]]+)\\]`).exec(definition)?.[1]
    const single = new RegExp(`^CHECK \\(\\(${column_name} = ('[^']+')::text\\)\\)$`).exec(definition)?.[1]
    const values = (list ?? single)?.split(', ').map((value) => value.replace(/::\w+$/, ''))
    if (values) sets.set(`${table_name}.${column_name}`, values)
  }
  return sets
}

function renderTable(name: string, columns: readonly Column[], closedSets: ReadonlyMap<string, string[]>): string {
  const type = rowName(name)
  const fields = columns.map((column) => `  ${column.column_name}: ${columnType(column, closedSets)}`)
  const required = columns.filter((column) => !column.is_generated && !column.has_default && column.is_nullable === 'NO')
  const generated = columns.filter((column) => column.is_generated)
  const union = (list: readonly Column[]): string => list.map((column) => `'${column.column_name}'`).join(' | ') || 'never'
  return [
    `export interface ${type}Row {`,
    ...fields,
    '}',
    `export type ${type}Insert = Insert<${type}Row, ${union(required)}${generated.length > 0 ? `, ${union(generated)}` : ''}>`,
    `export type ${type}Update = Update<${type}Row${generated.length > 0 ? `, ${union(generated)}` : ''}>`,
    '',
  ].join('\n')
}

function columnType(column: Column, closedSets: ReadonlyMap<string, string[]>): string {
  const base = typeScriptTypes[column.udt_name]
  if (!base) throw new Error(`${column.table_name}.${column.column_name} has type ${column.udt_name}, which has no TypeScript type here`)
  const values = closedSets.get(`${column.table_name}.${column.column_name}`)
  const narrow = values?.join(' | ')
  const type = narrow ? (base.endsWith('[]') ? `(${narrow})[]` : narrow) : base
  return column.is_nullable === 'YES' && type !== 'unknown' ? `${type} | null` : type
}

function augmentation(names: readonly string[]): string[] {
  const entries = names.map((name) => {
    const type = rowName(name)
    return `    ${name}: Knex.CompositeTableType<${type}Row, ${type}Insert, ${type}Update>`
  })
  return ["declare module 'knex/types/tables.js' {", '  interface Tables {', ...entries, '  }', '}', '']
}

/** product_categories → ProductCategory */
function rowName(table: string): string {
  const words = table.split('_')
  const last = singular(words.at(-1) ?? '')
  return [...words.slice(0, -1), last].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function singular(word: string): string {
  if (word === 'series' || word === 'metadata') return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('ses') && !word.endsWith('ases')) return word.endsWith('uses') ? word.slice(0, -1) : word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
