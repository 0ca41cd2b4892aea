import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type { Knex } from 'knex'
import { createKnex } from '../db/knex.ts'
import { migrationConfig } from '../db/migration-source.ts'

export interface TestDatabase {
  knex: Knex
  /** For code under test that opens its own connections. */
  url: string
  /** Closes the pool and drops the database. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  poolMax?: number
  /** An empty database without any migration, for tests about migrating. */
  empty?: boolean
}

/** A leftover of a killed test run is dropped when it is older than this. */
const staleMs = 60 * 60_000
/** One number for every process, so that only one of them builds a template. */
const templateLock = 0x65_65_74_70

/**
 * A database of its own for one test file, copied from a template that is migrated once per set of migrations and
 * server. Needs TEST_DATABASE_URL: any database of a server on which this user may create databases.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = testServerUrl()
  const name = `ee_test_${Date.now()}_${process.pid}_${randomBytes(4).toString('hex')}`
  const server = createKnex(serverUrl, { poolMax: 1, applicationName: 'e-events-test', statementTimeoutMs: 0 })
  try {
    const template = options.empty ? 'template0' : await ensureTemplate(server, serverUrl)
    await server.raw(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await server.destroy()
  }
  const url = withDatabase(serverUrl, name)
  // Beside other suites a test has a tenth of a core for minutes.
  const patience = { acquireTimeoutMs: 60_000, statementTimeoutMs: 300_000 }
  const knex = createKnex(url, { poolMax: options.poolMax ?? 10, applicationName: 'e-events-test', ...patience })
  return { knex, url, drop: () => dropDatabase(knex, serverUrl, name) }
}

function testServerUrl(): string {
  // oxlint-disable-next-line node/no-process-env -- tests have no composition root that could hand it in
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('TEST_DATABASE_URL is not set: `npm test` sets it, `npm run services` prints one for a terminal')
  return url
}

async function ensureTemplate(server: Knex, serverUrl: string): Promise<string> {
  const template = `ee_template_${migrationsHash()}`
  await server.raw('select pg_advisory_lock(?)', [templateLock])
  try {
    if (await databaseExists(server, template)) return template
    await dropStale(server)
    // Built under another name: a process that is killed half way leaves no half template behind.
    const building = `${template}_building`
    await server.raw(`drop database if exists ${building} with (force)`)
    await server.raw(`create database ${building} template template0`)
    const knex = createKnex(withDatabase(serverUrl, building), { poolMax: 1, statementTimeoutMs: 0 })
    try {
      await knex.migrate.latest(migrationConfig)
    } finally {
      await knex.destroy()
    }
    await server.raw(`alter database ${building} rename to ${template}`)
    return template
  } finally {
    await server.raw('select pg_advisory_unlock(?)', [templateLock])
  }
}

function migrationsHash(): string {
  const folder = new URL('../db/', import.meta.url)
  const migrations = readdirSync(new URL('migrations/', folder)).sort()
  const hash = createHash('sha256')
  for (const file of ['migration-tools.ts', 'migration-source.ts', ...migrations.map((name) => `migrations/${name}`)]) {
    hash.update(file).update(readFileSync(new URL(file, folder)))
  }
  return hash.digest('hex').slice(0, 12)
}

async function databaseExists(server: Knex, name: string): Promise<boolean> {
  const { rows } = await server.raw<{ rows: unknown[] }>('select 1 from pg_database where datname = ?', [name])
  return rows.length > 0
}

async function dropStale(server: Knex): Promise<void> {
  const { rows } = await server.raw<{ rows: { datname: string }[] }>("select datname from pg_database where datname like 'ee_test_%'")
  for (const { datname } of rows) {
    const createdMs = Number(datname.split('_')[2])
    if (Date.now() - createdMs > staleMs) await server.raw(`drop database if exists ${datname} with (force)`)
  }
}

async function dropDatabase(knex: Knex, serverUrl: string, name: string): Promise<void> {
  await knex.destroy()
  const server = createKnex(serverUrl, { poolMax: 1, applicationName: 'e-events-test', statementTimeoutMs: 0 })
  try {
    await server.raw(`drop database if exists ${name} with (force)`)
  } finally {
    await server.destroy()
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}
