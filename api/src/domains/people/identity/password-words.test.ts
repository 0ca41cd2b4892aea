import { account } from '@e-events/shared/contract/people/account.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo, tokenIn } from '../../../testing/mails.ts'
import { freshEmail, signUpForm } from '../../../testing/sign-up-form.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const both = (password: string) => ({ password, passwordConfirm: password })
const refused = (rule: string) => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: [{ path: 'body.password', rule }] },
})

describe('a new password', () => {
  it.each(['Password1!', 'Passw0rd!', 'P@$$w0rd', 'Aa123456!', 'Qwerty1!', '#Welcome1#'])(
    'is none of the commonest: %s',
    async (password) => {
      expect(await t.call(signUp.register, { body: signUpForm(both(password)) })).toMatchObject(refused('password_common'))
    },
  )

  it.each(['Noelia-4711', '4711-PEÑALver', 'Butaca.nlp81', 'E-Events-4711', 'una butaca para noelia'])(
    'holds no word of its owner or of the site: %s',
    async (password) => {
      const owner = { name: 'Noelia', surname: 'Peñalver Ruiz', email: 'nlp81@example.test', emailConfirm: 'nlp81@example.test' }
      const reply = await t.call(signUp.register, { body: signUpForm({ ...owner, ...both(password) }) })
      expect(reply).toMatchObject(refused('password_own_words'))
    },
  )

  it('may hold a short name, and from fifteen characters on words alone', async () => {
    for (const password of ['Manzana-4711', 'caballo grapa faro']) {
      const email = freshEmail()
      const reply = await t.call(signUp.register, { body: signUpForm({ name: 'Ana', email, emailConfirm: email, ...both(password) }) })
      expect([password, reply.status]).toEqual([password, 201])
    }
  })

  it('is judged at a change, and at a reset, whose link stays good', async () => {
    const user = await t.factories.user({ name: 'Noelia' })
    const change = { currentPassword: factoryPassword, ...both('Password1!') }
    expect(await t.call(account.changePassword, { as: await t.tokenOf(user), body: change })).toMatchObject(refused('password_common'))
    await t.call(signUp.recovery, { body: { email: user.email } })
    const params = { token: tokenIn((await mailsTo(t, user.email))[0]) }
    expect(await t.call(signUp.reset, { params, body: both('Noelia-4711') })).toMatchObject(refused('password_own_words'))
    expect((await t.call(signUp.reset, { params, body: both('Butaca-4711') })).status).toBe(204)
  })
})
