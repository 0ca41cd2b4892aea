import { auth } from '@e-events/shared/contract/people/auth.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { users, type UserDetail, type UserRowView } from '@e-events/shared/contract/people/users.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { createShow } from '../../../testing/show.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let me: UserRow
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  me = await t.factories.admin({ name: 'Ada', surname: 'Administradora' })
  admin = await t.tokenOf(me)
})
afterAll(() => t.stop())
afterEach(async () => {
  await t.database.knex('site_config').update({ approve_users: false })
})

type Act = 'approve' | 'disapprove' | 'block' | 'unblock' | 'delete'
const act = (action: Act, id: string, options: { as?: string; reason?: string } = {}) =>
  t.call(users[action], { params: { id }, body: { reason: options.reason ?? '' }, as: options.as ?? admin })
const detail = async (id: string) => (await t.call(users.get, { params: { id }, as: admin }).expect(200)).body as UserDetail
const patch = (id: string, body: object, as = admin) => t.call(users.update, { params: { id }, body, as })
const login = (user: { email: string }) => t.call(auth.login, { body: { user: user.email, password: factoryPassword } })
const answer = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as { code?: string }).code]
const row = async (id: string) => (await t.database.knex('users').where({ id }).first())!
const mails = async () =>
  (await t.database.knex('outbox').where({ topic: 'mail' }).orderBy('sequence')).map((mail) => mail.payload as { template: string })
const askForApproval = () => t.database.knex('site_config').update({ approve_users: true })

describe('nobody locks the site out [ADM-045]', () => {
  it('an administrator does nothing of the kind to themself, even while there are others', async () => {
    await t.factories.admin()
    for (const action of ['block', 'disapprove', 'delete'] as const) expect(answer(await act(action, me.id))).toEqual([409, 'LAST_ADMIN'])
    expect(answer(await patch(me.id, { roles: ['VIEWER', 'PRODUCER'] }))).toEqual([409, 'LAST_ADMIN'])
    expect(await row(me.id)).toMatchObject({ roles: ['VIEWER', 'ADMIN'], blocked_at: null, deleted_at: null, approval_state: 'approved' })
    expect((await detail(me.id)).allowed).toEqual({ approve: false, disapprove: false, block: false, unblock: false, delete: false })
  })

  it('the last one is safe from an administrator who could not stay', async () => {
    await t.database.knex('users').whereRaw(`'ADMIN' = any(roles)`).whereNot({ id: me.id }).update({ blocked_at: new Date() })
    // In only while the site asks for no approval.
    const guest = await t.factories.admin({ approval_state: 'pending' })
    const as = await t.tokenOf(guest)
    for (const action of ['block', 'disapprove', 'delete'] as const)
      expect(answer(await act(action, me.id, { as }))).toEqual([409, 'LAST_ADMIN'])
    expect(answer(await patch(me.id, { roles: ['VIEWER'] }, as))).toEqual([409, 'LAST_ADMIN'])
    expect((await row(me.id)).blocked_at).toBeNull()
  })

  it('two who block each other in the same moment: one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await t.database.knex('users').whereRaw(`'ADMIN' = any(roles)`).whereNot({ id: me.id }).update({ blocked_at: new Date() })
      const other = await t.factories.admin()
      const as = await t.tokenOf(other)
      const replies = await Promise.all([act('block', other.id), act('block', me.id, { as })])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const working = await t.database.knex('users').whereRaw(`'ADMIN' = any(roles)`).whereNull('blocked_at')
      expect(working).toHaveLength(1)
      if ((await row(me.id)).blocked_at !== null) {
        await t.database.knex('users').where({ id: me.id }).update({ blocked_at: null })
        admin = await t.tokenOf(me)
      }
    }
  })
})

