import { chat, chatModerators } from '@e-events/shared/contract/live/chat.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { notifications, type Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

interface Page {
  notifications: Notification[]
  nextToken: string | null
  unread: number
}

let t: TestApi
let staff: UserRow
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  staff = await t.factories.admin({ name: 'Ada', surname: 'Admin', country: 'AD', newsletter: true })
  admin = await t.tokenOf(staff)
})
afterAll(() => t.stop())

const send = (audience: object, more: object = {}) =>
  t.call(notifications.send, { body: { audience, subject: 'Hola', content: 'Novedades', ...more }, as: admin })
const answer = (reply: { status: number; body: unknown }) => [reply.status, (reply.body as { code?: string }).code]
async function someone(fields: Parameters<TestApi['factories']['user']>[0] = {}) {
  const user = await t.factories.user(fields)
  const as = await t.tokenOf(user)
  return {
    user,
    as,
    page: async (query: Record<string, string | number> = {}, which: 'list' | 'unread' = 'list') =>
      (await t.call(notifications[which], { query, as }).expect(200)).body as Page,
  }
}

describe('the key of the services', () => {
  const ask = (endpoint: Endpoint, as: string | undefined, key: string | undefined) => {
    const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, 'x')
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    const request = supertest(t.url)[method](`/api${path}`)
    if (key !== undefined) void request.set('x-api-key', key)
    if (as !== undefined) void request.set('authorization', `Bearer ${as}`)
    return request
  }

  it('is asked for by every call of notifications and chat: none or a wrong one is 401, the right one passes [API-003]', async () => {
    const me = await someone()
    const { apiKey } = (await t.call(config.realtime).expect(200)).body as { apiKey: string }
    for (const endpoint of [notifications, chat, chatModerators].flatMap((group) => Object.values<Endpoint>(group))) {
      for (const key of [undefined, '', 'wrong', `${apiKey}x`])
        expect([endpoint.path, ...answer(await ask(endpoint, admin, key))]).toEqual([endpoint.path, 401, 'API_KEY_INVALID'])
      const [status, code] = answer(await ask(endpoint, admin, apiKey))
      expect([endpoint.path, status === 401, code === 'API_KEY_INVALID']).toEqual([endpoint.path, false, false])
    }
    expect((await ask(notifications.list, me.as, apiKey)).status).toBe(200)
  })

  it('is public and opens nothing personal by itself, and a wrong one ends no session [API-004]', async () => {
    const me = await someone()
    const { apiKey } = (await t.call(config.realtime).expect(200)).body as { apiKey: string }
    expect(answer(await ask(notifications.list, undefined, apiKey))).toEqual([401, 'UNAUTHENTICATED'])
    expect(answer(await ask(notifications.list, me.as, 'wrong'))).toEqual([401, 'API_KEY_INVALID'])
    expect((await ask(notifications.list, me.as, apiKey)).status).toBe(200)
  })
})

