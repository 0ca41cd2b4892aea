import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { createSecretBox } from '../adapters/secret-box.ts'
import { createProviderRepository } from '../domains/people/single-sign-on/repository.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const script = fileURLToPath(new URL('admin.ts', import.meta.url))

function admin(
  args: string[],
  env: Record<string, string> = { DATABASE_URL: t.env.DATABASE_URL },
  input = '',
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    child.stdin.end(input)
    let out = ''
    let err = ''
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}

describe('npm run admin', { timeout: 60_000 }, () => {
  it('refuses what is no e-mail address, an unknown command and a missing database, and changes nothing', async () => {
    for (const args of [
      [],
      ['create'],
      ['create', 'nobody'],
      ['delete', 'a@b.example'],
      ['create', 'a@b.example', 'x'],
      ['two-factor-off'],
      ['require-two-factor', 'VIEWER'],
    ]) {
      const { code, err } = await admin(args)
      expect([args, code]).toEqual([args, 1])
      expect(err).toMatch(/usage|not an e-mail/)
    }
    expect((await admin(['create', 'a@b.example'], {})).err).toContain('no database named')
    expect((await admin(['two-factor-off', 'nobody@b.example'])).err).toContain('no account')
    expect(await t.database.knex('users')).toEqual([])
  })

  it('makes the first administrator with a password that is printed once and works', async () => {
    const { code, out } = await admin(['create', 'Jefa@example.test'])
    expect(code).toBe(0)
    const password = /password\s+(\S+)/.exec(out)?.[1] ?? ''
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^\w\s]).{20}$/)
    const reply = await t.call(auth.login, { body: { user: 'jefa@example.test', password } })
    expect(reply.body).toMatchObject({ user: { roles: ['VIEWER', 'ADMIN'] } })
    const row = await t.database.knex('users').where({ email: 'jefa@example.test' }).first()
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('says of whom a second factor is required, and takes it off somebody who lost phone and codes', async () => {
    const rolesOf = async () => (await t.database.knex('site_config').first())?.two_factor_roles
    expect(await admin(['require-two-factor', 'ADMIN', 'PRODUCER', 'ADMIN'])).toMatchObject({ code: 0 })
    expect(await rolesOf()).toEqual(['ADMIN', 'PRODUCER'])
    expect(await admin(['require-two-factor'])).toMatchObject({ code: 0 })
    expect(await rolesOf()).toEqual([])
    const user = await t.factories.user()
    await t.database.knex('user_totps').insert({ user_id: user.id, secret_encrypted: Buffer.of(1), confirmed_at: new Date() })
    await t.database.knex('user_recovery_codes').insert({ user_id: user.id, code_hash: Buffer.alloc(32) })
    expect((await admin(['two-factor-off', user.email])).out).toContain('has no second factor any more')
    expect(await t.database.knex('user_totps').where({ user_id: user.id })).toEqual([])
    expect(await t.database.knex('user_recovery_codes').where({ user_id: user.id })).toEqual([])
  })

  it('takes an account that was never confirmed from whoever signed up: another password, and none of the ways in that waited', async () => {
    const email = 'operations@example.test'
    const password = 'Attacker1!pw'
    const person = { name: 'Eve', privacyAccepted: true as const, privacyVersion }
    await t.call(signUp.register, {
      body: { role: 'attendee', email, emailConfirm: email, password, passwordConfirm: password, ...person },
    })
    const squatter = (await t.database.knex('users').where({ email }).first())!
    await t.database.knex('user_totps').insert({ user_id: squatter.id, secret_encrypted: Buffer.of(1), confirmed_at: new Date() })
    await t.database.knex('user_recovery_codes').insert({ user_id: squatter.id, code_hash: Buffer.alloc(32) })
    await t.database.knex('user_identities').insert({ user_id: squatter.id, provider: 'acme', subject: 's-1' })
    const { code, out } = await admin(['create', email])
    expect([code, out]).toEqual([0, expect.stringContaining('never confirmed') as string])
    expect((await t.call(auth.login, { body: { user: email, password } })).status).toBe(401)
    for (const table of ['email_tokens', 'user_totps', 'user_recovery_codes', 'user_identities'] as const) {
      expect([table, await t.database.knex(table).where({ user_id: squatter.id })]).toEqual([table, []])
    }
    const printed = /password\s+(\S{20})/.exec(out)?.[1] ?? ''
    expect((await t.call(auth.login, { body: { user: email, password: printed } })).body).toMatchObject({
      user: { roles: ['VIEWER', 'ADMIN'] },
    })
  })

  it('turns an existing account into one, unblocks it and keeps its password', async () => {
    const user = await t.factories.producer({ blocked_at: new Date() })
    const { code, out } = await admin(['create', user.email])
    expect([code, out]).toEqual([0, expect.not.stringMatching(/password\s+\S{20}/) as string])
    expect(await t.database.knex('users').where({ id: user.id }).first()).toMatchObject({
      roles: ['VIEWER', 'PRODUCER', 'ADMIN'],
      blocked_at: null,
      password_hash: user.password_hash,
    })
  })
})

