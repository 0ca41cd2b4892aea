import { account } from '@e-events/shared/contract/people/account.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { contract } from '@e-events/shared/contract/contract.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { loginConfig } from '@e-events/shared/contract/people/login-config.ts'
import { payouts } from '@e-events/shared/contract/sales/money/payouts.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../db/tables/people.ts'
import { totpCode, totpStep } from '../domains/people/identity/totp.ts'
import { factoryPassword } from '../testing/factories.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { validRequests } from '../testing/valid-requests.ts'
import type { RequestInput, World } from '../testing/world.ts'

let t: TestApi
let world: World
let admin: UserRow
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>)
  t = await createTestApi({ log: { level: 'error', destination: { write } } })
  world = { t, owner: await t.factories.producer(), viewer: await t.factories.user() }
  admin = await t.factories.admin()
})
beforeEach(() => {
  lines = []
})
afterAll(() => t.stop())

const noBilling = { nif: null, prefix: null, phone: null, address: null, city: null, postalCode: null, country: null }
const billing = { ...noBilling, iban: 'ES91 2100 0418 4502 0005 1332' }
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const stepUp = (as: string, body: object = { password: factoryPassword }) => t.call(account.stepUp, { as, body })
/** A log-in that is too long ago to count, and not yet so long that its token ended. */
async function oldSession(user: UserRow) {
  const token = await t.tokenOf(user)
  t.clock.advance(limits.stepUpMs + 1000)
  return token
}
const flagged = [
  [channels.update, { billing }],
  [config.updateMediaPay, undefined],
  [loginConfig.updateTwoFactor, undefined],
  [loginConfig.addProvider, undefined],
  [loginConfig.changeProvider, undefined],
  [users.update, { email: 'new-address@example.test' }],
  [users.update, { roles: ['VIEWER', 'PRODUCER'] }],
  [users.decideUpgrade, undefined],
  [users.export, undefined],
  [users.exportAudit, undefined],
  [payouts.approve, undefined],
  [payouts.exportRun, undefined],
  [payouts.settle, undefined],
] as const satisfies (readonly [Endpoint, object | undefined])[]
const requestOf = async (endpoint: Endpoint, body: object | undefined): Promise<RequestInput> => {
  const valid = (await validRequests[`${endpoint.method} ${endpoint.path}`]?.(world)) ?? {}
  return body ? { ...valid, body } : valid
}

