import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo, tokenIn } from '../../../testing/mails.ts'
import { browserOf, freshEmail, proofOf, signUpForm } from '../../../testing/sign-up-form.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const register = (fields: Record<string, unknown> = {}) => t.call(signUp.register, { body: signUpForm(fields) })
const login = (user: string) => t.call(auth.login, { body: { user, password: factoryPassword } })
const activate = (token: string, password?: string) => t.call(signUp.activate, { params: { token }, body: { password } })
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const pathsOf = (reply: { body: unknown }) => (reply.body as { issues?: { path: string }[] }).issues?.map(({ path }) => path).toSorted()
const userOf = (email: string) => t.database.knex('users').where({ email }).first()

describe('activation and who opens the link', () => {
  const refresh = (cookie: string) => t.call(auth.refresh, { body: {} }).set({ cookie })
  const sessionIn = (reply: { get(name: 'Set-Cookie'): string[] | undefined }) =>
    reply
      .get('Set-Cookie')
      ?.find((line) => line.startsWith('ee_refresh='))
      ?.split(';')[0]

  it('logs in the browser that signed up, whose secret no script can read', async () => {
    const email = freshEmail()
    const signedUp = await register({ email })
    expect(proofOf(signedUp)).toMatch(/; path=\/api\/auth\/activate;.*samesite=lax; httponly/i)
    const reply = await activate(tokenIn((await mailsTo(t, email))[0])).set(browserOf(signedUp))
    expect(reply.body).toEqual({ state: 'active' })
    expect((await refresh(sessionIn(reply) ?? '')).body).toMatchObject({ user: { user: email } })
  })

  it('arms no password for anybody else: it asks for the one of the sign-up, counts the wrong ones and keeps the link', async () => {
    const email = freshEmail()
    await register({ email })
    const other = await register({ email: freshEmail() })
    const token = tokenIn((await mailsTo(t, email))[0])
    for (const reply of [await activate(token), await activate(token).set(browserOf(other))]) {
      expect(reply.body).toEqual({ state: 'password' })
      expect(sessionIn(reply)).toBeUndefined()
    }
    const wrong = await activate(token, 'Otra1234$')
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'PASSWORD_WRONG'])
    expect((await userOf(email))?.email_verified_at).toBeNull()
    expect((await login(email)).status).toBe(401)
    const right = await activate(token, factoryPassword)
    expect(right.body).toEqual({ state: 'active' })
    expect((await refresh(sessionIn(right) ?? '')).body).toMatchObject({ user: { user: email } })
  })

  it('lets nobody with a link guess the password', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const body = signUpForm()
      await strict.call(signUp.register, { body })
      const token = tokenIn((await mailsTo(strict, body.email))[0])
      const statuses: number[] = []
      for (let index = 0; index < 11; index++) {
        const guess = strict.call(signUp.activate, { params: { token }, body: { password: `Falsa${index}$a` } })
        statuses.push((await guess.set('x-forwarded-for', `203.0.113.${index}`)).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    } finally {
      await strict.stop()
    }
  })

  it('carries the wanted page of this site in the link, and no other address [ID-009]', async () => {
    const email = freshEmail()
    await register({ email, next: '/products/telon?enter=1' })
    const [mail] = await mailsTo(t, email)
    expect(mail?.text).toContain(`/activate/${tokenIn(mail)}?next=%2Fproducts%2Ftelon%3Fenter%3D1`)
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'evil', ''])
      expect([next, pathsOf(await register({ next }))]).toEqual([next, ['body.next']])
  })
})
