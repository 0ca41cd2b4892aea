import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '@e-events/shared/domain/language.ts'
import { rungNames } from '@e-events/shared/domain/ladder.ts'
import * as states from '@e-events/shared/domain/states.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories } from '../testing/factories.ts'
import { listClosedSets, renderTables, withoutLayout } from './generate-tables.ts'
import { migrationConfig, migrations } from './migration-source.ts'
import { up as upTwoFactorNobody } from './migrations/0045_two_factor_nobody.ts'
import { inBatches } from './migration-tools.ts'

const run = promisify(execFile)

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function query<Row>(knex: Knex, sql: string): Promise<Row[]> {
  return (await knex.raw<{ rows: Row[] }>(sql)).rows
}

/** Everything the migrations make, as text that can be compared. */
async function describeSchema(knex: Knex): Promise<string[]> {
  const rows = await query<{ line: string }>(
    knex,
    `
    select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public' and table_name not like 'knex_%'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'knex_%'
    union all select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'knex_%'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select p.proname || md5(p.prosrc) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`,
  )
  return rows.map((row) => row.line)
}

describe('migrations', () => {
  it('go up, down one by one and up again on an empty database, and leave nothing behind [CARD-018]', async () => {
    const empty = await createTestDatabase({ empty: true })
    try {
      await empty.knex.migrate.latest(migrationConfig)
      const first = await describeSchema(empty.knex)
      expect(first.length).toBeGreaterThan(1_000)
      for (const [name] of migrations.toReversed()) {
        const [, undone] = (await empty.knex.migrate.down(migrationConfig)) as [number, string[]]
        expect(undone).toEqual([name])
      }
      expect(await describeSchema(empty.knex)).toEqual([])
      await empty.knex.migrate.latest(migrationConfig)
      expect(await describeSchema(empty.knex)).toEqual(first)
    } finally {
      await empty.drop()
    }
  })

  it('index what there is for search in many statements, so that none meets the time that a statement may take [CAT-019]', async () => {
    const filled = await createTestDatabase()
    const indexing: string[] = []
    try {
      const { knex } = filled
      const owner = await createFactories(knex).producer()
      // Only this trigger of the table would index them by itself.
      await knex.raw('alter table channels disable trigger channels_search_insert')
      await knex.raw(
        `insert into channels (owner_id, title, slug, status, approved_at) select ?, 'Sala ' || n, 'sala-' || n, 'published', now() from generate_series(1, 1100) n`,
        [owner.id],
      )
      knex.on('query', ({ sql }: { sql: string }) => {
        if (sql.startsWith('select search_index_channels')) indexing.push(sql)
      })
      await inBatches(knex, 'channels', 'search_index_channels')
      expect(indexing).toHaveLength(3)
      expect(await knex('search_documents').where({ kind: 'channel' }).count('* as count').first()).toEqual({ count: 1100 })
    } finally {
      await filled.drop()
    }
  })

  it('give back the choice that nobody needs a second factor where the log knows it, and only there', async () => {
    const site = await createTestDatabase()
    try {
      const { knex } = site
      const upgraded = async (...choices: string[][]) => {
        for (const roles of choices) {
          const state = JSON.stringify({ roles })
          await knex.raw(
            `insert into audit_log (action, subject_type, subject_id, state_after) values ('two_factor_roles.update', 'two_factor_roles', 'site', ?)`,
            [state],
          )
        }
        await knex('site_config').update({ two_factor_roles: null })
        await upTwoFactorNobody(knex)
        return (await knex('site_config').first())?.two_factor_roles
      }
      expect([await upgraded(), await upgraded(['ADMIN'], []), await upgraded([], ['PRODUCER'])]).toEqual([null, [], null])
    } finally {
      await site.drop()
    }
  })

  it('run from the command line, both ways, and say what they did [CARD-018]', async () => {
    const empty = await createTestDatabase({ empty: true })
    const migrate = async (...options: string[]): Promise<string> => {
      const script = fileURLToPath(new URL('../cli/migrate.ts', import.meta.url))
      return (await run(process.execPath, [script, '--url', empty.url, ...options])).stdout
    }
    try {
      expect(await migrate()).toContain(`applied ${migrations[0]?.[0]}`)
      expect(await migrate()).toContain('up to date')
      expect(await migrate('--status')).not.toContain('missing')
      expect(await migrate('--rollback')).toContain(`took back ${migrations.at(-1)?.[0]}`)
      expect(await migrate('--status')).toContain(`missing  ${migrations[0]?.[0]}`)
      await expect(
        run(process.execPath, [fileURLToPath(new URL('../cli/migrate.ts', import.meta.url)), '--url', 'postgres://127.0.0.1:1/no']),
      ).rejects.toThrow('ECONNREFUSED')
    } finally {
      await empty.drop()
    }
  })

  it('are all in the list, in the order of their numbers', async () => {
    const files = (await readdir(new URL('./migrations/', import.meta.url))).map((file) => file.replace(/\.ts$/, ''))
    expect(migrations.map(([name]) => name)).toEqual(files.sort())
  })
})

