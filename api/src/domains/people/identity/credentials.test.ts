import { account } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo, tokenIn } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { deviceLabel } from '../../../http/user-agent.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const login = (email: string, password = factoryPassword) => t.call(auth.login, { body: { user: email, password, client: 'studio' } })
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140.0', '151.0')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1'
let count = 0
const freshEmail = (domain = 'example.test') => `credentials-${count++}@${domain}`

describe('change of password', () => {
  const change = (as: string, body: object) => t.call(account.changePassword, { as, body })
  const wanted = { currentPassword: factoryPassword, password: 'Nuevo12$', passwordConfirm: 'Nuevo12$' }

  it('refuses a wrong present one with 400, a weak or differing new one, and keeps the session [ID-017, ID-020, ID-035]', async () => {
    const as = await t.tokenOf(await t.factories.user())
    const wrong = await change(as, { ...wanted, currentPassword: 'Wrong123$' })
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'PASSWORD_WRONG'])
    expect((await change(as, { ...wanted, password: 'short', passwordConfirm: 'short' })).status).toBe(400)
    const differing = await change(as, { ...wanted, passwordConfirm: 'Otro123$' })
    expect(differing.body).toMatchObject({ issues: [{ path: 'body.passwordConfirm', rule: 'mismatch' }] })
    expect((await t.call(account.me, { as })).status).toBe(200)
  })

  it('ends every other session, and the old password and an open reset link with it [ID-035]', async () => {
    const user = await t.factories.user()
    const [here, there] = [await t.tokenOf(user), await t.tokenOf(user)]
    await t.call(signUp.recovery, { body: { email: user.email } })
    const link = tokenIn((await mailsTo(t, user.email))[0])
    expect((await change(here, wanted)).status).toBe(204)
    expect((await t.call(account.me, { as: here })).status).toBe(200)
    expect((await t.call(account.me, { as: there })).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, 'Nuevo12$')).status).toBe(200)
    const reset = await t.call(signUp.reset, { params: { token: link }, body: { password: 'Otro123$', passwordConfirm: 'Otro123$' } })
    expect(codeOf(reset)).toBe('LINK_INVALID')
    expect((await mailsTo(t, user.email)).map(({ subject }) => subject)).toContain('Tu contraseña ha cambiado')
  })

  it('stops guessing at an open browser', { timeout: 60_000 }, async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const as = await strict.tokenOf(await strict.factories.user())
      const statuses: number[] = []
      for (let attempt = 0; attempt < 11; attempt++) {
        statuses.push((await strict.call(account.changePassword, { as, body: { ...wanted, currentPassword: 'Wrong123$' } })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    } finally {
      await strict.stop()
    }
  })
})

