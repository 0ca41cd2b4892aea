import { account } from '@e-events/shared/contract/people/account.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { startTestProvider, type TestProvider } from '../../../testing/openid-provider.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createProviderRepository } from './repository.ts'

let t: TestApi
let provider: TestProvider
beforeAll(async () => {
  t = await createTestApi()
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

const vouchFor = (sub: string, email: string) => {
  provider.behaviour = { claims: { sub, email, email_verified: true } }
}
const browser = () => supertest.agent(t.url)
type Browser = ReturnType<typeof browser>

/** The whole way; answers where the browser ends. */
async function signOn(from: Browser): Promise<URL> {
  const begun = await from.get('/api/auth/social/acme').query({ privacy: privacyVersion })
  const back = await provider.authorize(begun.get('location') ?? '')
  const reply = await from.get(`${back.pathname}${back.search}`)
  return new URL(reply.get('location') ?? '', 'http://here.test')
}
const reasonOf = (end: URL) => end.searchParams.get('reason')
async function sessionOf(from: Browser) {
  const reply = await from.post('/api/auth/refresh').send({})
  return reply.status === 200 ? (reply.body as { user: { id: string } }).user : undefined
}
const logIn = (from: Browser, user: string, password = factoryPassword) => from.post('/api/auth/login').send({ user, password })
const identitiesOf = (userId: string) => t.database.knex('user_identities').where({ user_id: userId })

describe('linking an account of another service', () => {
  it('opens no account by its e-mail, an administrator neither, until its password is typed in the same browser', async () => {
    for (const owner of [await t.factories.user(), await t.factories.admin()]) {
      vouchFor(`sub-${owner.id}`, owner.email)
      const from = browser()
      expect(reasonOf(await signOn(from))).toBe('link')
      expect(await sessionOf(from)).toBeUndefined()
      // Neither a wrong password nor the right one elsewhere, nor that of another account, links anything.
      await logIn(from, owner.email, 'Wrong123$').expect(401)
      await logIn(browser(), owner.email).expect(200)
      await logIn(from, (await t.factories.user()).email).expect(200)
      expect(await identitiesOf(owner.id)).toEqual([])
      expect(reasonOf(await signOn(from))).toBe('link')
      t.clock.advance(11 * 60_000)
      await logIn(from, owner.email).expect(200)
      expect(await identitiesOf(owner.id)).toEqual([])
    }
  })

  it('is only offered, like a new account, for e-mails of domains that the provider may vouch for; who is linked stays linked', async () => {
    const limit = (domains: string[]) => t.database.knex('social_providers').update({ email_domains: domains })
    const enter = async (sub: string, email: string) => {
      vouchFor(sub, email)
      const from = browser()
      const reason = reasonOf(await signOn(from))
      return reason ?? (await sessionOf(from))?.id
    }
    const known = await enter('before', 'before@elsewhere.test')
    const owner = await t.factories.user()
    await limit(['uni.test'])
    try {
      expect([known?.length, await enter('before', 'before@elsewhere.test')]).toEqual([36, known])
      for (const email of [owner.email, 'new@elsewhere.test', 'new@notuni.test', 'new@uni.test.elsewhere.test'])
        expect(await enter(email, email)).toBe('domain')
      for (const email of ['one@uni.test', 'two@Law.Uni.test']) expect(await enter(email, email)).toMatch(/^[\da-f-]{36}$/)
    } finally {
      await limit([])
    }
    expect(await enter('own', owner.email)).toBe('link')
  })

  it('links an account after its password, tells its owner, shows it to them and lets them take it away', async () => {
    const owner = await t.factories.user({ name: 'Lucía', locale: 'en' })
    vouchFor('sub-own', owner.email.toUpperCase())
    const from = browser()
    expect(reasonOf(await signOn(from))).toBe('link')
    await logIn(from, owner.email).expect(200)
    const other = browser()
    expect((await signOn(other)).searchParams.get('signed-in')).toBe('1')
    expect(await sessionOf(other)).toMatchObject({ id: owner.id })
    expect(await identitiesOf(owner.id)).toMatchObject([{ provider: 'acme', subject: 'sub-own' }])
    const told = (await mailsTo(t, owner.email)).find(({ subject }) => subject === 'Another way into your account')
    expect(told?.text).toContain('with Acme too')
    const as = await t.tokenOf(owner)
    const { items } = (await t.call(account.identities, { as })).body as { items: { id: string; label: string }[] }
    expect(items).toMatchObject([{ label: 'Acme', email: owner.email.toUpperCase() }])
    const params = { id: items[0]?.id ?? '' }
    expect((await t.call(account.unlinkIdentity, { params, as: await t.tokenOf(await t.factories.user()) })).status).toBe(404)
    expect((await t.call(account.unlinkIdentity, { params, as })).status).toBe(204)
    expect(reasonOf(await signOn(browser()))).toBe('link')
    const after = await t.database.knex('users').where({ id: owner.id }).first()
    expect(after).toMatchObject({ is_external: false, name: 'Lucía', password_hash: owner.password_hash })
  })
})
