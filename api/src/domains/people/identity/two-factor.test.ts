import { account } from '@e-events/shared/contract/people/account.ts'
import { auth } from '@e-events/shared/contract/people/auth.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { settleDefaults } from '../../settings/config/defaults.ts'
import { totpCode, totpStep } from './totp.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeAt = (secret: string, offset = 0) => totpCode(secret, totpStep(t.clock.nowMs()) + offset)
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const login = (user: UserRow, code?: string, password = factoryPassword) =>
  t.call(auth.login, { body: { user: user.email, password, ...(code === undefined ? {} : { code }) } })
const withPassword = (password = factoryPassword) => ({ body: { password } })
const withCode = (code: string, password = factoryPassword) => ({ body: { password, code } })

/** An account whose second factor is on. */
async function protectedUser(fields: Parameters<TestApi['factories']['user']>[0] = {}) {
  const user = await t.factories.user(fields)
  const as = await t.tokenOf(user)
  const started = await t.call(account.startTwoFactor, { as, ...withPassword() })
  const { secret, uri } = started.body as { secret: string; uri: string }
  const confirmed = await t.call(account.confirmTwoFactor, { as, body: { code: codeAt(secret) } })
  expect(confirmed.status).toBe(200)
  // The next codes are those of later steps.
  t.clock.advance(60_000)
  return { user, as, secret, uri, recoveryCodes: (confirmed.body as { recoveryCodes: string[] }).recoveryCodes }
}

