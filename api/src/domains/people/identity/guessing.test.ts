import { auth } from '@e-events/shared/contract/people/auth.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factoryPassword } from '../../../testing/factories.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>)
  t = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' }, log: { level: 'error', destination: { write } } })
})
beforeEach(() => {
  lines = []
})
afterAll(() => t.stop())

/** Each from a network of its own: no budget of an address or of a network ever sees two. */
let networks = 0
const elsewhere = () => `2001:db8:${(networks += 1).toString(16)}::1`
const logIn = (user: string, password: string, from = elsewhere()) =>
  t.call(auth.login, { body: { user, password, client: 'web' } }).set('x-forwarded-for', from)
async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 10)
    statuses.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, times - at) }, () => logIn(email, 'Wrong123$')))).map(({ status }) => status),
    )
  return statuses
}
const waitOf = (reply: { headers: unknown }) => Number((reply.headers as Record<string, string>)['retry-after'])
const pass = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

describe('guessing one password from everywhere', () => {
  it(
    'makes strangers wait after a hundred failures, longer each time, never its owner at home, and locks nobody out',
    { timeout: 60_000 },
    async () => {
      const owner = await t.factories.user({ locale: 'en' })
      const home = '2001:db8:ffff:1::7'
      await logIn(owner.email, factoryPassword, home).expect(200)
      expect(new Set(await guess(owner.email, 100))).toEqual(new Set([401]))
      expect(await mailsTo(t, owner.email)).toEqual([])
      await logIn(owner.email, 'Wrong123$').expect(401)
      const second = await logIn(owner.email, factoryPassword).expect(429)
      expect(waitOf(second)).toBeGreaterThan(0)
      expect(waitOf(second)).toBeLessThanOrEqual(2)
      await logIn(owner.email, factoryPassword, '2001:db8:ffff:1::9').expect(200)
      await pass(waitOf(second))
      // A second failure beyond the hundred: twice the wait.
      await logIn(owner.email, 'Wrong123$').expect(401)
      const third = await logIn(owner.email, 'Wrong123$').expect(429)
      expect(waitOf(third)).toBeGreaterThan(2)
      await pass(waitOf(third))
      await logIn(owner.email, factoryPassword).expect(200)
      const paused = lines.filter(({ event }) => event === 'login.paused')
      expect(paused).toMatchObject([{ accountId: owner.id }, { accountId: owner.id }])
      const told = (await mailsTo(t, owner.email)).filter(({ subject }) => subject === 'Somebody is trying to guess your password')
      expect(told).toHaveLength(1)
    },
  )

  it('is slowed for an address without an account too, so that the wait tells of none', { timeout: 60_000 }, async () => {
    const nobody = 'nobody-at-all@example.test'
    await guess(nobody, 101)
    await logIn(nobody.toUpperCase(), factoryPassword).expect(429)
    await logIn((await t.factories.user()).email, factoryPassword).expect(200)
  })
})