describe('the states of an account', () => {
  it('nothing leads out of deleted [ID-055]', async () => {
    const { id } = await t.factories.user({ deleted_at: new Date() })
    for (const action of ['approve', 'disapprove', 'block', 'unblock', 'delete'] as const)
      expect([action, ...answer(await act(action, id))]).toEqual([action, 409, 'USER_STATE'])
    expect(answer(await patch(id, { name: 'Otra' }))).toEqual([409, 'USER_STATE'])
    expect((await detail(id)).allowed).toEqual({ approve: false, disapprove: false, block: false, unblock: false, delete: false })
  })

  it('acts that lead nowhere are refused and change nothing [ID-060]', async () => {
    const approved = await t.factories.user()
    const pending = await t.factories.user({ approval_state: 'pending' })
    const refused = await t.factories.user({ approval_state: 'not_approved' })
    const blocked = await t.factories.user({ blocked_at: new Date(), approval_state: 'pending' })
    // prettier-ignore
    const attempts: [Act, UserRow][] = [['approve', approved], ['unblock', approved], ['unblock', pending], ['unblock', refused], ['approve', blocked], ['disapprove', blocked], ['block', blocked]]
    for (const [action, user] of attempts) expect([action, ...answer(await act(action, user.id))]).toEqual([action, 409, 'USER_STATE'])
    expect([(await detail(approved.id)).state, (await detail(blocked.id)).state]).toEqual(['approved', 'blocked'])
    expect([(await detail(pending.id)).state, (await detail(refused.id)).state]).toEqual(['pending', 'not_approved'])
    await act('approve', '00000000-0000-4000-8000-000000000000').expect(404)
  })

  it('exactly one of five is shown, with what may be done about it [ID-049]', async () => {
    const now = new Date()
    const made = {
      pending: await t.factories.user({ approval_state: 'pending' }),
      approved: await t.factories.user(),
      not_approved: await t.factories.user({ approval_state: 'not_approved' }),
      blocked: await t.factories.user({ blocked_at: now }),
      deleted: await t.factories.user({ blocked_at: now, deleted_at: now }),
    }
    const none = { approve: false, disapprove: false, block: false, unblock: false, delete: false }
    const allowed = {
      pending: { ...none, approve: true, disapprove: true, block: true, delete: true },
      approved: { ...none, disapprove: true, block: true, delete: true },
      not_approved: { ...none, approve: true, block: true, delete: true },
      blocked: { ...none, unblock: true, delete: true },
      deleted: none,
    }
    for (const [state, { id }] of Object.entries(made))
      expect(await detail(id)).toMatchObject({ state, allowed: allowed[state as keyof typeof allowed] })
  })

  it('approved: may log in from now on, and a mail says so [ID-050] [ID-056] [ADM-043]', async () => {
    await askForApproval()
    const user = await t.factories.user({ approval_state: 'pending', locale: 'pt' })
    expect(answer(await login(user))).toEqual([401, 'INVALID_LOGIN'])
    expect((await act('approve', user.id).expect(200)).body).toMatchObject({ state: 'approved', approved: true })
    await login(user).expect(200)
    expect((await mails()).at(-1)).toMatchObject({ template: 'approval', language: 'pt' })
  })

  it('not approved: sessions end while the site asks for approval, and only then [ID-051]', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    expect((await act('disapprove', user.id, { reason: 'Falta la empresa' }).expect(200)).body).toMatchObject({ state: 'not_approved' })
    expect((await mails()).at(-1)).toMatchObject({ template: 'rejection', language: 'es' })
    await t.call(config.stripe, { as: token }).expect(200)
    await act('approve', user.id).expect(200)
    await askForApproval()
    await act('disapprove', user.id).expect(200)
    await t.call(config.stripe, { as: token }).expect(401)
    expect(answer(await login(user))).toEqual([401, 'INVALID_LOGIN'])
    // Signed out for good: a later approval does not bring the old device back.
    await act('approve', user.id).expect(200)
    await t.call(config.stripe, { as: token }).expect(401)
  })

  it('blocked: devices and playback end with the next request, and unblocking brings the state before back [ID-052] [ID-053]', async () => {
    for (const before of ['approved', 'pending', 'not_approved'] as const) {
      const user = await t.factories.user({ approval_state: before })
      const token = await t.tokenOf(user)
      expect((await act('block', user.id, { reason: 'spam' }).expect(200)).body).toMatchObject({ state: 'blocked', blocked: true })
      await t.call(config.stripe, { as: token }).expect(401)
      expect(answer(await login(user))).toEqual([401, 'INVALID_LOGIN'])
      expect(await t.redis.zscore('playback:revoked', `${user.id}:*`)).not.toBeNull()
      const [session] = await t.database.knex('user_sessions').where({ user_id: user.id })
      expect(session).toMatchObject({ revoked_reason: 'blocked' })
      expect((await act('unblock', user.id).expect(200)).body).toMatchObject({ state: before, blocked: false })
      await login(user).expect(200)
      await t.call(config.stripe, { as: token }).expect(401)
      expect(await t.redis.zscore('playback:revoked', `${user.id}:*`)).toBeNull()
    }
  })

  it.each(['block', 'delete'] as const)('%s: what an organizer has on air ends too', async (action) => {
    const show = await createShow(t)
    const [{ owner_id: owner } = { owner_id: '' }] = await t.database
      .knex('channels')
      .join('products', 'products.channel_id', 'channels.id')
      .where('products.slug', show.slug)
      .select('owner_id')
    await act(action, owner).expect(action === 'block' ? 200 : 204)
    expect(await t.database.knex('broadcasts').where({ id: show.broadcast.id }).first()).toMatchObject({
      state: 'ended',
      end_reason: 'admin',
    })
    expect(
      await t.database
        .knex('outbox')
        .where({ dedupe_key: `broadcast.closed:${show.broadcast.id}` })
        .first(),
    ).toBeDefined()
  })

  it('deleted: no log-in, no place in the list, and what was bought stays on the books [ID-054]', async () => {
    const user = await t.factories.user({ name: 'Delia', surname: 'Desaparecida' })
    const token = await t.tokenOf(user)
    const ticket = await t.factories.ticket({ user_id: user.id })
    await act('delete', user.id, { reason: 'a petición suya' }).expect(204)
    await t.call(config.stripe, { as: token }).expect(401)
    expect(answer(await login(user))).toEqual([401, 'INVALID_LOGIN'])
    const listed = async (query: object) =>
      ((await t.call(users.list, { query: { limit: 100, ...query }, as: admin })).body as { items: UserRowView[] }).items.map(
        ({ id }) => id,
      )
    expect(await listed({})).not.toContain(user.id)
    expect(await listed({ state: 'deleted' })).toContain(user.id)
    expect(await t.database.knex('tickets').where({ id: ticket.id }).first()).toBeDefined()
    expect(await detail(user.id)).toMatchObject({ state: 'deleted', name: '', surname: '' })
    expect((await row(user.id)).email).not.toBe(user.email)
    expect(await t.redis.zscore('playback:revoked', `${user.id}:*`)).not.toBeNull()
    expect((await mails()).at(-1)).toMatchObject({ template: 'deletion_done' })
  })

  it('several at once: each succeeds or is refused by itself', async () => {
    const [fine, blocked] = [await t.factories.user(), await t.factories.user({ blocked_at: new Date() })]
    const missing = '00000000-0000-4000-8000-000000000000'
    const body = { action: 'block', ids: [fine.id, blocked.id, me.id, missing, fine.id] }
    const reply = await t.call(users.bulk, { body, as: admin }).expect(200)
    expect(reply.body).toEqual({
      results: [
        { id: fine.id, code: null },
        { id: blocked.id, code: 'USER_STATE' },
        { id: me.id, code: 'LAST_ADMIN' },
        { id: missing, code: 'NOT_FOUND' },
      ],
    })
    expect((await detail(fine.id)).state).toBe('blocked')
  })
})