describe('my notifications', () => {
  it('somebody else’s are absent: not read, not removed', async () => {
    const [me, other] = [await someone(), await someone()]
    await send({ users: [other.user.id] }).expect(201)
    const [theirs] = (await other.page()).notifications
    const params = { id: theirs?.id ?? '' }
    await t.call(notifications.read, { params, as: me.as }).expect(404)
    await t.call(notifications.remove, { params, as: me.as }).expect(404)
    expect((await other.page()).notifications).toMatchObject([{ readOn: null }])
    expect((await me.page()).notifications).toEqual([])
    for (const nextToken of ['nonsense', 'WyJhIl0', Buffer.from('["1","2"]').toString('base64url')])
      expect(answer(await t.call(notifications.list, { query: { nextToken }, as: me.as }))).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('twenty-five come in pages, the newest first, none twice, also while others arrive [API-022]', async () => {
    const me = await someone()
    for (let index = 1; index <= 25; index++) await send({ users: [me.user.id] }, { subject: `Aviso ${index}` }).expect(201)
    const seen: Notification[] = []
    let nextToken: string | null | undefined
    const sizes: number[] = []
    while (nextToken !== null) {
      const page: Page = await me.page({ limit: 10, ...(nextToken ? { nextToken } : {}) })
      expect(Object.keys(page)).toEqual(['notifications', 'nextToken', 'unread'])
      sizes.push(page.notifications.length)
      seen.push(...page.notifications)
      nextToken = page.nextToken
      if (sizes.length === 1) await send({ users: [me.user.id] }, { subject: 'Entretanto' }).expect(201)
    }
    expect(sizes).toEqual([10, 10, 5])
    expect(seen.map(({ subject }) => subject)).toEqual(Array.from({ length: 25 }, (_, index) => `Aviso ${25 - index}`))
    expect(seen[0]).toMatchObject({ content: 'Novedades', readOn: null, timestamp: expect.stringMatching(/Z$/) as string })
    expect(new Set(seen.map(({ id }) => id)).size).toBe(25)
  })

  it('of three one is read: two are unread; reading it again changes nothing, reading all leaves none [API-023]', async () => {
    const me = await someone()
    for (const subject of ['uno', 'dos', 'tres']) await send({ users: [me.user.id] }, { subject }).expect(201)
    expect(await me.page({}, 'unread')).toMatchObject({ unread: 3, nextToken: null })
    const id = (await me.page()).notifications[1]?.id ?? ''
    const read = async () => ((await t.call(notifications.read, { params: { id }, as: me.as }).expect(200)).body as Notification).readOn
    const first = await read()
    expect(first).not.toBeNull()
    expect(await read()).toBe(first)
    const unread = await me.page({}, 'unread')
    // prettier-ignore
    expect(unread.notifications.map(({ subject, readOn }) => [subject, readOn])).toEqual([['tres', null], ['uno', null]])
    expect(unread.unread).toBe(2)
    expect((await t.call(notifications.readAll, { as: me.as }).expect(200)).body).toEqual({ read: 2 })
    expect(await me.page({}, 'unread')).toEqual({ notifications: [], nextToken: null, unread: 0 })
    await t.call(notifications.remove, { params: { id }, as: me.as }).expect(204)
    expect((await me.page()).notifications.map(({ subject }) => subject)).toEqual(['tres', 'uno'])
  })
})

describe('a message to people', () => {
  const recipients = async (audience: object, promotional = false) => {
    const counted = (await t.call(notifications.countAudience, { body: { audience, promotional }, as: admin }).expect(200)).body as object
    const sent = await send(audience, { promotional })
    if (sent.status === 409) expect([counted, ...answer(sent)]).toEqual([{ recipients: 0 }, 409, 'AUDIENCE_EMPTY'])
    else expect({ recipients: (sent.body as { recipients: number }).recipients }).toEqual(counted)
    // prettier-ignore
    const rows = sent.status === 409 ? [] : await t.database.knex('notifications').where({ batch_id: (sent.body as { id: string }).id }).pluck<string[]>('user_id')
    return rows.toSorted((a, b) => a.localeCompare(b))
  }
  const ids = (...people: { id: string }[]) => people.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))

  it('goes to those of a role, a language and a country, of a selection, or to everybody who can log in', async () => {
    const now = new Date()
    const andorra = await t.factories.user({ country: 'AD', locale: 'en' })
    const producer = await t.factories.producer({ country: 'AD', newsletter: true })
    await t.factories.user({ country: 'AD', blocked_at: now })
    await t.factories.user({ country: 'AD', deleted_at: now })
    await t.factories.user({ country: 'AD', email_verified_at: null })
    expect(await recipients({ country: 'AD' })).toEqual(ids(staff, andorra, producer))
    expect(await recipients({ country: 'AD', role: 'PRODUCER' })).toEqual(ids(producer))
    expect(await recipients({ country: 'AD', language: 'en' })).toEqual(ids(andorra))
    expect(await recipients({ users: [andorra.id, producer.id, andorra.id], language: 'en' })).toEqual(ids(andorra))
    expect(await recipients({ country: 'AD', role: 'PRODUCER', language: 'en' })).toEqual([])
    expect(await recipients({ country: 'AD' }, true)).toEqual(ids(staff, producer))
    const able = await t.database.knex('users').whereNull('blocked_at').whereNull('deleted_at').whereNotNull('email_verified_at')
    expect(await recipients({})).toEqual(ids(...able))
  })

  it('to nobody is refused, and nothing is written', async () => {
    const batches = () => t.database.knex('notification_batches').count<{ count: number }[]>('* as count')
    const before = await batches()
    expect(answer(await send({ country: 'AQ' }))).toEqual([409, 'AUDIENCE_EMPTY'])
    for (const more of [{ subject: '' }, { content: ' ' }, { subject: 'x'.repeat(201) }, { html: '<b>' }])
      expect((await send({}, more)).status).toBe(400)
    expect(await batches()).toEqual(before)
  })

  it('to ten thousand is one act', async () => {
    await t.database.knex.raw(
      `insert into users (email, email_verified_at, name, country) select 'crowd-' || n || '@example.test', now(), 'P', 'MC' from generate_series(1, 10000) n`,
    )
    const reply = await send({ country: 'MC' }).expect(201)
    expect(reply.body).toMatchObject({ recipients: 10_000 })
    // prettier-ignore
    const [rows] = await t.database.knex('notifications').where({ batch_id: (reply.body as { id: string }).id }).count<{ count: number }[]>('* as count')
    expect(rows?.count).toBe(10_000)
  })

  it('is found among those sent, with how many have read it, and in the audit log', async () => {
    const [one, two] = [await someone(), await someone()]
    const reply = await send({ users: [one.user.id, two.user.id] }, { subject: 'Lo último' }).expect(201)
    await t.call(notifications.readAll, { as: one.as }).expect(200)
    type Sent = { items: { id: string; subject: string }[]; nextToken: string | null }
    const page = async (query: object) => (await t.call(notifications.sent, { query: { ...query }, as: admin }).expect(200)).body as Sent
    const [first] = (await page({ limit: 1 })).items
    expect(first).toMatchObject({ ...(reply.body as object), subject: 'Lo último', recipients: 2, read: 1, sender: 'Ada Admin' })
    const seen: string[] = []
    for (let nextToken: string | null | undefined; nextToken !== null;) {
      const next = await page({ limit: 4, ...(nextToken ? { nextToken } : {}) })
      seen.push(...next.items.map(({ id }) => id))
      nextToken = next.nextToken
    }
    const batches = await t.database.knex('notification_batches').pluck<string[]>('id')
    expect(seen.toSorted()).toEqual(batches.toSorted())
    const entry = await t.database.knex('audit_log').where({ action: 'notification.send' }).orderBy('sequence', 'desc').first()
    expect(entry).toMatchObject({ actor_id: staff.id, subject_id: first?.id, state_after: { subject: 'Lo último', recipients: 2 } })
  })

  it('is refused while the module is off, to administrators too; what was sent stays [ADM-072]', async () => {
    const me = await someone()
    await send({ users: [me.user.id] }, { subject: 'Antes' }).expect(201)
    const turn = (active: boolean) =>
      t.call(config.switchModule, { params: { id: 'notifications' }, body: { active }, as: admin }).expect(200)
    await turn(false)
    const audience = { users: [me.user.id] }
    expect(answer(await send(audience))).toEqual([409, 'MODULE_INACTIVE'])
    expect(answer(await t.call(notifications.countAudience, { body: { audience }, as: admin }))).toEqual([409, 'MODULE_INACTIVE'])
    expect(answer(await t.call(notifications.sent, { as: admin }))).toEqual([409, 'MODULE_INACTIVE'])
    const snack = { text: 'Hola', notificationType: 'info' }
    expect(answer(await t.call(notifications.snack, { body: snack, as: admin }))).toEqual([409, 'MODULE_INACTIVE'])
    await turn(true)
    await send(audience, { subject: 'Después' }).expect(201)
    expect((await me.page()).notifications.map(({ subject }) => subject)).toEqual(['Después', 'Antes'])
  })
})
