import { randomBytes, randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecretBox } from '../adapters/secret-box.ts'
import { toJson } from '../db/row.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories } from '../testing/factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const reseal = (keys: string) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('admin.ts', import.meta.url)), 'reseal'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_ENCRYPTION_KEY: keys },
  })

describe('npm run admin -- reseal', { timeout: 60_000 }, () => {
  it('brings every sealed value under the new key, so that the old one can go, and a second time finds nothing to do', async () => {
    const { knex } = database
    const box = createSecretBox(old)
    const user = await createFactories(knex).user()
    const mailId = randomUUID()
    const sealedMail = box.seal('{"to":"a@b.test"}', { table: 'outbox', column: 'payload', id: mailId })
    await knex('user_totps').insert({
      user_id: user.id,
      secret_encrypted: box.seal('totp', { table: 'user_totps', column: 'secret_encrypted', id: user.id }),
    })
    await knex('payment_config').update({
      provider_secret_key_encrypted: box.seal('sk', { table: 'payment_config', column: 'provider_secret_key_encrypted', id: 'site' }),
      encryption_key_id: box.keyId,
    })
    await knex('outbox').insert({
      id: mailId,
      topic: 'mail',
      payload: toJson({ template: 'x', language: 'es', sealed: sealedMail.toString('base64') }),
    })
    // Every column whose name says so is one that this command knows: a new one has to be added to it.
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(
      `select table_name || '.' || column_name as name from information_schema.columns where column_name like '%\\_encrypted' and table_schema = 'public' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'certificate_keys.private_key_encrypted',
      'payment_config.pos_key_encrypted',
      'payment_config.provider_secret_key_encrypted',
      'payment_config.provider_signing_key_encrypted',
      'social_providers.client_secret_encrypted',
      'user_totps.secret_encrypted',
    ])
    expect(reseal(next)).toMatchObject({ status: 1, stderr: expect.stringContaining(`sealed with the key ${box.keyId}`) as string })
    expect(reseal(`${next},${old}`)).toMatchObject({ status: 0, stdout: '3 values are encrypted with the first key now.\n' })

    const onlyNext = createSecretBox(next)
    const totp = await knex('user_totps').where({ user_id: user.id }).first()
    expect(onlyNext.open(totp?.secret_encrypted ?? Buffer.of(), { table: 'user_totps', column: 'secret_encrypted', id: user.id })).toBe(
      'totp',
    )
    const payment = await knex('payment_config').first()
    const place = { table: 'payment_config', column: 'provider_secret_key_encrypted', id: 'site' }
    expect(onlyNext.open(payment?.provider_secret_key_encrypted ?? Buffer.of(), place)).toBe('sk')
    expect(payment?.encryption_key_id).toBe(onlyNext.keyId)
    const mail = await knex('outbox').where({ id: mailId }).first()
    expect(mail?.payload).toMatchObject({ template: 'x', language: 'es' })
    const { sealed } = (mail?.payload ?? { sealed: '' }) as { sealed: string }
    expect(onlyNext.open(Buffer.from(sealed, 'base64'), { table: 'outbox', column: 'payload', id: mailId })).toBe('{"to":"a@b.test"}')
    expect(reseal(`${next},${old}`).stdout).toMatch(/^0 values/)
  })
})
