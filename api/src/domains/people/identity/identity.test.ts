import { account } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { limits } from '@e-events/shared/limits.ts'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword } from '../../../testing/factories.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createPasswords } from './passwords.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const login = (body: object) => t.call(auth.login, { body })
const refuses = { code: 'INVALID_LOGIN', message: 'The login details are incorrect or your credentials have not been approved yet.' }

describe('log-in', () => {
  it('says the same to an unknown account, a wrong password, and a blocked, deleted or unconfirmed account [ERR-008, ID-016]', async () => {
    const { factories } = t
    const fine = await factories.user()
    const blocked = await factories.user({ blocked_at: new Date() })
    const deleted = await factories.user({ deleted_at: new Date() })
    const unconfirmed = await factories.user({ email_verified_at: null })
    const attempts = [
      { user: 'nobody@example.test', password: factoryPassword },
      { user: fine.email, password: 'Wrong123$' },
      ...[blocked, deleted, unconfirmed].map(({ email }) => ({ user: email, password: factoryPassword })),
    ]
    for (const attempt of attempts) {
      const reply = await login(attempt).set('accept-language', 'en')
      expect(reply.status).toBe(401)
      expect(reply.body).toEqual({ ...refuses, requestId: expect.any(String) as string })
    }
  })

  it('takes about the same time for all of them, so that the time tells nothing either [ERR-008]', { timeout: 60_000 }, async () => {
    // As slow as real ones: those of the factories are made for quick tests.
    const real = { password_hash: await createPasswords().hash(factoryPassword) }
    const accounts = {
      wrongPassword: (await t.factories.user(real)).email,
      unknown: 'nobody@example.test',
      blocked: (await t.factories.user({ ...real, blocked_at: new Date() })).email,
      deleted: (await t.factories.user({ ...real, deleted_at: new Date() })).email,
      unconfirmed: (await t.factories.user({ ...real, email_verified_at: null })).email,
      waiting: (await t.factories.user({ ...real, approval_state: 'pending' })).email,
      notApproved: (await t.factories.user({ ...real, approval_state: 'not_approved' })).email,
    }
    await t.database.knex('site_config').update({ approve_users: true })
    const times = new Map<string, number[]>()
    for (let turn = 0; turn < 15; turn++) {
      for (const [kind, user] of Object.entries(accounts)) {
        const before = process.cpuUsage()
        await login({ user, password: kind === 'wrongPassword' ? 'Wrong123$' : factoryPassword })
        const { user: ownUs, system: systemUs } = process.cpuUsage(before)
        times.set(kind, [...(times.get(kind) ?? []), (ownUs + systemUs) / 1000])
      }
    }
    await t.database.knex('site_config').update({ approve_users: false })
    // Processor time: the clock on the wall also tells what else the machine does meanwhile.
    const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[7] ?? 0)
    // Without the decoy hash the unknown account would answer several times as fast.
    expect(Math.max(...medians) / Math.min(...medians), JSON.stringify(medians)).toBeLessThan(2)
  })

  it('refuses an account that waits for approval only while the site asks for approval [ID-056]', async () => {
    const waiting = await t.factories.user({ approval_state: 'pending' })
    const refused = await t.factories.user({ approval_state: 'not_approved' })
    const try1 = () => Promise.all([waiting, refused].map(({ email }) => login({ user: email, password: factoryPassword })))
    await t.database.knex('site_config').update({ approve_users: true })
    try {
      for (const reply of await try1()) expect(reply.body).toMatchObject({ code: 'INVALID_LOGIN' })
    } finally {
      await t.database.knex('site_config').update({ approve_users: false })
    }
    for (const reply of await try1()) expect(reply.status).toBe(200)
  })

  it('names every wrong field with its path and refuses keys that nobody declared', async () => {
    const reply = await login({ user: 'no e-mail', client: 'fridge', admin: true })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED' })
    const { issues } = reply.body as { issues: { path: string }[] }
    expect(issues.map((issue) => issue.path).toSorted()).toEqual(['body.admin', 'body.client', 'body.password', 'body.user'])
  })

  it('gives the web its refresh token in a cookie that no script reads, and the studio in the body [ID-029]', async () => {
    const user = await t.factories.producer()
    const web = await login({ user: user.email.toUpperCase(), password: factoryPassword })
    expect(web.status).toBe(200)
    expect(web.body).toMatchObject({ refreshToken: null, user: { user: user.email, roles: ['VIEWER', 'PRODUCER'] } })
    const [cookie] = web.get('set-cookie') ?? []
    expect(cookie).toMatch(/^ee_refresh=[\w-]{43}; path=\/api\/auth; expires=.*; samesite=lax; httponly$/)
    const studio = await login({ user: user.email, password: factoryPassword, client: 'studio' })
    expect((studio.body as { refreshToken: string }).refreshToken).toMatch(/^[\w-]{43}$/)
    expect(studio.get('set-cookie')).toBeUndefined()
  })
})

