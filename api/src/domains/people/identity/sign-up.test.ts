import { createHash } from 'node:crypto'
import { account } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { fallbackTimeZone } from '@e-events/shared/domain/site.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toJson } from '../../../db/row.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo, tokenIn } from '../../../testing/mails.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { freshEmail, signUpForm } from '../../../testing/sign-up-form.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
const settings = (columns: object) => t.database.knex('site_config').update(columns)
beforeEach(() => settings({ approve_users: false, allowed_email_domains: [], forbidden_email_domains: [], register_fields: toJson([]) }))

const register = (fields: Record<string, unknown> = {}) => t.call(signUp.register, { body: signUpForm(fields) })
const login = (user: string, password = factoryPassword) => t.call(auth.login, { body: { user, password } })
const activate = (token: string, password?: string) => t.call(signUp.activate, { params: { token }, body: { password } })
const reset = (token: string, password = 'Nuevo12$', passwordConfirm = password) =>
  t.call(signUp.reset, { params: { token }, body: { password, passwordConfirm } })
const recover = (email: string) => t.call(signUp.recovery, { body: { email } })
const pathsOf = (reply: { body: unknown }) => (reply.body as { issues?: { path: string }[] }).issues?.map(({ path }) => path).toSorted()
const userOf = (email: string) => t.database.knex('users').where({ email }).first()

