import { config } from '@e-events/shared/contract/settings/config.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { account } from '@e-events/shared/contract/people/account.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import {
  notificationsNamespace,
  readSystemNotification,
  subscribeReplySchema,
  systemNotificationSchema,
  userNotificationSchema,
  type SubscribeReply,
  type SystemNotification,
  type UserNotification,
} from '@e-events/shared/realtime/notifications.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../db/tables/people.ts'
import { startApi, type RunningApi } from '../server.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let t: TestApi
/** A second process of the same api, on the same stores. */
let second: RunningApi
let admin: string
let apiKey: string
const sockets: Socket[] = []
beforeAll(async () => {
  t = await createTestApi()
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
  admin = await t.tokenOf(await t.factories.admin())
  apiKey = ((await t.call(config.realtime).expect(200)).body as { apiKey: string }).apiKey
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await second.stop()
  await t.stop()
})

interface Tab {
  socket: Socket
  system: SystemNotification[]
  user: UserNotification[]
  subscribe(message: object): Promise<SubscribeReply>
}

async function open(options: { url?: string; apiKey?: unknown; token?: string; headers?: Record<string, string> } = {}): Promise<Tab> {
  const socket = io(`${options.url ?? t.url}${notificationsNamespace}`, {
    path: realtimePath,
    transports: ['websocket'],
    auth: { ...('apiKey' in options ? { apiKey: options.apiKey } : { apiKey }), token: options.token },
    forceNew: true,
    reconnection: false,
    ...(options.headers ? { extraHeaders: options.headers } : {}),
  })
  sockets.push(socket)
  const tab: Tab = {
    socket,
    system: [],
    user: [],
    subscribe: async (message) => subscribeReplySchema.parse(await socket.timeout(5_000).emitWithAck('subscribe', message)),
  }
  socket.on('system', (message: unknown) => tab.system.push(systemNotificationSchema.parse(message)))
  socket.on('user', (message: unknown) => tab.user.push(userNotificationSchema.parse(message)))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return tab
}

/** A tab of somebody who is logged in and has subscribed. */
async function tabOf(user: UserRow, options: { url?: string } = {}): Promise<Tab & { token: string }> {
  const token = await t.tokenOf(user)
  const tab = await open({ ...options, token })
  expect(await tab.subscribe({ user: user.id })).toEqual({ ok: true })
  return { ...tab, token }
}

const types = (tab: Tab) => tab.system.map(({ payload }) => payload.type)

describe('the key of the service [API-004]', () => {
  it('is asked for: without it or with a wrong one nobody gets in', async () => {
    for (const wrong of [undefined, '', 'wrong', `${apiKey}x`, 7, { length: 1 }])
      await expect(open({ apiKey: wrong })).rejects.toThrow('API_KEY_INVALID')
    await expect(open({ apiKey: undefined, headers: { 'x-api-key': 'wrong' } })).rejects.toThrow('API_KEY_INVALID')
  })

  it('lets in whoever shows it, in the handshake or as x-api-key', async () => {
    expect((await open()).socket.connected).toBe(true)
    expect((await open({ apiKey: undefined, headers: { 'x-api-key': apiKey } })).socket.connected).toBe(true)
  })

  it('alone opens nothing personal, and a wrong one ends no session', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    await expect(open({ apiKey: 'wrong', token })).rejects.toThrow('API_KEY_INVALID')
    await t.call(notifications.list, { as: token }).expect(200)
    for (const stale of [undefined, 'stale', `${token}x`]) {
      const visitor = await open(stale === undefined ? {} : { token: stale })
      expect(await visitor.subscribe({ user: user.id })).toEqual({ ok: false, code: 'UNAUTHENTICATED' })
    }
  })
})

