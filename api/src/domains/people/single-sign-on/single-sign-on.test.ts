import { auth } from '@e-events/shared/contract/people/auth.ts'
import { loginConfig } from '@e-events/shared/contract/people/login-config.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import type { SocialProviderUpdate } from '../../../db/tables/people.ts'
import { startTestProvider, type Behaviour, type TestProvider } from '../../../testing/openid-provider.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createProviderRepository } from './repository.ts'

const logged: string[] = []
let t: TestApi
let provider: TestProvider
let person = 0

beforeAll(async () => {
  t = await createTestApi({ log: { level: 'debug', destination: { write: (text) => void logged.push(text) } } })
  provider = await startTestProvider(() => t.clock.nowMs())
  const { issuer, clientId, clientSecret } = provider
  const providers = createProviderRepository(t.database.knex, createSecretBox(t.env.DATA_ENCRYPTION_KEY))
  await providers.save({ provider: 'acme', label: 'Acme', issuer, clientId, clientSecret })
  await t.database.knex('social_providers').update({ is_enabled: true })
})
afterAll(async () => {
  await provider.stop()
  await t.stop()
})
beforeEach(() => {
  person++
  provider.behaviour = { claims: claimsOf(`sub-${person}`) }
})
afterEach(async () => {
  vi.useRealTimers()
  await t.database.knex('site_config').update({ approve_users: false, allowed_email_domains: [], forbidden_email_domains: [] })
})

const claimsOf = (sub: string, more: Record<string, unknown> = {}) => ({
  sub,
  email: `${sub}@elsewhere.test`,
  email_verified: true,
  given_name: 'Nuria',
  family_name: 'Vidal',
  ...more,
})
const lie = (how: Partial<Behaviour>) => Object.assign(provider.behaviour, how)

/** A browser of its own, with its cookies. */
const browser = () => supertest.agent(t.url).set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
type Browser = ReturnType<typeof browser>

const begin = async (from: Browser, query: Record<string, string> = {}) =>
  (await from.get('/api/auth/social/acme').query({ privacy: privacyVersion, ...query })).get('location') ?? ''

/** The whole way; answers where the browser ends. */
async function signOn(from: Browser = browser(), query: Record<string, string> = {}): Promise<URL> {
  const back = await provider.authorize(await begin(from, query))
  return finish(from, back)
}
async function finish(from: Browser, back: URL): Promise<URL> {
  const reply = await from.get(`${back.pathname}${back.search}`)
  expect(reply.status).toBe(302)
  expect(reply.get('cache-control')).toBe('no-store')
  return new URL(reply.get('location') ?? '', 'http://here.test')
}
const reasonOf = (end: URL) => {
  expect(end.pathname).toBe('/login')
  return end.searchParams.get('reason')
}
/** Whose session the cookie of this browser opens. */
async function sessionOf(from: Browser) {
  const reply = await from.post('/api/auth/refresh').send({})
  return reply.status === 200 ? (reply.body as { user: { id: string; user: string } }).user : undefined
}
const accountOf = (email: string) => t.database.knex('users').where({ email }).first()
const identitiesOf = (userId: string) => t.database.knex('user_identities').where({ user_id: userId })
const change = (columns: SocialProviderUpdate) => t.database.knex('social_providers').where({ provider: 'acme' }).update(columns)