describe('an account as staff sees it', () => {
  const profile = {
    name: 'Nuria',
    surname: 'Núñez',
    country: 'PT',
    language: 'pt',
    timezone: 'Europe/Lisbon',
    journalist: true,
    newsletter: true,
    publicProfile: true,
    recommendedBy: 'Olga',
    company: 'Casa Núñez',
    job: 'Diretora',
    description: 'Programa concertos.',
    youtube: 'https://youtube.com/@nuria',
    web: null,
    billingCompany: 'Casa Núñez Lda.',
    billingNif: 'PT999999990',
    billingAddress: 'Rua Augusta 1',
    billingCity: 'Lisboa',
    billingPostalCode: '1100-048',
    billingCountry: 'PT',
    billingPrefix: '+351',
    billingPhone: '210 000 000',
  }

  it('refuses what does not fit, and an e-mail that somebody has', async () => {
    const [user, other] = [await t.factories.user(), await t.factories.user()]
    for (const body of [
      { email: 'nonsense' },
      { country: 'Portugal' },
      { roles: [] },
      { roles: ['ROOT'] },
      { timezone: 'Mars/Olympus' },
      { web: 'javascript:alert(1)' },
      { name: 'A\u202Eda' },
      { password: 'Abcdef1$' },
    ])
      expect([body, (await patch(user.id, body)).status]).toEqual([body, 400])
    expect(answer(await patch(user.id, { email: other.email.toUpperCase() }))).toEqual([409, 'EMAIL_TAKEN'])
    expect((await row(user.id)).email).toBe(user.email)
  })

  it('has the fields of the specification, and they are editable [ADM-036] [ADM-037] [ADM-038]', async () => {
    const user = await t.factories.user({ is_external: true })
    const email = `nuria-${user.id}@example.test`
    const reply = await patch(user.id, { ...profile, email }).expect(200)
    expect(reply.body).toMatchObject({ ...profile, email })
    expect(await detail(user.id)).toMatchObject({
      ...profile,
      email,
      roles: ['VIEWER'],
      approved: true,
      blocked: false,
      deleted: false,
      external: true,
      avatarUrl: null,
    })
  })

  it('gives no role to an account whose e-mail nobody confirmed, and leaves the rest of it editable', async () => {
    const user = await t.factories.user({ email_verified_at: null })
    for (const role of ['ADMIN', 'PRODUCER']) expect(answer(await patch(user.id, { roles: ['VIEWER', role] }))).toEqual([409, 'USER_STATE'])
    expect(await row(user.id)).toMatchObject({ roles: ['VIEWER'] })
    expect((await patch(user.id, { name: 'Eva', roles: ['VIEWER'] })).status).toBe(200)
  })

  it('gains and loses the roles of an organizer and an administrator [ADM-036]', async () => {
    const { id } = await t.factories.user()
    const roles = async (wanted: string[]) => ((await patch(id, { roles: wanted }).expect(200)).body as UserDetail).roles
    expect(await roles(['PRODUCER'])).toEqual(['VIEWER', 'PRODUCER'])
    expect(await roles(['ADMIN', 'PRODUCER', 'VIEWER'])).toEqual(['VIEWER', 'PRODUCER', 'ADMIN'])
    expect(await roles(['VIEWER'])).toEqual(['VIEWER'])
  })

  it('names devices, tickets, channels, the second factor, the accepted wording and the wish to be an organizer', async () => {
    const { knex } = t.database
    const user = await t.factories.producer({ deletion_at: new Date('2027-01-01T00:00:00Z') })
    await t.tokenOf(user)
    const channel = await t.factories.channel({ owner_id: user.id, title: 'La cava' })
    await t.factories.ticket({ user_id: user.id })
    await knex('user_totps').insert({ user_id: user.id, secret_encrypted: Buffer.alloc(8), confirmed_at: new Date() })
    await knex('consents').insert({ user_id: user.id, kind: 'privacy', granted: true, document_version: '2026-05', source: 'sign-up' })
    await knex('role_requests').insert({ user_id: user.id, message: 'Tengo una sala' })
    expect(await detail(user.id)).toMatchObject({
      devices: 1,
      tickets: 1,
      channels: [{ slug: channel.slug, title: 'La cava', status: 'published' }],
      twoFactor: true,
      privacyVersion: '2026-05',
      upgrade: { state: 'pending', message: 'Tengo una sala' },
      deletionAt: '2027-01-01T00:00:00.000Z',
    })
  })

  it('a new e-mail ends the links that went to the old one', async () => {
    const user = await t.factories.user()
    await t.database.knex('email_tokens').insert({
      user_id: user.id,
      purpose: 'reset_password',
      token_hash: Buffer.alloc(32, 5),
      expires_at: new Date(Date.now() + 60_000),
    })
    await patch(user.id, { email: `new-${user.email}` }).expect(200)
    expect(await t.database.knex('email_tokens').where({ user_id: user.id }).whereNull('used_at')).toEqual([])
  })

  it('only what changed stands in the log, and no password', async () => {
    const user = await t.factories.user()
    await patch(user.id, { name: 'Zoe', company: 'Zeta' }).expect(200)
    const entry = await t.database.knex('audit_log').where({ subject_id: user.id }).orderBy('sequence', 'desc').first()
    expect(entry).toMatchObject({
      actor_id: me.id,
      action: 'user.update',
      state_before: { name: 'Ana', company: null },
      state_after: { name: 'Zoe', company: 'Zeta' },
    })
    expect(Object.keys(entry?.state_after as object)).toEqual(['name', 'company'])
  })
})