describe('sign-up', () => {
  it('refuses every weak password, naming each rule that it breaks [ID-017, ID-018, LIM-032]', async () => {
    const broken: [password: string, rule: string][] = [
      ['Abc1$fg', 'password_length'],
      ['abcdef1$', 'password_uppercase'],
      ['ABCDEF1$', 'password_lowercase'],
      ['Abcdefg$', 'password_digit'],
      ['Abcdefg1', 'password_special'],
    ]
    for (const [password, rule] of broken) {
      const reply = await register({ password, passwordConfirm: password })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'body.password', rule }] })
    }
    expect((await register({ password: 'Abc1$fgh', passwordConfirm: 'Abc1$fgh' })).status).toBe(201)
  })

  it('refuses differing e-mails and passwords, a privacy policy that was not accepted, and a role that nobody may pick [ID-014, ID-019, ID-020, ID-023]', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ emailConfirm: 'other@example.test' }, 'body.emailConfirm'],
      [{ passwordConfirm: 'Other12$' }, 'body.passwordConfirm'],
      [{ privacyAccepted: false }, 'body.privacyAccepted'],
      [{ privacyVersion: undefined }, 'body.privacyVersion'],
      [{ role: 'ADMIN' }, 'body.role'],
      [{ role: undefined }, 'body.role'],
      [{ roles: ['ADMIN'] }, 'body.roles'],
      [{ approval_state: 'approved' }, 'body.approval_state'],
    ]
    const before = await t.database.knex('users').count()
    for (const [fields, path] of wrong) {
      const reply = await register(fields)
      expect([fields, reply.status, pathsOf(reply)]).toEqual([fields, 400, [path]])
    }
    expect(await t.database.knex('users').count()).toEqual(before)
  })

  it('refuses an older wording of the privacy policy than the one in force, and stores nothing', async () => {
    const email = freshEmail()
    const reply = await register({ email, privacyVersion: '2026-01' })
    expect([reply.status, codeOf(reply)]).toEqual([409, 'PRIVACY_CHANGED'])
    expect(await t.database.knex('users').where({ email })).toEqual([])
  })

  it('refuses hostile and oversized text with every issue at once, and stores nothing', async () => {
    const email = freshEmail()
    const reply = await register({
      email,
      name: 'Ana\u202Enimda',
      surname: '🎉'.repeat(100_000),
      company: 'x'.repeat(201),
      country: 'spain',
    })
    expect(reply.status).toBe(400)
    expect(pathsOf(reply)).toEqual(['body.company', 'body.country', 'body.name', 'body.surname'])
    const prototype = await t.http
      .post('/api/auth/register')
      .set('content-type', 'application/json')
      .send(JSON.stringify(signUpForm({ email })).replace('{', '{"__proto__":{"role":"ADMIN"},'))
    expect(prototype.status).toBe(400)
    expect(await userOf(email)).toBeUndefined()
  })

  it('refuses domains that are forbidden or not allowed, in any case and below them [ID-021, ID-022, ID-026]', async () => {
    const refused = { code: 'EMAIL_DOMAIN_REFUSED', issues: [{ path: 'body.email', rule: 'email_domain' }] }
    await settings({ forbidden_email_domains: ['spam.test'] })
    for (const domain of ['spam.test', 'SPAM.test', 'mail.spam.test']) {
      const reply = await register({ email: freshEmail(domain) })
      expect([domain, reply.status]).toEqual([domain, 400])
      expect(reply.body).toMatchObject(refused)
    }
    expect((await register({ email: freshEmail('notspam.test') })).status).toBe(201)
    await settings({ allowed_email_domains: ['acme.test'] })
    expect((await register({ email: freshEmail('other.test') })).body).toMatchObject(refused)
    for (const domain of ['acme.test', 'eu.ACME.test']) expect((await register({ email: freshEmail(domain) })).status).toBe(201)
  })

  it('refuses an e-mail that has an account, in other letters too; of two at once one account comes [ERR-009]', async () => {
    const email = freshEmail()
    const twice = await Promise.all([register({ email }), register({ email })])
    expect(twice.map(({ status }) => status)).toContain(201)
    const { id } = (await t.database.knex('users').where({ email }))[0]!
    expect(await t.database.knex('users').where({ email })).toHaveLength(1)
    expect(await t.database.knex('email_tokens').where({ user_id: id })).toHaveLength(1)
    await t.database.knex('users').where({ id }).update({ email_verified_at: new Date() })
    const again = await t.call(signUp.register, { body: signUpForm({ email: email.toUpperCase() }) }).set('accept-language', 'en')
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'EMAIL_TAKEN', message: 'The email entered is already registered' })
  })

  it('replaces a sign-up that nobody confirmed: password, name, role and link are those of the last one', async () => {
    const email = freshEmail()
    await register({ email, role: 'organizer', password: 'Attacker1!pw', passwordConfirm: 'Attacker1!pw', name: 'Eve' })
    const [first] = await mailsTo(t, email)
    expect((await register({ email, name: 'Ana' })).status).toBe(201)
    const [second] = await mailsTo(t, email)
    expect(await userOf(email)).toMatchObject({ name: 'Ana', roles: ['VIEWER'] })
    expect((await activate(tokenIn(first), 'Attacker1!pw')).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await activate(tokenIn(second), factoryPassword)).status).toBe(200)
    expect((await login(email, 'Attacker1!pw')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
  })

  it('asks for the extra fields that the site requires, and only for offered values', async () => {
    await settings({
      register_fields: toJson([
        { name: 'company', type: 'text', required: true, label: null, values: [] },
        { name: 'job', type: 'select', required: false, label: null, values: ['Promotor', 'Artista'] },
      ]),
    })
    const reply = await register({ job: 'Rey' })
    expect(reply.status).toBe(400)
    expect(pathsOf(reply)).toEqual(['body.company', 'body.job'])
    expect((await register({ company: '  ' })).status).toBe(400)
    expect((await register({ company: 'Acme', job: 'Artista' })).status).toBe(201)
  })

  it('makes a viewer or an organizer, keeps the proof of both consents, and charges nothing [ID-013, ID-014, ID-040, ID-059, ID-061, LIM-023]', async () => {
    const [attendee, organizer] = [freshEmail(), freshEmail()]
    const reply = await register({ email: attendee, newsletter: true, language: 'pt', country: 'PT' })
    expect(reply.status).toBe(201)
    expect((await register({ email: organizer, role: 'organizer' })).status).toBe(201)
    const [viewer, producer] = [await userOf(attendee), await userOf(organizer)]
    expect(reply.body).toEqual({ id: viewer?.id, user: attendee })
    expect(viewer).toMatchObject({ roles: ['VIEWER'], approval_state: 'approved', newsletter: true, locale: 'pt', country: 'PT' })
    expect(viewer?.password_hash).toMatch(/^\$argon2id\$/)
    expect(producer).toMatchObject({ roles: ['VIEWER', 'PRODUCER'], newsletter: false, locale: 'es', time_zone: 'GMT' })
    expect(fallbackTimeZone).toBe('GMT')
    const consents = await t.database.knex('consents').where({ user_id: viewer?.id }).orderBy('kind')
    expect(consents).toMatchObject([
      { kind: 'newsletter', granted: true, document_version: privacyVersion, source: 'sign-up', email: attendee },
      { kind: 'privacy', granted: true, document_version: privacyVersion, source: 'sign-up' },
    ])
    expect(consents[1]?.ip).not.toBeNull()
    expect(await t.database.knex('orders').where({ user_id: producer?.id })).toEqual([])
  })
})