describe('step-up', () => {
  it('is asked for by what leads to money, to roles and to lists of people, and by nothing else', () => {
    const all = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))
    expect(new Set(all.filter((endpoint) => endpoint.stepUp))).toEqual(new Set(flagged.map(([endpoint]) => endpoint)))
  })

  it.each(
    flagged.map(
      ([endpoint, body]) => [`${endpoint.method} ${endpoint.path} ${Object.keys(body ?? {}).join(' ')}`, endpoint, body] as const,
    ),
  )('%s is refused to a log-in of more than five minutes ago, and done after the password', async (_, endpoint, body) => {
    const as = await oldSession(admin)
    const request = await requestOf(endpoint, body)
    const refused = await t.call(endpoint, { ...request, as })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'STEP_UP_REQUIRED'])
    await stepUp(as).expect(204)
    const done = await t.call(endpoint, { ...request, as })
    expect([done.status, done.text]).toEqual([endpoint.status, done.text])
    t.clock.advance(limits.stepUpMs + 1000)
    expect(codeOf(await t.call(endpoint, { ...(await requestOf(endpoint, body)), as }))).toBe('STEP_UP_REQUIRED')
  })

  it('counts a fresh log-in, and leaves other fields of the same endpoints alone', async () => {
    const fresh = await t.tokenOf(admin)
    await t.call(users.export, { query: { format: 'csv' }, as: fresh }).expect(200)
    const as = await oldSession(admin)
    const channel = await requestOf(channels.update, undefined)
    await t.call(channels.update, { ...channel, as }).expect(200)
    await t.call(users.update, { ...(await requestOf(users.update, { name: 'Eva' })), as }).expect(200)
  })

  it('says nothing of it to somebody who may not come here, of what is not there, and of a body that is wrong', async () => {
    const stranger = await oldSession(await t.factories.producer())
    const request = await requestOf(channels.update, { billing })
    expect(codeOf(await t.call(channels.update, { ...request, as: stranger }))).toBe('NOT_FOUND')
    const viewer = await oldSession(world.viewer)
    expect(codeOf(await t.call(users.export, { query: { format: 'csv' }, as: viewer }))).toBe('FORBIDDEN_ROLE')
    const as = await oldSession(admin)
    expect(codeOf(await t.call(config.updateMediaPay, { body: { pos: 1 }, as }))).toBe('VALIDATION_FAILED')
  })

  it('takes no wrong password, tells the security log of both, and confirms no other session of the account', async () => {
    const [one, other] = [await t.tokenOf(admin), await oldSession(admin)]
    lines = []
    const ask = (as: string) => t.call(users.export, { query: { format: 'csv' }, as })
    const wrong = await stepUp(one, { password: 'Wrong123$' })
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'PASSWORD_WRONG'])
    expect(codeOf(await ask(one))).toBe('STEP_UP_REQUIRED')
    await stepUp(one).expect(204)
    await ask(one).expect(200)
    expect(codeOf(await ask(other))).toBe('STEP_UP_REQUIRED')
    expect(lines).toMatchObject([
      { event: 'step_up.failed', accountId: admin.id },
      { event: 'step_up.ok', accountId: admin.id },
    ])
  })

  it('is not renewed by a refresh', async () => {
    const reply = await t.http.post('/api/auth/login').send({ user: admin.email, password: factoryPassword, client: 'studio' })
    t.clock.advance(limits.stepUpMs + 1000)
    const { refreshToken } = reply.body as { refreshToken: string }
    const fresh = (await t.http.post('/api/auth/refresh').send({ refreshToken })).body as { authToken: string }
    expect(codeOf(await t.call(users.export, { query: { format: 'csv' }, as: fresh.authToken }))).toBe('STEP_UP_REQUIRED')
  })

  it('asks an account with a second factor for a code too, which opens nothing twice', async () => {
    const staff = await t.factories.admin()
    const as = await t.tokenOf(staff)
    const { secret } = (await t.call(account.startTwoFactor, { as, body: { password: factoryPassword } })).body as { secret: string }
    const code = () => totpCode(secret, totpStep(t.clock.nowMs()))
    const used = code()
    await t.call(account.confirmTwoFactor, { as, body: { code: used } }).expect(200)
    t.clock.advance(limits.stepUpMs + 1000)
    expect(codeOf(await stepUp(as))).toBe('TWO_FACTOR_REQUIRED')
    expect(codeOf(await stepUp(as, { password: factoryPassword, code: used }))).toBe('TWO_FACTOR_WRONG')
    expect(codeOf(await stepUp(as, { password: 'Wrong123$', code: code() }))).toBe('PASSWORD_WRONG')
    expect(codeOf(await t.call(users.export, { query: { format: 'csv' }, as }))).toBe('STEP_UP_REQUIRED')
    await stepUp(as, { password: factoryPassword, code: code() }).expect(204)
    await t.call(users.export, { query: { format: 'csv' }, as }).expect(200)
  })

  it('is named in the documentation of the endpoints that ask for it', async () => {
    const { body } = (await t.http.get('/api/openapi.json')) as { body: unknown }
    const { paths } = body as {
      paths: Record<string, Record<string, { description: string; responses: Record<string, { description: string }> }>>
    }
    expect(paths['/channels/{slug}']?.['patch']?.description).toContain('where billing is given')
    expect(paths['/users/export']?.['get']?.responses['409']?.description).toContain('STEP_UP_REQUIRED')
    expect(paths['/users']?.['get']?.description).not.toContain('confirmation')
  })
})