describe('the wish to become an organizer', () => {
  const decide = (id: string, decision: 'approve' | 'refuse', reason = '') =>
    t.call(users.decideUpgrade, { params: { id }, body: { decision, reason }, as: admin })

  it('is decided once, with a mail; without a wish there is nothing to decide', async () => {
    const user = await t.factories.user()
    expect(answer(await decide(user.id, 'approve'))).toEqual([409, 'UPGRADE_STATE'])
    await t.database.knex('role_requests').insert({ user_id: user.id })
    const waiting = async () =>
      ((await t.call(users.list, { query: { upgrade: 'pending', limit: 100 }, as: admin })).body as { items: UserRowView[] }).items.map(
        ({ id }) => id,
      )
    expect(await waiting()).toContain(user.id)
    expect((await decide(user.id, 'refuse', 'Sin sala').expect(200)).body).toMatchObject({
      roles: ['VIEWER'],
      upgrade: { state: 'refused', reason: 'Sin sala' },
    })
    expect((await mails()).at(-1)).toMatchObject({ template: 'upgrade_refused' })
    expect(await waiting()).not.toContain(user.id)
    expect(answer(await decide(user.id, 'approve'))).toEqual([409, 'UPGRADE_STATE'])
    await t.database.knex('role_requests').insert({ user_id: user.id })
    expect((await decide(user.id, 'approve').expect(200)).body).toMatchObject({
      roles: ['VIEWER', 'PRODUCER'],
      upgrade: { state: 'approved' },
    })
    expect((await mails()).at(-1)).toMatchObject({ template: 'upgrade_approved' })
  })
})