describe('row types', () => {
  it('are those of the migrated database', async () => {
    for (const [name, text] of await renderTables(database.knex)) {
      const stored = await readFile(new URL(name, import.meta.url), 'utf8')
      expect(withoutLayout(stored), `api/src/db/${name} is stale: node api/src/cli/generate-tables.ts`).toBe(withoutLayout(text))
    }
  })

  it('and their closed sets are those of shared/domain', async () => {
    const sets = await listClosedSets(database.knex)
    const allowed = (column: string): string[] => (sets.get(column) ?? []).map((value) => value.replaceAll("'", '')).sort()
    const same: [string, readonly string[]][] = [
      ['products.type', states.productTypes],
      ['products.plan', states.productPlans],
      ['products.status', states.productStatuses],
      ['channels.status', states.channelStatuses],
      ['users.roles', states.roles],
      ['users.locale', languages],
      ['product_translations.language', languages],
      ['broadcasts.state', states.broadcastStates],
      ['broadcasts.end_reason', states.broadcastEndReasons],
      ['feeds.kind', states.feedKinds],
      ['feeds.state', states.feedStates],
      ['media_assets.state', states.assetStates],
      ['media_assets.rungs', rungNames],
    ]
    for (const [column, values] of same) expect([column, allowed(column)]).toEqual([column, [...values].sort()])
  })
})

describe('functions behind indexes and generated columns', () => {
  it('work with an empty search_path, as a restore has', async () => {
    const words = await database.knex.transaction(async (trx) => {
      await trx.raw("set local search_path = ''")
      return query<{ found: boolean }>(
        trx,
        `select public.search_vector('Canción de Otoño', public.words_of(array['São Paulo']), null) @@ 'cancion & otono & sao'::tsquery
          and public.is_slug('cancion-de-otono') and public.is_web_url('https://x.test') and public.is_currency('EUR') as found`,
      )
    })
    expect(words).toEqual([{ found: true }])
  })
})

describe('every table', () => {
  const none = async (sql: string): Promise<void> => expect(await query(database.knex, sql)).toEqual([])

  it('has an index for each foreign key', () =>
    none(`
      select k.conrelid::regclass::text as table, k.conname from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey)`))

  it('says what happens to its rows when a referenced row goes', () =>
    none(`select conrelid::regclass::text, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype = 'a'`))

  it('has a primary key', () =>
    none(`select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'knex_%'
      and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`))

  it('keeps moments with their zone, money as bigint and currencies checked', () =>
    none(`
      select table_name, column_name from information_schema.columns c
      where table_schema = 'public' and table_name not like 'knex_%' and (
        udt_name in ('timestamp', 'time', 'timetz', 'numeric', 'money', 'json', 'varchar', 'serial')
        or (column_name like '%\\_minor' and udt_name <> 'int8')
        or (column_name like '%currency' and not exists (
          select 1 from pg_constraint k where k.conrelid = format('%I', c.table_name)::regclass and pg_get_constraintdef(k.oid) like '%is_currency%')))`))

  it('that has updated_at keeps it true by a trigger', () =>
    none(`
      select table_name from information_schema.columns c where column_name = 'updated_at' and table_schema = 'public' and not exists (
        select 1 from pg_trigger t where t.tgrelid = format('%I', c.table_name)::regclass and t.tgname = c.table_name || '_touch')`))
})

describe('docs/database.md', () => {
  it('names only constraints that exist', async () => {
    const text = await readFile(new URL('../../../docs/database.md', import.meta.url), 'utf8')
    const table = text.slice(text.indexOf('## Invariants'), text.indexOf('## Recipes'))
    const named = [...table.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name ?? '')
    const rows = await query<{ name: string }>(
      database.knex,
      `select conname as name from pg_constraint union select indexname from pg_indexes
      union select (regexp_matches(prosrc, 'constraint = ''([a-z_]+)''', 'g'))[1] from pg_proc where pronamespace = 'public'::regnamespace
      union select tgname from pg_trigger where tgname like '%append_only'`,
    )
    const existing = new Set(rows.map((row) => row.name))
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((name) => !existing.has(name))).toEqual([])
  })
})

describe('the listing queries', () => {
  const someId = "'00000000-0000-4000-8000-000000000000'"
  const plans: [string, string, string][] = [
    [
      'live now',
      'broadcasts_on_air_index',
      "select id from broadcasts where state in ('on_air', 'interrupted') and kind = 'live' order by started_at desc limit 24",
    ],
    [
      'upcoming',
      'product_sessions_upcoming_index',
      "select product_id from product_sessions where state = 'scheduled' and starts_at > now() order by starts_at limit 24",
    ],
    [
      'on demand',
      'products_public_index',
      "select id from products where status = 'published' and cancelled_at is null and type = 'vod' order by published_at desc, id limit 24",
    ],
    ['product by slug', 'products_slug_key', "select * from products where slug = 'a'"],
    ['products of a channel', 'products_channel_index', `select id from products where channel_id = ${someId} order by published_at desc`],
    [
      'search by words',
      'products_search_index',
      "select id from products where search_vector @@ to_tsquery('simple', plain_text('canción') || ':*')",
    ],
    [
      'search inside words',
      'products_title_trigram_index',
      "select id from products where plain_text(title) like '%' || plain_text('ámpag') || '%'",
    ],
    ['my tickets', 'tickets_user_index', `select * from tickets where user_id = ${someId} order by acquired_at desc limit 24`],
    [
      'the ticket of a viewer',
      'tickets_one_per_user_and_product',
      `select * from tickets where user_id = ${someId} and product_id = ${someId} and revoked_at is null`,
    ],
    [
      'outbox',
      'outbox_due_index',
      'select * from outbox where done_at is null and failed_at is null and available_at <= now() order by available_at, sequence limit 50',
    ],
    ['expired leases', 'media_jobs_lease_index', "select * from media_jobs where state = 'running' and lease_until < now()"],
  ]

  it.each(plans)('%s is answered by %s', async (_name, index, sql) => {
    const plan = await database.knex.transaction(async (trx) => {
      // The tables are empty: without this the planner rightly reads them whole.
      await trx.raw('set local enable_seqscan = off')
      return query<{ 'QUERY PLAN': string }>(trx, `explain ${sql}`)
    })
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
  })
})
