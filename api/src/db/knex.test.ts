import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories } from '../testing/factories.ts'
import { violatedConstraint } from './errors.ts'
import { createKnex, prepared } from './knex.ts'
import { toJson } from './row.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const value = async (sql: string): Promise<unknown> => {
  const { rows } = await database.knex.raw<{ rows: { value: unknown }[] }>(`select ${sql} as value`)
  return rows[0]?.value
}

it('compiles no statement while it runs', async () => {
  expect(await value(`current_setting('jit')`)).toBe('off')
})

describe('values', () => {
  it('refuses a bigint that a number cannot hold, instead of rounding it', async () => {
    await expect(value('9007199254740993::bigint')).rejects.toThrow('does not fit')
  })

  it.each([
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['(-1250)::bigint', -1250],
    ["'2026-11-21'::date", '2026-11-21'],
    ["'2026-07-10T20:00:00+02'::timestamptz", new Date('2026-07-10T18:00:00Z')],
    ["array['1080p','720p']", ['1080p', '720p']],
    ["'Ana@Example.test'::citext", 'Ana@Example.test'],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
  ])('%s', async (sql, expected) => {
    expect(await value(sql)).toEqual(expected)
  })

  it('leaves the parsers of other pg users alone', async () => {
    const { default: pg } = await import('pg')
    const parse = pg.types.getTypeParser(pg.types.builtins.INT8) as (text: string) => unknown
    expect(parse('5')).toBe('5')
  })

  it('writes a list into jsonb through toJson', async () => {
    const { knex } = database
    await knex('site_config').update({ register_fields: toJson([{ name: 'company', type: 'text' }]) })
    expect((await knex('site_config').first())?.register_fields).toEqual([{ name: 'company', type: 'text' }])
  })
})

describe('prepared', () => {
  it('is planned once per connection, under its name', async () => {
    const knex = createKnex(database.url, { poolMax: 1 })
    try {
      const product = await createFactories(knex).product()
      for (let i = 0; i < 3; i++) {
        expect(await prepared<{ id: string }>(knex, 'product_by_slug', 'select id from products where slug = $1', [product.slug])).toEqual([
          { id: product.id },
        ])
      }
      const { rows } = await knex.raw<{ rows: unknown[] }>("select name from pg_prepared_statements where name = 'product_by_slug'")
      expect(rows).toHaveLength(1)
    } finally {
      await knex.destroy()
    }
  })

  it('sees the rows of the transaction it is given', async () => {
    const slug = 'seen-inside-only'
    const read = (knex: Parameters<typeof prepared>[0]) =>
      prepared<{ slug: string }>(knex, 'category_by_slug', 'select slug from categories where slug = $1', [slug])
    const trx = await database.knex.transaction()
    await trx('categories').insert({ slug })
    expect(await read(trx)).toEqual([{ slug }])
    await trx.rollback()
    expect(await read(database.knex)).toEqual([])
  })

  it('gives its connection back when the statement fails', async () => {
    const knex = createKnex(database.url, { poolMax: 1 })
    try {
      for (let i = 0; i < 3; i++) await expect(prepared(knex, 'broken', 'select no_such_column', [])).rejects.toThrow('no_such_column')
      expect(await prepared(knex, 'one', 'select 1 as one', [])).toEqual([{ one: 1 }])
    } finally {
      await knex.destroy()
    }
  })
})

describe('a prepared statement', () => {
  /** A pool of one connection, and how often that connection was told the columns of a result. */
  async function openOne() {
    const knex = createKnex(database.url, { poolMax: 1 })
    const client = knex.client as {
      acquireConnection(): Promise<{ connection: NodeJS.EventEmitter }>
      releaseConnection(of: unknown): void
    }
    const connection = await client.acquireConnection()
    let described = 0
    connection.connection.on('rowDescription', () => (described += 1))
    client.releaseConnection(connection)
    return { knex, described: () => described }
  }

  it('is told its columns once per connection, and answers rows of fixed fields', async () => {
    const { knex, described } = await openOne()
    try {
      const sql = "select n, case when n > 1 then 'x' || n end as text, $1::timestamptz as at from generate_series(1, 2) n"
      const at = new Date('2026-11-29T16:00:00.123Z')
      for (let i = 0; i < 3; i++) {
        expect(await prepared(knex, 'twice', sql, [at])).toEqual([
          { n: 1, text: null, at },
          { n: 2, text: 'x2', at },
        ])
      }
      expect(described()).toBe(1)
    } finally {
      await knex.destroy()
    }
  })

  it('fails by itself, whatever it fails of: the connection answers the next one', async () => {
    const { knex, described } = await openOne()
    const asked = (id: unknown) => prepared(knex, 'id', 'select $1::uuid as id', [id])
    const id = '00000000-0000-4000-8000-000000000001'
    try {
      await expect(asked('none')).rejects.toThrow('invalid input syntax')
      await expect(asked(new Date(Number.NaN))).rejects.toThrow('Invalid time value')
      await expect(prepared(knex, 'id', 'select 1 as other', [])).rejects.toThrow("the name 'id'")
      await expect(prepared(knex, 'large', 'select 9007199254740993::bigint as n', [])).rejects.toThrow('does not fit')
      expect(await asked(id)).toEqual([{ id }])
      await expect(asked('none')).rejects.toThrow('invalid input syntax')
      expect(await asked(id)).toEqual([{ id }])
      expect(described()).toBe(2)
    } finally {
      await knex.destroy()
    }
  })

  it('is refused by PostgreSQL once its columns have changed', async () => {
    const { knex } = await openOne()
    try {
      await knex.raw('create table shapes (a int not null)')
      await knex.raw('insert into shapes values (1)')
      expect(await prepared(knex, 'shapes', 'select * from shapes', [])).toEqual([{ a: 1 }])
      await knex.raw('alter table shapes add b text')
      await expect(prepared(knex, 'shapes', 'select * from shapes', [])).rejects.toThrow('cached plan must not change result type')
    } finally {
      await knex.raw('drop table if exists shapes')
      await knex.destroy()
    }
  })
})

describe('violatedConstraint', () => {
  it('names the constraint, and nothing for other failures', async () => {
    const { knex } = database
    await knex('categories').insert({ slug: 'jazz' })
    const duplicate = await knex('categories')
      .insert({ slug: 'jazz' })
      .catch((error: unknown) => error)
    const syntax: unknown = await knex.raw('selec 1').catch((error: unknown) => error)
    expect(violatedConstraint(duplicate)).toBe('categories_slug_key')
    expect(violatedConstraint(syntax)).toBeUndefined()
    expect(violatedConstraint(new Error('no database at all'))).toBeUndefined()
  })
})