describe('activation', () => {
  it('is what log-in waits for; the link works once and only its hash is stored [ID-015]', async () => {
    const email = freshEmail()
    await register({ email, language: 'en' })
    expect((await login(email)).body).toMatchObject({ code: 'INVALID_LOGIN' })
    const [mail] = await mailsTo(t, email)
    expect(mail).toMatchObject({ subject: 'Activate your e-events account', language: 'en' })
    const token = tokenIn(mail)
    expect(mail?.text).toContain(`${t.env.PUBLIC_ORIGIN}/activate/${token}`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [stored] = await t.database.knex('email_tokens').where({ user_id: (await userOf(email))?.id })
    expect(stored?.token_hash).toEqual(createHash('sha256').update(token).digest())
    const [first, second] = [await activate(token, factoryPassword), await activate(token, factoryPassword)]
    expect(first.body).toEqual({ state: 'active' })
    expect([second.status, (second.body as { code: string }).code]).toEqual([400, 'LINK_INVALID'])
    expect((await login(email)).status).toBe(200)
  })

  it('refuses an unknown link, one of another kind and one that is 24 hours old; recovery sends a fresh one [ID-016]', async () => {
    const email = freshEmail()
    await register({ email })
    const [old] = await mailsTo(t, email)
    expect((await activate('x'.repeat(43), factoryPassword)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await reset(tokenIn(old))).body).toMatchObject({ code: 'LINK_INVALID' })
    t.clock.advance(limits.activationLinkMs + 1_000)
    expect((await activate(tokenIn(old), factoryPassword)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await recover(email)).status).toBe(200)
    const [fresh] = await mailsTo(t, email)
    expect(fresh?.subject).toBe('Elige una contraseña nueva')
    expect((await activate(tokenIn(fresh), factoryPassword)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await reset(tokenIn(fresh))).status).toBe(204)
    expect((await login(email, 'Nuevo12$')).status).toBe(200)
  })

  it('says that staff comes next where the site approves accounts [ID-049, ID-056, ID-057]', async () => {
    await settings({ approve_users: true })
    const email = freshEmail()
    await register({ email, role: 'organizer' })
    expect(await userOf(email)).toMatchObject({ approval_state: 'pending' })
    const [mail] = await mailsTo(t, email)
    const reply = await activate(tokenIn(mail), factoryPassword)
    expect(reply.body).toEqual({ state: 'pending' })
    expect(reply.get('Set-Cookie')?.some((line) => line.startsWith('ee_refresh='))).toBe(false)
    const [waiting, wrong] = [await login(email), await login(email, 'Wrong123$')]
    expect(waiting.status).toBe(401)
    const withoutId = ({ requestId: _, ...body }: Record<string, unknown>) => body
    expect(withoutId(waiting.body as Record<string, unknown>)).toEqual(withoutId(wrong.body as Record<string, unknown>))
    await settings({ approve_users: false })
    expect((await login(email)).status).toBe(200)
  })
})

describe('recovery', () => {
  it('answers the same for an unknown e-mail, and sends nothing [ID-027]', async () => {
    const user = await t.factories.user()
    const [known, unknown] = [await recover(user.email), await recover('nobody-at-all@example.test')]
    for (const reply of [known, unknown]) {
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ sent: true })
    }
    const mails = await mailsTo(t, user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`${t.env.PUBLIC_ORIGIN}/reset-password/`)
    expect(await mailsTo(t, 'nobody-at-all@example.test')).toEqual([])
    const deleted = await t.factories.user({ deleted_at: new Date() })
    await recover(deleted.email)
    expect(await mailsTo(t, deleted.email)).toEqual([])
  })

  it('answers before it does anything that only a known e-mail causes, so that the time tells nothing [ID-027]', async () => {
    const user = await t.factories.user()
    const blocker = await t.database.knex.transaction()
    try {
      await blocker.raw('lock table email_tokens in access exclusive mode')
      expect((await recover(user.email)).body).toEqual({ sent: true })
    } finally {
      await blocker.rollback()
    }
    expect(await mailsTo(t, user.email)).toHaveLength(1)
  })

  it('resets once, within the hour, by the rule of passwords, and signs every device out [ID-017, ID-020, ID-028]', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    await recover(user.email)
    const link = tokenIn((await mailsTo(t, user.email))[0])
    expect(pathsOf(await reset(link, 'short'))).toContain('body.password')
    expect(pathsOf(await reset(link, 'Nuevo12$', 'Otro123$'))).toEqual(['body.passwordConfirm'])
    expect((await reset('y'.repeat(43))).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await reset(link)).status).toBe(204)
    expect((await reset(link)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await t.call(account.me, { as: token })).status).toBe(401)
    const [session] = await t.database.knex('user_sessions').where({ user_id: user.id })
    expect(session?.revoked_reason).toBe('password_reset')
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, 'Nuevo12$')).status).toBe(200)
    expect((await mailsTo(t, user.email)).map(({ subject }) => subject)).toContain('Tu contraseña ha cambiado')

    await recover(user.email)
    const late = tokenIn((await mailsTo(t, user.email))[0])
    t.clock.advance(limits.resetLinkMs + 1_000)
    expect((await reset(late)).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('of an account that nobody confirmed never arms the password of the stranger who signed up, nor names them', async () => {
    const email = freshEmail()
    const words = 'Ganaste 500 euros'
    await register({ email, password: 'Attacker1!pw', passwordConfirm: 'Attacker1!pw', name: words })
    await recover(email)
    const mails = await mailsTo(t, email)
    expect(mails).toHaveLength(2)
    for (const { text, html } of mails) expect(text + html).not.toContain(words)
    expect((await reset(tokenIn(mails[0]))).status).toBe(204)
    expect((await activate(tokenIn(mails[1]), 'Attacker1!pw')).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await login(email, 'Attacker1!pw')).status).toBe(401)
    expect((await login(email, 'Nuevo12$')).status).toBe(200)
  })

  it('ends what a thief of the password left behind, and says since when a second factor is on', async () => {
    const user = await t.factories.user({ locale: 'en' })
    const as = await t.tokenOf(user)
    const thief = freshEmail()
    expect((await t.call(account.changeEmail, { body: { email: thief, password: factoryPassword }, as })).status).toBe(202)
    const planted = (await mailsTo(t, thief))[0]
    const { knex } = t.database
    const channel = await t.factories.channel()
    await knex('podcast_feeds').insert({ user_id: user.id, channel_id: channel.id, token_hash: Buffer.alloc(32, 7) })
    await knex('user_identities').insert({ user_id: user.id, provider: 'acme', subject: 'thief' })
    await knex('user_totps').insert({ user_id: user.id, secret_encrypted: Buffer.of(1), confirmed_at: new Date('2026-01-31T10:00:00Z') })
    await recover(user.email)
    expect((await reset(tokenIn((await mailsTo(t, user.email))[0]))).status).toBe(204)
    expect((await t.call(signUp.confirmEmail, { params: { token: tokenIn(planted) } })).body).toMatchObject({ code: 'LINK_INVALID' })
    expect(await knex('user_identities').where({ user_id: user.id })).toEqual([])
    expect(await knex('podcast_feeds').where({ user_id: user.id }).whereNull('revoked_at')).toEqual([])
    const told = (await mailsTo(t, user.email)).find(({ subject }) => subject === 'Your password has changed')
    expect(told?.text).toContain('still on, since 31 January 2026')
  })

  it('of two who follow one link at the same moment, lets one through', async () => {
    const user = await t.factories.user()
    await recover(user.email)
    const link = tokenIn((await mailsTo(t, user.email))[0])
    const replies = await Promise.all([reset(link, 'Nuevo12$'), reset(link, 'Otro123$')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
  })
})