describe('change of e-mail', () => {
  const ask = (as: string, email: string, password = factoryPassword) => t.call(account.changeEmail, { as, body: { email, password } })
  const confirm = (token: string) => t.call(signUp.confirmEmail, { params: { token } })
  const emailOf = async (user: UserRow) => (await t.database.knex('users').where({ id: user.id }).first('email'))?.email
  async function asked() {
    const user = await t.factories.user()
    const as = await t.tokenOf(user)
    const email = freshEmail()
    const reply = await ask(as, email)
    expect(reply.status).toBe(202)
    expect(reply.body).toMatchObject({ user: user.email, newEmail: email })
    const links = { old: tokenIn((await mailsTo(t, user.email))[0]), new: tokenIn((await mailsTo(t, email))[0]) }
    return { user, as, email, links }
  }

  it('refuses without the password, a taken address, and a domain that sign-up refuses', async () => {
    const [user, other] = [await t.factories.user(), await t.factories.user()]
    const as = await t.tokenOf(user)
    expect(codeOf(await ask(as, freshEmail(), 'Wrong123$'))).toBe('PASSWORD_WRONG')
    expect(codeOf(await ask(as, other.email.toUpperCase()))).toBe('EMAIL_TAKEN')
    await t.database.knex('site_config').update({ forbidden_email_domains: ['spam.test'] })
    try {
      expect(codeOf(await ask(as, freshEmail('mail.spam.test')))).toBe('EMAIL_DOMAIN_REFUSED')
    } finally {
      await t.database.knex('site_config').update({ forbidden_email_domains: [] })
    }
    expect(await mailsTo(t, user.email)).toEqual([])
  })

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('waits for both addresses: %s, then %s', async (first, second) => {
    const { user, as, email, links } = await asked()
    expect((await confirm(links[first])).body).toEqual({ state: 'waiting_for_other' })
    expect(await emailOf(user)).toBe(user.email)
    expect(codeOf(await confirm(links[first]))).toBe('LINK_INVALID')
    expect((await confirm(links[second])).body).toEqual({ state: 'changed' })
    expect(await emailOf(user)).toBe(email)
    expect((await t.call(account.me, { as })).body).toMatchObject({ user: email, newEmail: null })
    expect((await login(user.email)).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    expect((await mailsTo(t, user.email))[0]?.subject).toBe('El correo de tu cuenta ha cambiado')
  })

  it('happens once when both links are followed at the same moment', async () => {
    const { user, email, links } = await asked()
    const replies = await Promise.all([confirm(links.old), confirm(links.new)])
    expect(replies.map((reply) => (reply.body as { state: string }).state).toSorted()).toEqual(['changed', 'waiting_for_other'])
    expect(await emailOf(user)).toBe(email)
  })

  it('can be taken back, replaced, runs out after a day, and loses against somebody who took the address meanwhile', async () => {
    const cancelled = await asked()
    expect((await t.call(account.cancelEmailChange, { as: cancelled.as })).body).toMatchObject({ newEmail: null })
    expect(codeOf(await confirm(cancelled.links.old))).toBe('LINK_INVALID')

    const replaced = await asked()
    await confirm(replaced.links.old)
    await ask(replaced.as, freshEmail())
    expect(codeOf(await confirm(replaced.links.new))).toBe('LINK_INVALID')
    expect(await emailOf(replaced.user)).toBe(replaced.user.email)

    const taken = await asked()
    await confirm(taken.links.old)
    await t.factories.user({ email: taken.email })
    expect(codeOf(await confirm(taken.links.new))).toBe('EMAIL_TAKEN')

    const late = await asked()
    await confirm(late.links.new)
    t.clock.advance(limits.emailChangeLinkMs + 1_000)
    expect(codeOf(await confirm(late.links.old))).toBe('LINK_INVALID')
  })
})

describe('devices', () => {
  const enter = async (user: UserRow, userAgent: string) => {
    const body = { user: user.email, password: factoryPassword, client: 'studio' }
    const reply = await t.call(auth.login, { body }).set('user-agent', userAgent)
    return (reply.body as { authToken: string }).authToken
  }
  const list = async (as: string) =>
    (await t.call(account.devices, { as })).body as { items: { id: string; label: string; isThisOne: boolean }[] }

  it('of somebody else look absent, and signing out takes one or all others [ID-058]', async () => {
    const [user, stranger] = [await t.factories.user(), await t.factories.user()]
    const [computer, phone, third] = [await enter(user, firefox), await enter(user, iphone), await enter(user, firefox)]
    const foreign = await t.call(account.signOutDevice, {
      as: await enter(stranger, firefox),
      params: { id: (await list(phone)).items[0]?.id ?? '' },
    })
    expect(foreign.status).toBe(404)
    const { items } = await list(phone)
    expect(items).toHaveLength(3)
    expect(items.filter(({ isThisOne }) => isThisOne)).toMatchObject([{ label: 'Safari, iOS' }])
    expect(JSON.stringify(items)).not.toMatch(/Mozilla|token/)
    const one = { id: items.find(({ label }) => label === 'Firefox, Linux')?.id ?? '' }
    await t.call(account.signOutDevice, { as: phone, params: one }).expect(204)
    expect((await t.call(account.signOutDevice, { as: phone, params: one })).status).toBe(404)
    const alive = await Promise.all([computer, third].map(async (as) => (await t.call(account.me, { as })).status))
    expect(alive.toSorted((a, b) => a - b)).toEqual([200, 401])
    await t.call(account.signOutOthers, { as: phone }).expect(204)
    for (const as of [computer, third]) expect((await t.call(account.me, { as })).status).toBe(401)
    expect((await list(phone)).items).toHaveLength(1)
  })

  it('that were not seen before are told by mail: not the first one, and not a newer version of a known one', async () => {
    const user = await t.factories.user({ name: 'Ana', time_zone: 'Europe/Madrid' })
    const warnings = async () => (await mailsTo(t, user.email)).filter(({ subject }) => subject === 'Nuevo dispositivo en tu cuenta')
    await enter(user, firefox)
    await enter(user, newerFirefox)
    expect(await warnings()).toEqual([])
    await enter(user, iphone)
    expect(await warnings()).toMatchObject([{ to: user.email }])
    expect((await warnings())[0]?.text).toContain('Dispositivo: Safari, iOS')
    await enter(user, iphone)
    expect(await warnings()).toHaveLength(1)
    await t.call(auth.login, { body: { user: user.email, password: factoryPassword, client: 'web' } }).set('user-agent', iphone)
    expect(await warnings()).toHaveLength(2)
  })

  it.each([
    ['', '—'],
    ['node', 'node'],
    [firefox, 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome, macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 e-events/1.0 Chrome/140.0.0.0 Electron/38.0.0 Safari/537.36',
      'e-events Studio, Linux',
    ],
    ['<script>alert(1)</script>', '—'],
  ])('%s is called %s', (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label)
  })
})