describe('behind https', () => {
  it('names its cookies __Secure-, and takes none without the prefix', async () => {
    const secure = await createTestApi({ env: { PUBLIC_ORIGIN: 'https://localhost' } })
    try {
      const user = await secure.factories.user()
      const post = (path: string) => supertest(secure.url).post(`/api/auth/${path}`).set('x-forwarded-proto', 'https')
      const reply = await post('login').send({ user: user.email, password: factoryPassword }).expect(200)
      const [cookie = ''] = reply.get('set-cookie') ?? []
      expect(cookie).toMatch(/^__Secure-ee_refresh=[\w-]{43}; path=\/api\/auth; expires=.*; samesite=lax; secure; httponly$/)
      const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
      await post('refresh').set('cookie', `ee_refresh=${token}`).send({}).expect(401)
      await post('refresh').set('cookie', `__Secure-ee_refresh=${token}`).send({}).expect(200)
    } finally {
      await secure.stop()
    }
  })
})

describe('session', () => {
  it('refuses a missing, malformed, foreign and expired access token', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    const [header, , signature] = token.split('.')
    const forged = [
      header,
      Buffer.from(JSON.stringify({ sub: user.id, sid: user.id, aud: 'api', exp: 9e9 })).toString('base64url'),
      signature,
    ].join('.')
    expect((await t.call(account.me)).body).toMatchObject({ code: 'UNAUTHENTICATED' })
    for (const wrong of ['x', `${token}x`, forged, 'a b']) expect((await t.call(account.me, { as: wrong })).status).toBe(401)
    expect((await t.call(account.me, { as: token })).status).toBe(200)
    t.clock.advance(limits.accessTokenMs + 1_000)
    expect((await t.call(account.me, { as: token })).body).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('ends at once for a blocked, disapproved or deleted account', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    const set = (columns: object) => t.database.knex('users').where({ id: user.id }).update(columns)
    await set({ blocked_at: new Date() })
    expect((await t.call(account.me, { as: token })).status).toBe(401)
    await set({ blocked_at: null, deleted_at: new Date() })
    expect((await t.call(account.me, { as: token })).status).toBe(401)
    await set({ deleted_at: null })
    expect((await t.call(account.me, { as: token })).status).toBe(200)
  })

  it('leaves nothing of an account on disk: what it reads is not stored, and its log-out empties the cache', async () => {
    const as = await t.tokenOf(await t.factories.user())
    const admin = await t.tokenOf(await t.factories.admin())
    expect((await t.call(account.me, { as })).get('cache-control')).toBe('no-store')
    expect((await t.call(users.list, { as: admin })).get('cache-control')).toBe('no-store')
    // The same for everybody, whoever asks.
    expect((await t.call(home.get, { as })).get('cache-control')).toBe('private, no-cache')
    const mine = await t.call(account.me, { as })
    expect((await t.call(account.me, { as }).set('if-none-match', mine.get('etag') ?? '')).status).toBe(304)
    expect((await t.call(auth.logout, { body: {} })).get('clear-site-data')).toBe('"cache"')
  })

  it('answers the account of the session', async () => {
    const user = await t.factories.user({ locale: 'pt', time_zone: 'Europe/Lisbon', country: 'PT' })
    const reply = await t.call(account.me, { as: await t.tokenOf(user) })
    expect(reply.body).toMatchObject({
      id: user.id,
      user: user.email,
      language: 'pt',
      timezone: 'Europe/Lisbon',
      country: 'PT',
      newsletter: false,
    })
    expect(JSON.stringify(reply.body)).not.toContain('password')
  })
})