describe('second factor', () => {
  it('is neither begun nor ended without the password, and each step waits for the one before', async () => {
    const user = await t.factories.user()
    const as = await t.tokenOf(user)
    expect(codeOf(await t.call(account.startTwoFactor, { as, ...withPassword('Wrong123$') }))).toBe('PASSWORD_WRONG')
    for (const endpoint of [account.newRecoveryCodes, account.stopTwoFactor]) {
      expect(codeOf(await t.call(endpoint, { as, ...withCode('123456', 'Wrong123$') }))).toBe('PASSWORD_WRONG')
      expect(codeOf(await t.call(endpoint, { as, ...withCode('123456') }))).toBe('TWO_FACTOR_STATE')
    }
    expect(codeOf(await t.call(account.confirmTwoFactor, { as, body: { code: '123456' } }))).toBe('TWO_FACTOR_STATE')
    const started = await t.call(account.startTwoFactor, { as, ...withPassword() })
    const { secret } = started.body as { secret: string }
    expect(codeOf(await t.call(account.confirmTwoFactor, { as, body: { code: codeAt(secret, 5) } }))).toBe('TWO_FACTOR_WRONG')
    // Begun and not confirmed changes nothing.
    expect((await login(user)).status).toBe(200)
    const again = await t.call(account.startTwoFactor, { as, ...withPassword() })
    expect((again.body as { secret: string }).secret).not.toBe(secret)
    expect(codeOf(await t.call(account.confirmTwoFactor, { as, body: { code: codeAt(secret) } }))).toBe('TWO_FACTOR_WRONG')
  })

  it('is asked for only after the right password, refuses a wrong, a late and a used code, and logs nobody out by it', async () => {
    const { user, secret } = await protectedUser()
    expect(codeOf(await login(user, codeAt(secret), 'Wrong123$'))).toBe('INVALID_LOGIN')
    const asked = await login(user)
    expect([asked.status, codeOf(asked)]).toEqual([400, 'TWO_FACTOR_REQUIRED'])
    expect(asked.get('set-cookie')).toBeUndefined()
    for (const wrong of [codeAt(secret, -3), codeAt(secret, 3), 'abcdef', 'AAAA-BBBB-CCCC-DDDD']) {
      const reply = await login(user, wrong)
      expect([reply.status, codeOf(reply)]).toEqual([400, 'TWO_FACTOR_WRONG'])
    }
    const code = codeAt(secret)
    expect((await login(user, code)).status).toBe(200)
    expect(codeOf(await login(user, code))).toBe('TWO_FACTOR_WRONG')
    t.clock.advance(60_000)
    const next = codeAt(secret)
    const both = await Promise.all([login(user, next), login(user, next)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('gives ten recovery codes that work once each, however they are typed, until new ones are made', async () => {
    const { user, as, secret, recoveryCodes } = await protectedUser()
    expect(new Set(recoveryCodes).size).toBe(limits.recoveryCodes)
    const [first = '', second = '', third = ''] = recoveryCodes
    expect((await login(user, first)).status).toBe(200)
    expect(codeOf(await login(user, first))).toBe('TWO_FACTOR_WRONG')
    expect((await login(user, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    const mine = await t.call(account.me, { as })
    expect(mine.body).toMatchObject({ twoFactor: { on: true, required: false, recoveryCodesLeft: 8 } })
    const renewed = await t.call(account.newRecoveryCodes, { as, ...withCode(codeAt(secret)) })
    expect((renewed.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect(codeOf(await login(user, third))).toBe('TWO_FACTOR_WRONG')
    // A code of one account opens no other.
    const other = await protectedUser()
    expect(codeOf(await login(user, other.recoveryCodes[0]))).toBe('TWO_FACTOR_WRONG')
  })

  it('keeps its secret encrypted and bound to its account, and its recovery codes as hashes', async () => {
    const { user, secret, uri, recoveryCodes } = await protectedUser()
    expect(uri).toContain(`secret=${secret}`)
    const row = await t.database.knex('user_totps').where({ user_id: user.id }).first()
    expect(row?.secret_encrypted.includes(secret)).toBe(false)
    const stored = JSON.stringify(await t.database.knex('user_recovery_codes').where({ user_id: user.id }))
    for (const code of recoveryCodes) expect(stored).not.toContain(code)
    const { secretBox } = t.api.platform
    const place = (id: string) => ({ table: 'user_totps', column: 'secret_encrypted', id })
    expect(secretBox.open(row?.secret_encrypted ?? Buffer.of(), place(user.id))).toBe(secret)
    const other = await t.factories.user()
    expect(() => secretBox.open(row?.secret_encrypted ?? Buffer.of(), place(other.id))).toThrow('belongs elsewhere')
  })

  it('is not ended, and gives no new recovery codes, without a code or with one that was used', async () => {
    const { user, as, secret, recoveryCodes } = await protectedUser()
    const used = codeAt(secret)
    expect((await login(user, used)).status).toBe(200)
    for (const endpoint of [account.newRecoveryCodes, account.stopTwoFactor]) {
      const without = await t.call(endpoint, { as, ...withPassword() })
      expect([without.status, codeOf(without)]).toEqual([400, 'VALIDATION_FAILED'])
      for (const code of [used, codeAt(secret, 5), 'AAAA-BBBB-CCCC-DDDD'])
        expect(codeOf(await t.call(endpoint, { as, ...withCode(code) }))).toBe('TWO_FACTOR_WRONG')
    }
    const mine = await t.call(account.me, { as })
    expect(mine.body).toMatchObject({ twoFactor: { on: true, recoveryCodesLeft: limits.recoveryCodes } })
    expect((await t.call(account.stopTwoFactor, { as, ...withCode(recoveryCodes[0] ?? '') })).status).toBe(204)
  })

  it('ends with the password and a code, says so by mail, and log-in asks for nothing any more', async () => {
    const { user, as, secret } = await protectedUser({ locale: 'en' })
    expect(codeOf(await t.call(account.startTwoFactor, { as, ...withPassword() }))).toBe('TWO_FACTOR_STATE')
    expect((await t.call(account.stopTwoFactor, { as, ...withCode(codeAt(secret)) })).status).toBe(204)
    expect((await login(user)).status).toBe(200)
    const subjects = (await mailsTo(t, user.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['Two-step verification is on', 'Two-step verification is off']))
    expect(await t.database.knex('user_recovery_codes').where({ user_id: user.id })).toEqual([])
  })

  it('can be demanded of a role: its endpoints wait until it is on, own data does not', async () => {
    const [admin, producer] = [await t.factories.admin(), await t.factories.producer()]
    const [asAdmin, asProducer] = [await t.tokenOf(admin), await t.tokenOf(producer)]
    const own = (as: string) => t.call(channels.listOwn, { as, query: {} })
    await t.database.knex('site_config').update({ two_factor_roles: ['ADMIN'] })
    try {
      const refused = await own(asAdmin)
      expect([refused.status, codeOf(refused)]).toEqual([409, 'TWO_FACTOR_STATE'])
      expect((await own(asProducer)).status).toBe(200)
      expect((await t.call(account.me, { as: asProducer })).body).toMatchObject({ twoFactor: { required: false } })
      expect((await t.call(account.me, { as: asAdmin })).body).toMatchObject({ twoFactor: { on: false, required: true } })
      const started = await t.call(account.startTwoFactor, { as: asAdmin, ...withPassword() })
      const { secret } = started.body as { secret: string }
      await t.call(account.confirmTwoFactor, { as: asAdmin, body: { code: codeAt(secret) } }).expect(200)
      expect((await own(asAdmin)).status).toBe(200)
    } finally {
      await t.database.knex('site_config').update({ two_factor_roles: [] })
    }
  })

  it('is required of administrators in production unless somebody chose otherwise, and they are no more than others before it is on', async () => {
    const { knex } = t.database
    const roles = async () => (await knex('site_config').first())?.two_factor_roles
    await knex('site_config').update({ two_factor_roles: null })
    try {
      await settleDefaults(knex, 'exposed')
      expect(await roles()).toBeNull()
      await settleDefaults(knex, 'production')
      expect(await roles()).toEqual(['ADMIN'])
      const admin = await t.factories.admin()
      const reply = await login(admin)
      expect(reply.body).toMatchObject({ user: { lacksTwoFactor: true } })
      const { slug } = await t.factories.product({ status: 'draft' })
      const draft = async () =>
        (await t.call(products.get, { params: { slug }, as: (reply.body as { authToken: string }).authToken })).status
      expect(await draft()).toBe(404)
      await knex('site_config').update({ two_factor_roles: [] })
      await settleDefaults(knex, 'production')
      expect(await roles()).toEqual([])
      expect(await draft()).toBe(200)
      expect((await login(admin)).body).toMatchObject({ user: { lacksTwoFactor: false } })
    } finally {
      await knex('site_config').update({ two_factor_roles: [] })
    }
  })

  it('stops somebody who knows the password and guesses codes, from wherever they come', { timeout: 60_000 }, async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const user = await strict.factories.user()
      const as = await strict.tokenOf(user)
      const started = await strict.call(account.startTwoFactor, { as, ...withPassword() })
      const { secret } = started.body as { secret: string }
      const now = totpCode(secret, totpStep(strict.clock.nowMs()))
      await strict.call(account.confirmTwoFactor, { as, body: { code: now } }).expect(200)
      const statuses: number[] = []
      for (let index = 0; index < 11; index++) {
        const body = { user: user.email, password: factoryPassword, code: 'AAAA-AAAA-AAAA-AAAA' }
        statuses.push((await strict.call(auth.login, { body }).set('x-forwarded-for', `203.0.113.${index}`)).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
      // Neither does the password turn it off meanwhile.
      const later = totpCode(secret, totpStep(strict.clock.nowMs()) + 1)
      expect((await strict.call(account.stopTwoFactor, { as, ...withCode(later) })).status).toBe(429)
    } finally {
      await strict.stop()
    }
  })
})
