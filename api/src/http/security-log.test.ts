import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factoryPassword } from '../testing/factories.ts'
import { mailsTo, tokenIn } from '../testing/mails.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

/** Lines of the security log only: the service itself logs warnings alone. */
let lines: Record<string, unknown>[]
let raw: string
let t: TestApi
beforeAll(async () => {
  t = await createTestApi({
    env: { RATE_LIMIT_FACTOR: '1' },
    log: {
      level: 'warn',
      destination: {
        write(text) {
          raw += text
          lines.push(JSON.parse(text) as Record<string, unknown>)
        },
      },
    },
  })
})
beforeEach(() => {
  lines = []
  raw = ''
})
afterAll(() => t.stop())

const address = '203.0.113.77'
const logIn = (email: string, password: string, from = address) =>
  t.call(auth.login, { body: { user: email, password, client: 'web' } }).set('x-forwarded-for', from)
const events = () => lines.filter(({ log }) => log === 'security').map(({ event }) => event)
const only = (event: string) => lines.filter((line) => line['event'] === event)

describe('the security log', () => {
  it('tells of wrong passwords, of the right one and of a spent budget, and of nothing that was typed', async () => {
    const person = await t.factories.user()
    for (let attempt = 0; attempt < 5; attempt++) await logIn(person.email, `Falsa-clave-${attempt}`).expect(401)
    await logIn('nobody@example.test', 'Falsa-clave-9').expect(401)
    await logIn(person.email, factoryPassword).expect(200)
    expect(events()).toEqual([...Array.from({ length: 6 }, () => 'login.failed'), 'login.ok'])
    expect(only('login.failed')[0]).toMatchObject({ level: 'info', accountId: person.id, network: '203.0.113.0/24' })
    expect(only('login.failed')[0]?.['requestId']).toMatch(/^[\w.-]{8,}$/)
    expect(only('login.failed').at(-1)).not.toHaveProperty('accountId')
    for (let attempt = 0; attempt < 11; attempt++) await logIn(person.email, 'Falsa-clave-7', '2001:db8:1:2::9')
    expect(only('login.limited')).toMatchObject([{ network: '2001:db8:1:2::/64', route: '/api/auth/login' }])
    for (const typed of [person.email, 'nobody@example.test', 'Falsa', factoryPassword, address]) expect(raw).not.toContain(typed)
  })

  it('tells of somebody at a door of staff and of a token that is none of ours, and not of one that ended', async () => {
    const viewer = await t.factories.user()
    const token = await t.tokenOf(viewer)
    await t.call(users.list, { as: token }).expect(403)
    await t.call(users.list, { as: `${token.slice(0, -4)}AAAA` }).expect(401)
    await t.call(users.list, { as: 'made-up' }).expect(401)
    expect(lines.filter(({ event }) => event !== 'login.ok')).toMatchObject([
      { event: 'access.denied', accountId: viewer.id, route: '/api/users' },
      { event: 'token.refused', route: '/api/users' },
      { event: 'token.refused' },
    ])
    expect(raw).not.toContain(token.slice(-20))
    lines = []
    t.clock.advance(60 * 60_000)
    await t.call(users.list, { as: token }).expect(401)
    expect(events()).toEqual([])
  })

  it('tells of a page of another origin and of a token that is none of ours at the realtime door', async () => {
    const connect = (options: object) =>
      new Promise<string>((resolve) => {
        const socket = io(t.url, { path: realtimePath, transports: ['websocket'], reconnection: false, forceNew: true, ...options })
        const end = (outcome: string) => () => {
          socket.close()
          resolve(outcome)
        }
        socket.once('connect', end('connected')).once('connect_error', end('refused'))
      })
    const own = await t.tokenOf(await t.factories.user())
    lines = []
    expect(await connect({ auth: { token: own } })).toBe('connected')
    expect(await connect({})).toBe('connected')
    expect(events()).toEqual([])
    expect(await connect({ auth: { token: `${own.slice(0, -4)}AAAA` } })).toBe('connected')
    expect(await connect({ extraHeaders: { origin: 'https://evil.example' } })).toBe('refused')
    expect(lines).toMatchObject([
      { event: 'token.refused', network: '127.0.0.0/24', route: realtimePath },
      { event: 'signal.refused', reason: 'ORIGIN', route: realtimePath },
    ])
    expect(raw).not.toContain(own.slice(0, 20))
  })

  it('tells of a refresh token that was used twice, and so does a mail to its owner', async () => {
    const person = await t.factories.user()
    const session = await logInAsStudio(person.email)
    const refresh = () => t.call(auth.refresh, { body: { refreshToken: session.refreshToken } })
    await refresh().expect(200)
    t.clock.advance(60_000)
    const mails = async () => (await mailsTo(t, person.email)).filter(({ subject }) => subject.includes('copiado'))
    expect(await mails()).toEqual([])
    await refresh().expect(401)
    await refresh().expect(401)
    expect(only('token.reuse')).toMatchObject([{ accountId: person.id }])
    expect(await mails()).toHaveLength(1)
  })

  it('tells of a new password by mail, and of roles that staff gave', async () => {
    const person = await t.factories.user()
    const admin = await t.factories.admin()
    await t.call(signUp.recovery, { body: { email: person.email } }).expect(200)
    await t.api.platform.people.signUp.settle()
    const token = tokenIn((await mailsTo(t, person.email))[0])
    await t.call(signUp.reset, { params: { token }, body: { password: 'Tramoya-Nueva-7', passwordConfirm: 'Tramoya-Nueva-7' } }).expect(204)
    expect(events()).toEqual(['reset.asked', 'reset.done'])
    expect(only('reset.done')).toMatchObject([{ accountId: person.id }])
    expect(raw).not.toContain(token)
    lines = []
    const as = await t.tokenOf(admin)
    await t.call(users.update, { params: { id: person.id }, body: { roles: ['VIEWER', 'PRODUCER'] }, as }).expect(200)
    expect(only('role.changed')).toMatchObject([{ accountId: person.id, by: admin.id }])
  })
})

async function logInAsStudio(email: string): Promise<{ refreshToken: string }> {
  const reply = await t.call(auth.login, { body: { user: email, password: factoryPassword, client: 'studio' } }).expect(200)
  return reply.body as { refreshToken: string }
}
