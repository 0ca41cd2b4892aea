import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFactories, factoryPassword } from '../testing/factories.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createKnex } from './knex.ts'

// Roles belong to the whole server: one of its own for this run.
const role = `ee_app_${process.pid}_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let appUrl: string
let app: Knex

const as = (user: string, password: string) => {
  const url = new URL(database.url)
  url.username = user
  url.password = encodeURIComponent(password)
  return url.toString()
}
const migrate = (app: string) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../cli/migrate.ts', import.meta.url))], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, APP_DATABASE_URL: app },
  })

beforeAll(async () => {
  database = await createTestDatabase()
  appUrl = as(role, `it's 100%? "${randomBytes(8).toString('hex')}"`)
  const { status, stdout, stderr } = migrate(appUrl)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`rights given to ${role}`)
  app = createKnex(appUrl, { poolMax: 2 })
})
afterAll(async () => {
  await app?.destroy()
  await database.knex.raw('drop owned by ??', [role])
  await database.knex.raw('drop role ??', [role])
  await database.drop()
})

describe('the log-in of the api', () => {
  it.each([
    'create table mine (id int)',
    'alter table users add column mine int',
    'drop table audit_log',
    'truncate users cascade',
    'alter table audit_log disable trigger all',
    'update audit_log set request_id = null',
    'delete from audit_log',
    'delete from knex_migrations',
    'create role mine superuser',
    "copy users to program 'cat'",
    "select pg_read_file('postgresql.conf')",
  ])('may not: %s', async (statement) => {
    await expect(app.raw(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('writes rows, triggers and the audit log included, and is given its rights again after every migration', async () => {
    const [user] = await app('users').insert({ email: 'row@example.test' }).returning('id')
    await app('users').where({ id: user?.id }).update({ name: 'Row' })
    await app('audit_log').insert({ actor_id: user?.id ?? null, action: 'user.block', subject_type: 'user', subject_id: 'x' })
    // The rule of the foreign key acts as the owner: an account can go, what it did stays.
    await app('users').where({ id: user?.id }).delete()
    expect(await app('audit_log').where({ subject_id: 'x' })).toMatchObject([{ actor_id: null, action: 'user.block' }])
    await database.knex.raw('create table later (id int); insert into later values (1)')
    await expect(app.raw('select * from later')).rejects.toThrow('permission denied')
    expect(migrate(appUrl).status).toBe(0)
    expect((await app.raw<{ rows: unknown[] }>('select * from later')).rows).toHaveLength(1)
  })

  it('is refused where it is the owner', () => {
    const owner = migrate(as('postgres', 'x'))
    expect([owner.status, owner.stderr]).toEqual([1, expect.stringContaining('a log-in of its own') as string])
  })

  it('is enough for the api', async () => {
    const t: TestApi = await createTestApi({ env: { DATABASE_URL: appUrl } })
    try {
      await t.http.get('/readyz').expect(200)
      const user = await createFactories(database.knex).user()
      const reply = await t.http.post('/api/auth/login').send({ user: user.email, password: factoryPassword, client: 'studio' })
      expect(reply.status, reply.text).toBe(200)
      expect(await database.knex('user_sessions').where({ user_id: user.id })).toHaveLength(1)
      await t.http.get('/api/home').expect(200)
      await t.http.get('/api/sitemap.xml').expect(200)
    } finally {
      await t.stop()
    }
  })
})