describe('npm run admin -- social-provider', { timeout: 60_000 }, () => {
  const values = ['add', 'acme', '--label', 'Acme', '--issuer', 'https://id.acme.example', '--client-id', 'web']
  const run = (args: string[], env: Record<string, string> = {}, input = '') => {
    const { DATABASE_URL, DATA_ENCRYPTION_KEY } = t.env
    return admin(['social-provider', ...args], { DATABASE_URL, DATA_ENCRYPTION_KEY, SOCIAL_CLIENT_SECRET: 'hush', ...env }, input)
  }

  it('refuses what is incomplete, an issuer without https, a missing key and an unknown provider, and changes nothing', async () => {
    for (const args of [
      [],
      ['add'],
      values.slice(0, 6),
      [...values, 'more'],
      ['enable'],
      ['remove', 'acme'],
      ['add', 'No Slug', ...values.slice(2)],
    ]) {
      const { code, err } = await run(args)
      expect([args, code]).toEqual([args, 1])
      expect(err).toContain('usage')
    }
    expect((await run(values.with(5, 'http://id.acme.example'))).err).toContain('no https address')
    expect((await run(values.with(5, 'http://127.0.0.1:8000'), { NODE_ENV: 'production' })).err).toContain('no https address')
    expect((await run(values, { DATA_ENCRYPTION_KEY: '' })).err).toContain('DATA_ENCRYPTION_KEY')
    expect((await run(['enable', 'nobody'])).err).toContain('no provider nobody')
    expect(await t.database.knex('social_providers')).toEqual([])
  })

  it('adds a provider that is off, switches it on and off, changes it, and shows its secret to nobody', async () => {
    const row = () => t.database.knex('social_providers').where({ provider: 'acme' }).first()
    const added = await run(values)
    expect([added.code, (await row())?.is_enabled]).toEqual([0, false])
    expect((await row())?.client_secret_encrypted?.toString('latin1')).not.toContain('hush')
    expect((await run(['enable', 'acme'])).code).toBe(0)
    // Another label, without a secret: it keeps the one it has, and stays on.
    const sealed = (await row())?.client_secret_encrypted
    expect((await run(values.with(3, 'Acme ID'), { SOCIAL_CLIENT_SECRET: '' })).code).toBe(0)
    expect(await row()).toMatchObject({ label: 'Acme ID', is_enabled: true, client_secret_encrypted: sealed })
    // A new secret comes through a pipe, too.
    expect((await run(values.with(3, 'Acme ID'), { SOCIAL_CLIENT_SECRET: '' }, 'hush again\n')).code).toBe(0)
    const providers = createProviderRepository(t.database.knex, createSecretBox(t.env.DATA_ENCRYPTION_KEY))
    expect(await providers.findEnabled('acme')).toMatchObject({ clientSecret: 'hush again' })
    const listed = await run(['list'])
    expect(listed.out).toBe('acme\ton\tAcme ID\thttps://id.acme.example\tweb\twith a secret\tany domain\n')
    expect((await run([...values, '--email-domains', 'no domain'])).code).toBe(1)
    expect((await run([...values, '--email-domains', 'Uni.example,law.example'])).code).toBe(0)
    expect((await row())?.email_domains).toEqual(['uni.example', 'law.example'])
    expect((await run(['disable', 'acme'])).code).toBe(0)
    expect((await row())?.is_enabled).toBe(false)
    for (const { out, err } of [added, listed]) expect(out + err).not.toContain('hush')
  })
})