describe('throttling', { timeout: 60_000 }, () => {
  it('lets one address fill no mailbox and ask about no account without end, and answers recovery alike all the while', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const user = await strict.factories.user()
      const from = (index: number) => ['x-forwarded-for', `203.0.113.${index}`] as const
      // Each from another network, so that only the budget of the e-mail counts.
      for (let index = 0; index < 8; index++) {
        const reply = await strict.call(signUp.recovery, { body: { email: user.email } }).set(...from(index))
        expect([reply.status, reply.body]).toEqual([200, { sent: true }])
      }
      expect(await mailsTo(strict, user.email)).toHaveLength(5)
      const statuses: number[] = []
      for (let index = 0; index < 6; index++) {
        statuses.push((await strict.call(signUp.register, { body: signUpForm({ email: user.email }) }).set(...from(20 + index))).status)
      }
      expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
      const oneNetwork: number[] = []
      for (let index = 0; index < 21; index++) {
        const email = `network-${index}@example.test`
        oneNetwork.push((await strict.call(signUp.recovery, { body: { email } }).set(...from(99))).status)
      }
      expect(oneNetwork.filter((status) => status === 200)).toHaveLength(20)
      expect(oneNetwork.at(-1)).toBe(429)
    } finally {
      await strict.stop()
    }
  })
})