describe('clients', () => {
  it('have a name, a surname and an e-mail; a wrong or taken one is refused [ADM-041]', async () => {
    const add = (body: object) => t.call(users.addClient, { body, as: admin })
    for (const body of [{ name: 'Eva', email: 'nonsense' }, { name: '', email: 'eva@example.test' }, { email: 'eva@example.test' }])
      expect((await add(body)).status).toBe(400)
    const made = await add({ name: 'Eva', surname: 'Estévez', email: 'eva@example.test' }).expect(201)
    expect(made.body).toMatchObject({ name: 'Eva', surname: 'Estévez', email: 'eva@example.test' })
    expect(answer(await add({ name: 'Otra', email: 'EVA@example.test' }))).toEqual([409, 'EMAIL_TAKEN'])
    const { id } = made.body as { id: string }
    const change = (body: object) => t.call(users.updateClient, { params: { id }, body, as: admin })
    expect((await change({ name: 'Evelina' }).expect(200)).body).toMatchObject({ name: 'Evelina', surname: 'Estévez' })
    await add({ name: 'Álvaro', email: 'alvaro@example.test' }).expect(201)
    const names = async (query: object = {}) => {
      const found: string[] = []
      let cursor: string | null | undefined
      do {
        const reply = await t.call(users.clients, { query: { limit: 1, ...query, ...(cursor ? { cursor } : {}) }, as: admin }).expect(200)
        const page = reply.body as { items: { name: string }[]; nextCursor: string | null }
        found.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor)
      return found
    }
    expect(await names()).toEqual(['Álvaro', 'Evelina'])
    expect(await names({ search: 'estevez' })).toEqual(['Evelina'])
    await t.call(users.removeClient, { params: { id }, as: admin }).expect(204)
    await t.call(users.removeClient, { params: { id }, as: admin }).expect(404)
    expect(await names()).toEqual(['Álvaro'])
    const log = await t.database.knex('audit_log').where({ subject_id: id }).orderBy('sequence').pluck<string[]>('action')
    expect(log).toEqual(['client.add', 'client.update', 'client.remove'])
  })
})
