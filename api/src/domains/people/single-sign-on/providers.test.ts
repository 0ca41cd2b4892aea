import { config } from '@e-events/shared/contract/settings/config.ts'
import { loginConfig, type SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import { startTestProvider, type TestProvider } from '../../../testing/openid-provider.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createProviderRepository } from './repository.ts'

const logged: string[] = []
let t: TestApi
let provider: TestProvider
let admin: string

beforeAll(async () => {
  t = await createTestApi({ log: { level: 'trace', destination: { write: (text) => void logged.push(text) } } })
  provider = await startTestProvider(() => t.clock.nowMs())
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(async () => {
  await provider.stop()
  await t.stop()
})
afterEach(async () => {
  provider.behaviour = { claims: {} }
  await t.database.knex('user_identities').delete()
  await t.database.knex('social_providers').delete()
  await t.database.knex('site_config').update({ two_factor_roles: [] })
})

const secret = 'hush-hush-4711'
const acme = () => ({ provider: 'acme', label: 'Acme', issuer: provider.issuer, clientId: 'e-events', clientSecret: secret })
const codeOf = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as { code?: string }).code]
const lastAudit = () => t.database.knex('audit_log').orderBy('sequence', 'desc').first()
const add = (body: object = acme()) => t.call(loginConfig.addProvider, { body, as: admin })
const change = (body: object, slug = 'acme') => t.call(loginConfig.changeProvider, { params: { provider: slug }, body, as: admin })
const check = async (issuer: string) =>
  (await t.call(loginConfig.checkIssuer, { body: { issuer }, as: admin }).expect(200)).body as { fault: string }

describe('single sign-on providers', () => {
  it.each([
    ['a name that is no slug', { provider: 'Acme Corp' }],
    ['no label', { label: ' ' }],
    ['an issuer without https on another machine', { issuer: 'http://id.example.test' }],
    ['an issuer with a password in it', { issuer: 'https://me:you@id.example.test' }],
    ['an issuer with a query', { issuer: 'https://id.example.test?x=1' }],
    ['no address at all', { issuer: 'file:///etc/passwd' }],
  ])('refuse %s and store nothing', async (_, wrong) => {
    expect(codeOf(await add({ ...acme(), ...wrong }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await t.database.knex('social_providers')).toEqual([])
  })

  it('refuse a name that is taken, an unknown one, and another issuer once accounts log in with it', async () => {
    await add().expect(201)
    expect(codeOf(await add({ ...acme(), label: 'Other' }))).toEqual([409, 'SLUG_TAKEN'])
    const { provider: _, ...rest } = acme()
    expect(codeOf(await change({ ...rest, enabled: true }, 'nobody'))).toEqual([404, 'NOT_FOUND'])
    const person = await t.factories.user()
    await t.database.knex('user_identities').insert({ user_id: person.id, provider: 'acme', subject: 'sub-1' })
    expect(codeOf(await change({ ...rest, issuer: 'https://id.example.test', enabled: true }))).toEqual([409, 'STATE_CONFLICT'])
    const changed = (await change({ ...rest, label: 'Acme again', enabled: true }).expect(200)).body as SignOnProvider
    expect(changed).toMatchObject({ label: 'Acme again', accounts: 1, issuer: provider.issuer })
  })

  it('are off when they are new, are offered once they are on, and say where the provider leads people back to [API-017]', async () => {
    const added = (await add().expect(201)).body as SignOnProvider
    const redirectUri = `${t.env.PUBLIC_ORIGIN}/api/auth/social/acme/callback`
    expect(added).toEqual({ ...visible(acme()), secretSet: true, enabled: false, emailDomains: [], redirectUri, accounts: 0 })
    const offered = async () =>
      ((await t.call(config.registerSocial).expect(200)).body as { social: { provider: string; enabled: boolean }[] }).social
    expect(await offered()).toMatchObject([{ provider: 'acme', enabled: false }])
    const { provider: _, ...rest } = acme()
    await change({ ...rest, clientSecret: '', emailDomains: ['Uni.example'], enabled: true }).expect(200)
    expect(codeOf(await change({ ...rest, emailDomains: ['no domain'], enabled: true }))).toEqual([400, 'VALIDATION_FAILED'])
    const kept = (await change({ ...rest, clientSecret: '', enabled: true }).expect(200)).body as SignOnProvider
    expect(kept.emailDomains).toEqual(['uni.example'])
    expect(await offered()).toMatchObject([{ provider: 'acme', enabled: true }])
    expect((await t.call(loginConfig.providers, { as: admin }).expect(200)).body).toEqual({
      items: [{ ...added, enabled: true, emailDomains: ['uni.example'] }],
    })
    // And the door is open: the browser is led to the provider.
    const door = await fetch(new URL('/api/auth/social/acme?privacy=1', t.url), { redirect: 'manual' })
    expect(door.headers.get('location')).toContain(provider.issuer)
  })

  it('keep their secret sealed: kept when left empty, in no answer, no log line and no audit entry', async () => {
    const { sequence } = (await lastAudit()) ?? { sequence: 0 }
    await add().expect(201)
    const box = createSecretBox(t.env.DATA_ENCRYPTION_KEY)
    const storedSecret = async () => (await createProviderRepository(t.database.knex, box).findEnabled('acme'))?.clientSecret
    const { provider: _, ...rest } = acme()
    await change({ ...rest, clientSecret: '', enabled: true }).expect(200)
    expect(await storedSecret()).toBe(secret)
    const answer = await change({ ...rest, clientSecret: 'another-hush-42', enabled: true }).expect(200)
    expect(await storedSecret()).toBe('another-hush-42')
    const entries = await t.database
      .knex('audit_log')
      .where({ subject_type: 'sign_on_provider' })
      .where('sequence', '>', sequence)
      .orderBy('sequence')
    expect(entries.map(({ action }) => action)).toEqual(['sign_on_provider.add', 'sign_on_provider.update', 'sign_on_provider.update'])
    expect(entries[1]).toMatchObject({ state_before: { enabled: false }, state_after: { enabled: true } })
    expect(entries[2]?.state_after).toMatchObject({ secretReplaced: true })
    const everything =
      JSON.stringify([answer.body, entries, await t.database.knex('social_providers').select('label', 'client_id')]) + logged.join('')
    for (const word of [secret, 'another-hush-42']) expect(everything).not.toContain(word)
  })

  it.each([
    ['whose document is of somebody else', { document: { issuer: 'https://id.example.test' } }, 'other-issuer'],
    ['whose endpoints are elsewhere', { document: { token_endpoint: 'https://elsewhere.example.test/token' } }, 'foreign-endpoint'],
    ['that answers an error', { broken: { status: 500, body: '{}' } }, 'no-document'],
    ['that answers a page', { broken: { status: 200, body: '<html>' } }, 'unreachable'],
    ['that sends on to another address', { broken: 'redirect' }, 'unreachable'],
  ] as const)('are checked before they are used: an issuer %s is told apart', async (_, how, fault) => {
    provider.behaviour = { claims: {}, ...how }
    expect(await check(provider.issuer)).toEqual({ fault, authorizationEndpoint: null, tokenEndpoint: null })
  })

  it('are checked against the present document, and never over http on another machine', async () => {
    expect(await check('http://id.example.test')).toMatchObject({ fault: 'address' })
    expect(await check('https://127.0.0.1:10/nobody')).toMatchObject({ fault: 'unreachable' })
    expect(await check(provider.issuer)).toEqual({
      fault: null,
      authorizationEndpoint: expect.stringContaining(provider.issuer) as string,
      tokenEndpoint: expect.stringContaining(provider.issuer) as string,
    })
    // The cached good answer does not hide the present fault.
    provider.behaviour = { claims: {}, broken: { status: 404, body: '{}' } }
    expect(await check(provider.issuer)).toMatchObject({ fault: 'no-document' })
  })
})

const visible = ({ clientSecret: _, ...shown }: ReturnType<typeof acme>) => shown

describe('who must have a second factor', () => {
  it('is said by administrators, holds for the next request, and stands in the log', async () => {
    expect((await t.call(loginConfig.twoFactor, { as: admin }).expect(200)).body).toEqual({ roles: [] })
    const wrong = await t.call(loginConfig.updateTwoFactor, { body: { roles: ['VIEWER'] }, as: admin })
    expect(codeOf(wrong)).toEqual([400, 'VALIDATION_FAILED'])
    expect(codeOf(await t.call(loginConfig.updateTwoFactor, { body: { roles: ['ADMIN', 'ADMIN'] }, as: admin }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    const reply = await t.call(loginConfig.updateTwoFactor, { body: { roles: ['ADMIN', 'PRODUCER'] }, as: admin }).expect(200)
    expect(reply.body).toEqual({ roles: ['PRODUCER', 'ADMIN'] })
    expect(await lastAudit()).toMatchObject({
      action: 'two_factor_roles.update',
      state_before: { roles: [] },
      state_after: { roles: ['PRODUCER', 'ADMIN'] },
    })
    // This administrator has none yet.
    expect(codeOf(await t.call(users.list, { as: admin }))).toEqual([409, 'TWO_FACTOR_STATE'])
  })

  it('is not overwritten by an edit of an older answer', async () => {
    const { etag = '' } = (await t.call(loginConfig.twoFactor, { as: admin })).headers as { etag?: string }
    await t.call(loginConfig.updateTwoFactor, { body: { roles: ['PRODUCER'] }, as: admin }).expect(200)
    const late = await t.call(loginConfig.updateTwoFactor, { body: { roles: [] }, as: admin }).set('if-match', etag)
    expect(codeOf(late)).toEqual([409, 'EDIT_CONFLICT'])
    expect((await t.database.knex('site_config').first())?.two_factor_roles).toEqual(['PRODUCER'])
  })
})