describe('system notifications', () => {
  it('a change of the home page reaches everybody, in every process, within two seconds [API-015] [API-019]', async () => {
    const [visitor, far] = [await open(), await tabOf(await t.factories.user(), { url: second.url })]
    await t.call(config.updateThemeHome, { body: { sections: [] }, as: admin }).expect(200)
    for (const tab of [visitor, far]) {
      await expect.poll(() => types(tab), { timeout: 2_000 }).toEqual(['home.updated'])
      expect(readSystemNotification(tab.system[0])).toMatchObject({ type: 'home.updated', message: {} })
    }
    expect(visitor.system).toEqual(far.system)
  })

  it('a switch, a module and what organizers may make are told to every open page [CAT-092]', async () => {
    const far = await open({ url: second.url })
    const switches = (await t.call(config.get)).body as object
    await t.call(config.update, { body: { ...switches, coupons: false }, as: admin }).expect(200)
    await expect.poll(() => types(far)).toEqual(['config.updated'])
    await t.call(config.switchModule, { params: { id: 'leads' }, body: { active: true }, as: admin }).expect(200)
    await expect.poll(() => types(far)).toEqual(['config.updated', 'modules.updated'])
    await t.call(productAdmin.setTypes, { body: { producer: ['vod'] }, as: admin }).expect(200)
    await expect.poll(() => types(far)).toEqual(['config.updated', 'modules.updated', 'config.updated'])
  })

  it('a snack is shown on every open page, in the colour of its kind', async () => {
    const far = await open({ url: second.url })
    const snack = { text: 'Volvemos en "un" minuto', notificationType: 'warning' }
    await t.call(notifications.snack, { body: snack, as: admin }).expect(204)
    // prettier-ignore
    await expect.poll(() => far.system.map((raw) => readSystemNotification(raw))).toMatchObject([{ type: 'snack.notification', message: { text: snack.text }, notificationType: 'warning' }])
  })
})

describe('user notifications', () => {
  it('somebody else’s are refused, malformed asks too [API-020]', async () => {
    const [me, other] = [await t.factories.user(), await t.factories.user()]
    const tab = await open({ token: await t.tokenOf(me) })
    expect(await tab.subscribe({ user: other.id })).toEqual({ ok: false, code: 'NOT_FOUND' })
    for (const wrong of [{}, { user: 'me' }, { user: me.id, extra: 1 }, [], 'x'] as object[])
      expect(await tab.subscribe(wrong)).toEqual({ ok: false, code: 'BAD_REQUEST' })
    await t
      .call(notifications.send, { body: { audience: { users: [me.id, other.id] }, subject: 'Hola', content: 'x' }, as: admin })
      .expect(201)
    const heard = await tabOf(me)
    await t
      .call(notifications.send, { body: { audience: { users: [me.id, other.id] }, subject: 'Otra vez', content: 'x' }, as: admin })
      .expect(201)
    await expect.poll(() => heard.user).toHaveLength(1)
    expect(tab.user).toEqual([])
  })

  it('reach the tabs of the account alone, in every process, with type, id, user and payload [API-020]', async () => {
    const [me, other] = [await t.factories.user(), await t.factories.user()]
    const [near, far, stranger] = [await tabOf(me), await tabOf(me, { url: second.url }), await tabOf(other)]
    const body = { audience: { users: [me.id] }, subject: 'Hola', content: 'Tu sala está lista' }
    await t.call(notifications.send, { body, as: admin }).expect(201)
    for (const tab of [near, far]) {
      await expect.poll(() => tab.user).toHaveLength(1)
      expect(tab.user[0]).toMatchObject({
        type: 'notification.new',
        id: expect.any(String) as string,
        user: me.id,
        payload: { notification: { subject: 'Hola', content: 'Tu sala está lista', user: me.id, readOn: null } },
      })
    }
    expect(stranger.user).toEqual([])
  })

  it('what is read or removed in one tab is so in the others', async () => {
    const me = await t.factories.user()
    const [tab, far] = [await tabOf(me), await tabOf(me, { url: second.url })]
    for (const subject of ['uno', 'dos', 'tres'])
      await t.call(notifications.send, { body: { audience: { users: [me.id] }, subject, content: 'x' }, as: admin }).expect(201)
    const { notifications: mine } = (await t.call(notifications.list, { as: tab.token })).body as { notifications: { id: string }[] }
    const [last, middle] = [mine[0]?.id ?? '', mine[1]?.id ?? '']
    await t.call(notifications.read, { params: { id: last }, as: tab.token }).expect(200)
    await t.call(notifications.remove, { params: { id: middle }, as: tab.token }).expect(204)
    await t.call(notifications.readAll, { as: tab.token }).expect(200)
    await expect
      .poll(() => far.user.slice(3))
      .toMatchObject([
        { type: 'notification.read', payload: { notification: last, readOn: expect.any(String) as string } },
        { type: 'notification.removed', payload: { notification: middle } },
        { type: 'notification.read_all' },
      ])
  })

  it('what was missed while away is in the list after coming back [API-024]', async () => {
    const me = await t.factories.user()
    const tab = await tabOf(me)
    tab.socket.disconnect()
    await t.call(notifications.send, { body: { audience: { users: [me.id] }, subject: 'Mientras', content: 'x' }, as: admin }).expect(201)
    const back = await open({ token: tab.token })
    expect(await back.subscribe({ user: me.id })).toEqual({ ok: true })
    const list = (await t.call(notifications.unread, { as: tab.token }).expect(200)).body as { notifications: { subject: string }[] }
    expect(list.notifications.map(({ subject }) => subject)).toEqual(['Mientras'])
  })
})