describe('single sign-on refuses', () => {
  it.each<[string, Partial<Behaviour>]>([
    ['a wrong nonce', { nonce: 'somebody-elses' }],
    ['a wrong issuer', { issuer: 'https://id.evil.example' }],
    ['a token for another client', { audience: 'another-client' }],
    ['a token for several clients that does not say whom', { audience: ['e-events & friends', 'another-client'] }],
    ['a token for us that was made for another party', { authorizedParty: 'another-client' }],
    ['a token that ran out', { issuedAtSec: 1_700_000_000, expiresAtSec: 1_700_000_300 }],
    ['a wrong signature', { forged: true }],
    ['a token without a signature', { unsigned: true }],
    [
      'a token without a signature of a provider that announces such',
      { unsigned: true, document: { id_token_signing_alg_values_supported: ['ES256', 'none'] } },
    ],
  ])('%s: nobody is logged in and no account is made', async (_, how) => {
    // The document of the case before is asked for anew.
    t.clock.advance(61 * 60_000)
    lie(how)
    const from = browser()
    expect(reasonOf(await signOn(from))).toBe('unproven')
    expect(await sessionOf(from)).toBeUndefined()
    expect(await accountOf(`sub-${person}@elsewhere.test`)).toBeUndefined()
  })

  it('an e-mail that the provider did not verify, even where an account has it: it is linked to nothing', async () => {
    const owner = await t.factories.user()
    for (const claims of [
      { email: owner.email, email_verified: false },
      { email: owner.email, email_verified: undefined },
      { email: undefined },
    ]) {
      lie({ claims: claimsOf(`sub-${person}`, claims) })
      const from = browser()
      expect(reasonOf(await signOn(from))).toBe('email')
      expect(await sessionOf(from)).toBeUndefined()
    }
    expect(await identitiesOf(owner.id)).toEqual([])
  })

  it('a state that is not of this browser: missing, changed, of another visitor, or too old', async () => {
    const from = browser()
    const back = await provider.authorize(await begin(from))
    expect(reasonOf(await finish(browser(), back))).toBe('expired')
    const changed = new URL(back)
    changed.searchParams.set('state', 'another')
    expect(reasonOf(await finish(from, changed))).toBe('expired')
    // An attempt is over after one answer.
    expect(reasonOf(await finish(from, back))).toBe('expired')
    const missing = await provider.authorize(await begin(from))
    missing.searchParams.delete('state')
    expect(reasonOf(await finish(from, missing))).toBe('expired')
    const late = await provider.authorize(await begin(from))
    t.clock.advance(10 * 60_000)
    expect(reasonOf(await finish(from, late))).toBe('expired')
    expect(await sessionOf(from)).toBeUndefined()
  })

  it('a code that was used before, and one that belongs to another attempt', async () => {
    const from = browser()
    const back = await provider.authorize(await begin(from))
    expect((await finish(from, back)).searchParams.get('signed-in')).toBe('1')
    const other = browser()
    const theirs = await provider.authorize(await begin(other))
    const replayed = new URL(theirs)
    replayed.searchParams.set('code', back.searchParams.get('code') ?? '')
    expect(reasonOf(await finish(other, replayed))).toBe('unproven')
    // A fresh code of somebody else fails at the proof key: the verifier lies in their cookie.
    const victim = await provider.authorize(await begin(browser()))
    const injected = await provider.authorize(await begin(other))
    injected.searchParams.set('code', victim.searchParams.get('code') ?? '')
    expect(reasonOf(await finish(other, injected))).toBe('unproven')
    expect(await sessionOf(other)).toBeUndefined()
  })

  it('a provider that is unknown or off, and says so when somebody cancelled over there', async () => {
    const reply = await browser().get('/api/auth/social/nobody')
    expect([reply.status, reply.get('location')]).toEqual([302, '/login?reason=unavailable&next=%2F'])
    await change({ is_enabled: false })
    try {
      expect(await begin(browser())).toContain('reason=unavailable')
    } finally {
      await change({ is_enabled: true })
    }
    const from = browser()
    const back = await provider.authorize(await begin(from, { next: '/help' }))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    const end = await finish(from, back)
    expect([reasonOf(end), end.searchParams.get('next')]).toEqual(['cancelled', '/help'])
  })

  it('to go on with a provider that breaks, leads elsewhere, or answers for somebody else', async () => {
    // The cached answer is still fresh; an hour later the provider is asked anew.
    const ends: (string | null)[] = []
    for (const how of [
      { broken: { status: 500, body: '{}' } },
      { broken: { status: 200, body: 'no json' } },
      { document: { padding: 'x'.repeat(300_000) } },
      { broken: 'redirect' },
      { document: { issuer: 'https://id.evil.example' } },
      { document: { token_endpoint: 'http://127.0.0.1:1/token' } },
      { document: { jwks_uri: 'https://keys.evil.example' } },
      { document: { authorization_endpoint: 'https://phish.example/authorize' } },
    ] satisfies Partial<Behaviour>[]) {
      t.clock.advance(61 * 60_000)
      provider.behaviour = { claims: {}, ...how }
      ends.push(new URL(await begin(browser()), 'http://here.test').searchParams.get('reason'))
    }
    expect(ends).toEqual(ends.map(() => 'unavailable'))
    provider.behaviour = { claims: claimsOf(`sub-${person}`) }
    expect((await signOn()).searchParams.get('signed-in')).toBe('1')
  })

  it('to wait longer than five seconds', async () => {
    t.clock.advance(61 * 60_000)
    lie({ broken: 'silent' })
    const inTime = AbortSignal.timeout
    // The platform's own timer, only sooner.
    using asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => inTime.call(AbortSignal, ms / 100))
    expect(await begin(browser())).toContain('reason=unavailable')
    expect(asked.mock.calls).toEqual([[5_000]])
  })

  it('accounts that may not log in: blocked, not activated, not approved, with a second factor', async () => {
    await t.database.knex('site_config').update({ approve_users: true })
    const cases = [
      [{ blocked_at: new Date() }, 'refused'],
      [{ email_verified_at: null }, 'not-activated'],
      [{ approval_state: 'pending' }, 'pending'],
      [{ approval_state: 'not_approved' }, 'refused'],
    ] as const
    for (const [fields, reason] of cases) {
      const owner = await t.factories.user(fields)
      lie({ claims: claimsOf(`${reason}-${owner.id}`, { email: owner.email }) })
      const from = browser()
      expect([fields, reasonOf(await signOn(from))]).toEqual([fields, reason])
      expect(await sessionOf(from)).toBeUndefined()
      expect(await identitiesOf(owner.id)).toEqual([])
    }
    const owner = await t.factories.user()
    await t.database.knex('user_totps').insert({ user_id: owner.id, secret_encrypted: Buffer.of(1), confirmed_at: new Date() })
    lie({ claims: claimsOf(`sub-${person}`, { email: owner.email }) })
    const from = browser()
    expect(reasonOf(await signOn(from))).toBe('two-factor')
    expect(await sessionOf(from)).toBeUndefined()
    expect(await identitiesOf(owner.id)).toEqual([])
  })

  it('a known identity as soon as its account is blocked or has a second factor', async () => {
    expect((await signOn()).searchParams.get('signed-in')).toBe('1')
    const owner = await accountOf(`sub-${person}@elsewhere.test`)
    const id = owner?.id ?? ''
    await t.database.knex('user_totps').insert({ user_id: id, secret_encrypted: Buffer.of(1), confirmed_at: new Date() })
    expect(reasonOf(await signOn())).toBe('two-factor')
    await t.database.knex('users').where({ id }).update({ blocked_at: new Date() })
    expect(reasonOf(await signOn())).toBe('refused')
  })

  it('a new account with an e-mail of a forbidden domain, or without the consent that the button names', async () => {
    await t.database.knex('site_config').update({ forbidden_email_domains: ['elsewhere.test'] })
    expect(reasonOf(await signOn())).toBe('domain')
    await t.database.knex('site_config').update({ forbidden_email_domains: [] })
    for (const privacy of ['', '2026-01']) expect(reasonOf(await signOn(browser(), { privacy }))).toBe('consent')
    expect(await accountOf(`sub-${person}@elsewhere.test`)).toBeUndefined()
  })

  it('a second person of the same provider for one account', async () => {
    const owner = await t.factories.user()
    await t.database.knex('user_identities').insert({ user_id: owner.id, provider: 'acme', subject: `sub-${person}` })
    lie({ claims: claimsOf(`another-${person}`, { email: owner.email }) })
    expect(reasonOf(await signOn())).toBe('other-identity')
    expect(await identitiesOf(owner.id)).toHaveLength(1)
  })

  it.each([
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(600)}`,
  ])('to lead to %j with a fresh session', async (next) => {
    const end = await signOn(browser(), { next })
    expect([end.pathname, end.searchParams.get('next')]).toEqual(['/login', '/'])
  })
})

describe('single sign-on', () => {
  it('makes an account for somebody new: external, confirmed, with the consent and a session like any other [ADM-037]', async () => {
    const from = browser()
    const end = await signOn(from, { next: '/mystuff/products?tab=1', language: 'pt' })
    expect(Object.fromEntries(end.searchParams)).toEqual({ 'signed-in': '1', next: '/mystuff/products?tab=1' })
    const account = await accountOf(`sub-${person}@elsewhere.test`)
    expect(account).toMatchObject({
      roles: ['VIEWER'],
      is_external: true,
      email_verified_at: expect.any(Date) as Date,
      approval_state: 'approved',
      password_hash: null,
      name: 'Nuria',
      surname: 'Vidal',
      locale: 'pt',
    })
    const id = account?.id ?? ''
    expect(await t.database.knex('consents').where({ user_id: id })).toMatchObject([
      { kind: 'privacy', granted: true, document_version: privacyVersion, source: 'single-sign-on' },
    ])
    expect(await sessionOf(from)).toMatchObject({ id })
    expect(await t.database.knex('user_sessions').where({ user_id: id })).toMatchObject([{ client: 'web', device_label: 'Firefox, Linux' }])
    const asAdmin = await t.tokenOf(await t.factories.admin())
    expect((await t.call(users.get, { params: { id }, as: asAdmin })).body).toMatchObject({ external: true })
    // The password door stays shut: there is none.
    expect((await t.call(auth.login, { body: { user: account?.email, password: 'Abcdef1$' } })).status).toBe(401)
  })

  it('knows somebody again by their identity, whatever e-mail they have by now', async () => {
    await signOn()
    const account = await accountOf(`sub-${person}@elsewhere.test`)
    lie({ claims: claimsOf(`sub-${person}`, { email: 'moved@elsewhere.test' }) })
    const from = browser()
    expect((await signOn(from)).searchParams.get('signed-in')).toBe('1')
    expect(await sessionOf(from)).toMatchObject({ id: account?.id })
    expect(await accountOf('moved@elsewhere.test')).toBeUndefined()
  })

  it('leaves a new account waiting while the site asks for approval', async () => {
    await t.database.knex('site_config').update({ approve_users: true })
    const from = browser()
    expect(reasonOf(await signOn(from))).toBe('pending')
    expect(await accountOf(`sub-${person}@elsewhere.test`)).toMatchObject({ approval_state: 'pending', is_external: true })
    expect(await sessionOf(from)).toBeUndefined()
  })

  it('makes one account of two answers at the same moment', async () => {
    const two = [browser(), browser()]
    const backs = await Promise.all(two.map(async (one) => provider.authorize(await begin(one))))
    const ends = await Promise.all(backs.map((back, index) => finish(two[index] ?? browser(), back)))
    expect(ends.map((end) => end.searchParams.get('signed-in'))).toEqual(['1', '1'])
    expect(await t.database.knex('users').where({ email: `sub-${person}@elsewhere.test` })).toHaveLength(1)
  })

  it('sends the secret the way the provider asks for, and follows its change of keys', async () => {
    provider.requests.length = 0
    await signOn()
    const basic = provider.requests.find(({ path }) => path === '/token')
    expect(basic?.authorization).toMatch(/^Basic /)
    expect(basic?.body).not.toContain('client_secret')
    t.clock.advance(61 * 60_000)
    lie({ document: { token_endpoint_auth_methods_supported: ['client_secret_post'] } })
    provider.requests.length = 0
    expect((await signOn()).searchParams.get('signed-in')).toBe('1')
    expect(provider.requests.find(({ path }) => path === '/token')?.authorization).toBeUndefined()
    await provider.rotateKeys()
    // The library asks for keys again after a minute of the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await signOn()).searchParams.get('signed-in')).toBe('1')
  })

  it('asks the provider for its document and keys once, not with every visitor', async () => {
    await signOn()
    provider.requests.length = 0
    await signOn()
    expect(provider.requests.map(({ path }) => path)).toEqual(['/authorize', '/token'])
    // Staff that looks at the present document uses it from then on.
    const as = await t.tokenOf(await t.factories.admin())
    await t.call(loginConfig.checkIssuer, { body: { issuer: provider.issuer }, as }).expect(200)
    provider.requests.length = 0
    await begin(browser())
    expect(provider.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration'])
  })

  it('keeps state, nonce and verifier where no script and no log reads them, and tokens out of addresses', async () => {
    const from = browser()
    const reply = await from.get('/api/auth/social/acme').query({ privacy: privacyVersion })
    const [cookie = ''] = reply.get('set-cookie') ?? []
    expect(cookie).toMatch(/^ee_sign_on=[\w-]+; path=\/api\/auth\/social; expires=.*; samesite=lax; httponly$/)
    const asked = new URL(reply.get('location') ?? '').searchParams
    const back = await provider.authorize(reply.get('location') ?? '')
    const done = await from.get(`${back.pathname}${back.search}`)
    const cookies = [done.get('set-cookie') ?? []].flat()
    expect(cookies.find((one) => one.startsWith('ee_refresh='))).toMatch(/path=\/api\/auth; .*samesite=lax; httponly$/)
    expect(cookies.find((one) => one.startsWith('ee_sign_on='))).toMatch(/^ee_sign_on=;/)
    expect(done.get('location')).toBe('/login?signed-in=1&next=%2F')
    const refreshToken = /ee_refresh=([^;]+)/.exec(cookies.join(';'))?.[1] ?? 'none'
    const secrets = [asked.get('state'), asked.get('nonce'), back.searchParams.get('code'), refreshToken, provider.clientSecret]
    for (const secret of secrets) expect(logged.join('\n')).not.toContain(secret)
    expect(logged.join('\n')).toContain('/api/auth/social/acme/callback')
    const row = await t.database.knex('social_providers').first()
    expect(row?.client_secret_encrypted?.toString('latin1')).not.toContain(provider.clientSecret)
  })

  it('is offered with its button, while it is on [ID-025]', async () => {
    const offered = async () => (await t.call(config.registerSocial)).body as { social: { provider: string; enabled: boolean }[] }
    expect((await offered()).social).toMatchObject([{ provider: 'acme', label: 'Acme', clientId: provider.clientId, enabled: true }])
    expect(JSON.stringify(await offered())).not.toContain(provider.clientSecret)
    await change({ is_enabled: false })
    try {
      expect((await offered()).social).toMatchObject([{ provider: 'acme', enabled: false }])
      expect(await begin(browser())).toContain('reason=unavailable')
    } finally {
      await change({ is_enabled: true })
    }
  })
})