describe('refresh', () => {
  const openStudio = async () => {
    const user = await t.factories.user()
    const reply = await login({ user: user.email, password: factoryPassword, client: 'studio' })
    return { user, refreshToken: (reply.body as { refreshToken: string }).refreshToken }
  }
  const refresh = (refreshToken: string) => t.call(auth.refresh, { body: { refreshToken } })

  it('refuses without a token, with an unknown one and after its end [ID-058]', async () => {
    expect((await t.call(auth.refresh, { body: {} })).body).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await refresh('unknown')).status).toBe(401)
    const { refreshToken } = await openStudio()
    t.clock.advance(limits.refreshTokenMs + 1_000)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  it('ends a session 90 days after it began, however often it was refreshed', async () => {
    let { refreshToken } = await openStudio()
    for (let day = 20; day < 90; day += 20) {
      t.clock.advance(20 * 24 * 60 * 60_000)
      const reply = await refresh(refreshToken)
      expect(reply.status).toBe(200)
      refreshToken = (reply.body as { refreshToken: string }).refreshToken
    }
    t.clock.advance(11 * 24 * 60 * 60_000)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  it('rotates, and a used token presented again ends the whole family', async () => {
    const { refreshToken: first } = await openStudio()
    const second = (await refresh(first)).body as { refreshToken: string; authToken: string }
    expect(second.refreshToken).not.toBe(first)
    t.clock.advance(11_000)
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(second.refreshToken)).status).toBe(401)
    expect((await t.call(account.me, { as: second.authToken })).status).toBe(401)
  })

  it('forgives a lost reply once: the used token works again right after, as long as its successor was never used', async () => {
    const { refreshToken: first } = await openStudio()
    const lost = (await refresh(first)).body as { refreshToken: string }
    const again = await refresh(first)
    expect(again.status).toBe(200)
    t.clock.advance(11_000)
    expect((await refresh(lost.refreshToken)).status).toBe(401)
  })

  it('refuses a blocked account and works with the cookie of the web', async () => {
    const { user, refreshToken } = await openStudio()
    await t.database.knex('users').where({ id: user.id }).update({ blocked_at: new Date() })
    expect((await refresh(refreshToken)).status).toBe(401)
    const other = await t.factories.user()
    const browser = supertest.agent(t.url)
    await browser.post('/api/auth/login').send({ user: other.email, password: factoryPassword }).expect(200)
    // The stale bearer token of a client that refreshes must not get in its way.
    const reply = await browser.post('/api/auth/refresh').set('authorization', 'Bearer stale').send({})
    expect(reply.status).toBe(200)
    await browser.post('/api/auth/logout').send({}).expect(204)
    await browser.post('/api/auth/refresh').send({}).expect(401)
  })

  it('log-out ends the access token too, and is fine without a session [ID-058]', async () => {
    const user = await t.factories.user()
    const opened = (await login({ user: user.email, password: factoryPassword, client: 'studio' })).body as {
      refreshToken: string
      authToken: string
    }
    await t.call(auth.logout, { body: { refreshToken: opened.refreshToken } }).expect(204)
    expect((await t.call(account.me, { as: opened.authToken })).status).toBe(401)
    expect((await refresh(opened.refreshToken)).status).toBe(401)
    await t.call(auth.logout, { body: {} }).expect(204)
  })
})

describe('a page of another site or of a sibling host', () => {
  it.each(['cross-site', 'same-site'])('spends no cookie of ours: %s', async (site) => {
    const user = await t.factories.user()
    const browser = supertest.agent(t.url)
    await browser.post('/api/auth/login').send({ user: user.email, password: factoryPassword }).expect(200)
    const logout = await browser.post('/api/auth/logout').set('sec-fetch-site', site).send({})
    expect([logout.status, (logout.body as { code?: string }).code]).toEqual([400, 'BAD_REQUEST'])
    await browser.post('/api/auth/refresh').set('sec-fetch-site', site).send({}).expect(400)
    await browser.post('/api/auth/refresh').set('sec-fetch-site', 'same-origin').send({}).expect(200)
    await browser.post('/api/auth/logout').set('sec-fetch-site', 'same-origin').send({}).expect(204)
  })

  it('is no obstacle to a program that brings its token itself', async () => {
    const user = await t.factories.user()
    const studio = (await login({ user: user.email, password: factoryPassword, client: 'studio' })).body as { refreshToken: string }
    const call = t.call(auth.refresh, { body: { refreshToken: studio.refreshToken } })
    expect((await call.set('sec-fetch-site', 'cross-site')).status).toBe(200)
  })
})

describe('throttling', { timeout: 60_000 }, () => {
  it('stops guessing one account from one address, says when to come back, and lets its owner in from elsewhere [ID-058]', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const user = await strict.factories.user()
      const from = (address: string, password: string) =>
        strict.call(auth.login, { body: { user: user.email, password } }).set('x-forwarded-for', address)
      for (let attempt = 0; attempt < 10; attempt++) expect((await from('203.0.113.1', 'Wrong123$')).status).toBe(401)
      const stopped = await from('203.0.113.1', factoryPassword)
      expect(stopped.status).toBe(429)
      expect(stopped.body).toMatchObject({ code: 'RATE_LIMITED' })
      expect(Number(stopped.get('retry-after'))).toBeGreaterThan(0)
      expect((await from('203.0.113.2', factoryPassword)).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })

  it('counts the addresses of one IPv6 network as one, also for mails', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const user = await strict.factories.user()
      const from = (address: string, password: string) =>
        strict.call(auth.login, { body: { user: user.email, password } }).set('x-forwarded-for', address)
      const statuses: number[] = []
      for (let host = 1; host <= 12; host++) statuses.push((await from(`2001:db8:1:1::${host}`, 'Wrong123$')).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
      expect((await from('2001:db8:1:1:ffff::1', factoryPassword)).status).toBe(429)
      expect((await from('2001:db8:1:2::1', factoryPassword)).status).toBe(200)

      const asked: number[] = []
      for (let home = 0; home < 21; home++) {
        const call = strict.call(signUp.recovery, { body: { email: `home-${home}@example.test` } })
        asked.push((await call.set('x-forwarded-for', `2001:db8:2:${(0x300 + home).toString(16)}::1`)).status)
      }
      expect(asked).toEqual([...Array<number>(20).fill(200), 429])
    } finally {
      await strict.stop()
    }
  })
})