describe('the end of a session', () => {
  it.each(['block', 'delete'] as const)(
    '%s: open tabs are told in every process, and hear nothing personal afterwards [ID-052]',
    async (action) => {
      const me = await t.factories.user()
      const [near, far] = [await tabOf(me), await tabOf(me, { url: second.url })]
      await t.call(users[action], { params: { id: me.id }, body: {}, as: admin }).expect(action === 'delete' ? 204 : 200)
      const reason = action === 'block' ? 'blocked' : 'deleted'
      for (const tab of [near, far]) {
        await expect.poll(() => tab.user).toHaveLength(1)
        expect(tab.user[0]).toMatchObject({ type: 'session.ended', user: me.id, payload: { reason } })
        expect(await tab.subscribe({ user: me.id })).toEqual({ ok: false, code: 'UNAUTHENTICATED' })
      }
      await t.api.platform.realtime.notices.user({ type: 'notification.read_all', user: me.id as never, payload: {} })
      await t.api.platform.realtime.notices.system('home.updated')
      await expect.poll(() => types(far)).toEqual(['home.updated'])
      expect(far.user).toHaveLength(1)
    },
  )

  it('in any other way (log-out, a new password): found out at the next look, and only there', async () => {
    const me = await t.factories.user()
    const [kept, ended] = [await tabOf(me), await tabOf(me)]
    const { notices } = t.api.platform.realtime
    await notices.checkSessions()
    const sessions = await t.database.knex('user_sessions').where({ user_id: me.id }).orderBy('created_at').pluck<string[]>('id')
    await t.database.knex('user_sessions').where({ id: sessions[1] }).update({ revoked_at: new Date(), revoked_reason: 'password_changed' })
    await notices.checkSessions()
    await notices.checkSessions()
    await t.call(notifications.send, { body: { audience: { users: [me.id] }, subject: 'Sigo', content: 'x' }, as: admin }).expect(201)
    await expect.poll(() => kept.user.map(({ type }) => type)).toEqual(['notification.new'])
    expect(ended.user).toMatchObject([{ type: 'session.ended', payload: { reason: 'password_changed' } }])
  })

  it('by its owner: a device that is signed out from another one hears it at once, and the others go on', async () => {
    const me = await t.factories.user()
    const [kept, ended] = [await tabOf(me), await tabOf(me, { url: second.url })]
    const sessions = await t.database.knex('user_sessions').where({ user_id: me.id }).orderBy('created_at').pluck<string[]>('id')
    await t.call(account.signOutDevice, { params: { id: sessions[1] ?? '' }, as: await t.tokenOf(me) }).expect(204)
    await expect.poll(() => ended.user).toMatchObject([{ type: 'session.ended', payload: { reason: 'user' } }])
    await t.call(account.signOutOthers, { as: await t.tokenOf(me) }).expect(204)
    await expect.poll(() => kept.user).toMatchObject([{ type: 'session.ended', payload: { reason: 'user' } }])
    expect(ended.user).toHaveLength(1)
  })

  it('of one device: only its tabs are told', async () => {
    const me = await t.factories.user()
    const [kept, ended] = [await tabOf(me), await tabOf(me, { url: second.url })]
    const sessions = await t.database.knex('user_sessions').where({ user_id: me.id }).orderBy('created_at').pluck<string[]>('id')
    await t.api.platform.realtime.notices.sessionsEnded({ userId: me.id, reason: 'user', sessionIds: sessions.slice(1) })
    await expect.poll(() => ended.user.map(({ type }) => type)).toEqual(['session.ended'])
    await t.call(notifications.send, { body: { audience: { users: [me.id] }, subject: 'Sigo', content: 'x' }, as: admin }).expect(201)
    await expect.poll(() => kept.user.map(({ type }) => type)).toEqual(['notification.new'])
    expect(ended.user).toHaveLength(1)
  })
})
