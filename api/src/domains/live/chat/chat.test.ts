import { randomUUID } from 'node:crypto'
import { chat, chatModerators, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { chatEventSchema, chatJoinReplySchema, realtimePath, type ChatEvent } from '@e-events/shared/realtime/events.ts'
import { io, type Socket } from 'socket.io-client'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { startApi, type RunningApi } from '../../../server.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
/** A second process of the same api, on the same stores. */
let second: RunningApi
const sockets: Socket[] = []

beforeAll(async () => {
  t = await createTestApi()
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await second.stop()
  await t.stop()
})

/** A show on air since ten minutes, its organizer, and somebody with a ticket. */
async function stage() {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: channel.id, plan: 'paid' })
  const startedAt = new Date(t.clock.nowMs() - 600_000)
  await t.factories.broadcast({ product_id: product.id, state: 'on_air', started_at: startedAt })
  const viewer = async () => {
    const user = await t.factories.user()
    await t.factories.ticket({ user_id: user.id, product_id: product.id })
    return { user, as: await t.tokenOf(user) }
  }
  const { slug } = product
  const params = { slug }
  return {
    product,
    slug,
    startedAt,
    owner: { user: owner, as: await t.tokenOf(owner) },
    viewer,
    open: (as: string) => t.call(chat.open, { params, as }),
    say: (as: string, text: string, fields: object = {}) =>
      t.call(chat.post, { params, as, body: { clientId: randomUUID(), text, ...fields } }),
    act: (name: 'approve' | 'refuse' | 'remove', as: string, id: string) => t.call(chat[name], { params: { slug, id }, as }),
    configure: (as: string, settings: object) =>
      t.call(chat.configure, { params, as, body: { isEnabled: true, moderation: 'site', slowModeSec: 1, blockedWords: [], ...settings } }),
    list: async (as: string, query: Record<string, unknown>) =>
      ((await t.call(chat.messages, { params, as, query }).expect(200)).body as { messages: ChatMessage[] }).messages,
  }
}
type Stage = Awaited<ReturnType<typeof stage>>

const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text)
const body = (reply: { body: unknown }) => reply.body as ChatMessage

/** A browser that listens to the chat. */
async function listen(at: Stage, as: string, url = t.url) {
  const socket = io(url, { path: realtimePath, transports: ['websocket'], auth: { token: as }, forceNew: true, reconnection: false })
  sockets.push(socket)
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  const events: ChatEvent[] = []
  socket.on('chat', (event: unknown) => events.push(chatEventSchema.parse(event)))
  const reply = chatJoinReplySchema.parse(await socket.timeout(5_000).emitWithAck('chat', { productSlug: at.slug, joins: true }))
  return { ok: reply.ok, events, messages: () => events.flatMap(({ messages }) => messages), socket }
}

const pause = () => t.clock.advance(1_000)

describe('who may chat [PLY-021]', () => {
  it('nobody without a session (401), nobody without access (402), whoever has access (201)', async () => {
    const at = await stage()
    const params = { slug: at.slug }
    const stranger = await t.tokenOf(await t.factories.user())
    for (const endpoint of [chat.open, chat.post]) await t.call(endpoint, { params, body: undefined }).expect(401)
    await at.say(stranger, 'Hola').expect(402)
    await at.open(stranger).expect(402)
    const { as } = await at.viewer()
    await at.say(as, 'Hola').expect(201)
    await at.say(at.owner.as, 'Bienvenida').expect(201)
  })

  it('there is none beside what is no show, and none of what somebody may not know', async () => {
    const at = await stage()
    const film = await t.factories.product({ type: 'vod' })
    const draft = await t.factories.product({ status: 'draft' })
    const { as } = await at.viewer()
    for (const { slug } of [film, draft, { slug: 'no-such-show' }]) await t.call(chat.open, { params: { slug }, as }).expect(404)
  })

  it('asks for the key of the service, and ends no session without it', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    for (const key of [undefined, 'wrong']) {
      const request = supertest(t.url).get(`/api/chat/${at.slug}`).set('authorization', `Bearer ${as}`)
      const reply = await (key === undefined ? request : request.set('x-api-key', key)).expect(401)
      expect(reply.body).toMatchObject({ code: 'API_KEY_INVALID' })
    }
    await at.open(as).expect(200)
  })

  it('a ticket that is taken back ends both writing and listening', async () => {
    const at = await stage()
    const { user, as } = await at.viewer()
    const tab = await listen(at, as)
    await t.database.knex('tickets').where({ user_id: user.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'refund' })
    await at.say(as, 'Sigo aquí').expect(402)
    expect((await listen(at, as)).ok).toBe(false)
    expect(tab.ok).toBe(true)
  })
})

describe('a message', () => {
  it('has id, product, user, name, text, timestamp and the flag of approval [PLY-018] [PLY-019]', async () => {
    const at = await stage()
    const { user, as } = await at.viewer()
    const said = body(await at.say(as, ' <b>Hola</b>\u202E  mundo ').expect(201))
    expect(said).toMatchObject({
      product: at.slug,
      user: user.id,
      name: 'Ana García',
      text: '<b>Hola</b> mundo',
      pendingApproval: false,
      role: 'viewer',
    })
    expect(said.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Date.parse(said.timestamp)).toBeGreaterThan(0)
    for (const text of ['', '   ', '\u200B', 'a'.repeat(501)]) await at.say(as, text).expect(400)
    pause()
    await at.say(as, 'ñ'.repeat(500)).expect(201)
    expect((await at.list(as, { after: 0 })).map(({ pendingApproval }) => pendingApproval)).toEqual([false, false])
  })

  it('comes at most once a second of one account, or as slow as its moderators say [PLY-019]', async () => {
    const at = await stage()
    const [one, other] = [await at.viewer(), await at.viewer()]
    await at.say(one.as, 'uno').expect(201)
    const refused = await at.say(one.as, 'dos').expect(429)
    expect(refused.headers['retry-after']).toBe('1')
    await at.say(other.as, 'tres').expect(201)
    pause()
    await at.say(one.as, 'cuatro').expect(201)
    await at.configure(at.owner.as, { slowModeSec: 30 }).expect(200)
    pause()
    expect((await at.say(one.as, 'cinco').expect(429)).headers['retry-after']).toBe('29')
    for (const text of ['seis', 'siete']) await at.say(at.owner.as, text).expect(201)
  })

  it('is one however often it is sent, also at the same time', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const clientId = randomUUID()
    const replies = await Promise.all(Array.from({ length: 8 }, () => at.say(as, 'Hola', { clientId })))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(replies.map((reply) => body(reply).id)).size).toBe(1)
    expect(await at.list(as, { after: 0 })).toHaveLength(1)
  })

  it('reaches everybody who listens, in every process, within two seconds, in numbers without a gap [PLY-017]', async () => {
    const at = await stage()
    const [one, other] = [await at.viewer(), await at.viewer()]
    const [near, far] = [await listen(at, one.as), await listen(at, other.as, second.url)]
    await Promise.all(Array.from({ length: 20 }, (_, index) => at.say(at.owner.as, `m${index}`).expect(201)))
    for (const tab of [near, far]) {
      await expect.poll(() => tab.messages().length, { timeout: 2_000 }).toBe(20)
      expect(
        tab
          .messages()
          .map(({ change }) => change)
          .toSorted((a, b) => (a ?? 0) - (b ?? 0)),
      ).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      expect(tab.messages().every(({ pendingApproval }) => !pendingApproval)).toBe(true)
      // Many at once are few deliveries.
      expect(tab.events.length).toBeLessThan(20)
    }
    expect((await at.list(one.as, { after: 15 })).map(({ change }) => change)).toEqual([16, 17, 18, 19, 20])
  })

  it('replies to another one, whose words go with it when it is removed', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const first = body(await at.say(at.owner.as, '¿De dónde nos veis?').expect(201))
    const reply = body(await at.say(as, 'Lisboa', { replyTo: first.id }).expect(201))
    expect(reply.replyTo).toEqual({ id: first.id, name: first.name, text: first.text })
    await at.act('remove', at.owner.as, first.id).expect(200)
    expect((await at.list(as, { after: 0 })).map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['Lisboa', null],
      ['', null],
    ])
    pause()
    expect(body(await at.say(as, 'Porto', { replyTo: randomUUID() }).expect(201)).replyTo).toBeNull()
  })

  it('belongs to the moment that its author saw: behind live it says so, and a stretch is read by moments', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const momentAt = (sec: number) => new Date(at.startedAt.getTime() + sec * 1000).toISOString()
    const late = body(await at.say(as, 'Qué solo', { moment: momentAt(60) }).expect(201))
    expect(late).toMatchObject({ moment: momentAt(60), isBehind: true })
    pause()
    expect(body(await at.say(as, 'Ahora').expect(201)).isBehind).toBe(false)
    pause()
    expect(body(await at.say(as, 'Antes', { moment: momentAt(-90) }).expect(201)).isBehind).toBe(false)
    expect(texts(await at.list(as, { from: momentAt(30), to: momentAt(90) }))).toEqual(['Qué solo'])
    expect(texts(await at.list(as, { to: momentAt(60) }))).toEqual([])
    await t.call(chat.messages, { params: { slug: at.slug }, as, query: {} }).expect(400)
    await t.call(chat.messages, { params: { slug: at.slug }, as, query: { after: 0, to: momentAt(1) } }).expect(400)
  })
})

describe('moderation', () => {
  it('with the switch of the site on, a message waits: its author and moderators see it, nobody else [PLY-014]', async () => {
    const at = await stage()
    const [author, other] = [await at.viewer(), await at.viewer()]
    const admin = await t.tokenOf(await t.factories.admin())
    const switches = (await t.call(config.get)).body as object
    await t.call(config.update, { body: { ...switches, moderatedChat: true }, as: admin }).expect(200)
    try {
      const tabs = {
        author: await listen(at, author.as, second.url),
        other: await listen(at, other.as),
        owner: await listen(at, at.owner.as, second.url),
      }
      const said = body(await at.say(author.as, '¿Se puede?').expect(201))
      expect(said).toMatchObject({ pendingApproval: true, state: 'pending', change: null })
      for (const tab of [tabs.author, tabs.owner]) await expect.poll(() => texts(tab.messages())).toEqual(['¿Se puede?'])
      expect(tabs.other.messages()).toEqual([])
      const seen = async (as: string) => texts(((await at.open(as)).body as { messages: ChatMessage[] }).messages)
      expect([await seen(author.as), await seen(other.as), await seen(at.owner.as)]).toEqual([['¿Se puede?'], [], ['¿Se puede?']])
      expect(await at.list(author.as, { after: 0 })).toEqual([])
      // Organizers do not wait for themselves.
      expect(body(await at.say(at.owner.as, 'Hola').expect(201)).pendingApproval).toBe(false)
    } finally {
      await t.call(config.update, { body: { ...switches, moderatedChat: false }, as: admin }).expect(200)
    }
  })

  it('approved by the organizer or an administrator it reaches everybody within two seconds; viewers may not [PLY-015]', async () => {
    const at = await stage()
    const [author, other] = [await at.viewer(), await at.viewer()]
    await at.configure(at.owner.as, { moderation: 'on' }).expect(200)
    const admin = await t.tokenOf(await t.factories.admin())
    const tab = await listen(at, other.as, second.url)
    for (const by of [at.owner.as, admin]) {
      const { id } = body(await at.say(author.as, 'Bravo').expect(201))
      await at.act('approve', other.as, id).expect(403)
      await at.act('approve', author.as, id).expect(403)
      expect(body(await at.act('approve', by, id).expect(200))).toMatchObject({ pendingApproval: false, state: 'shown' })
      await expect.poll(() => tab.messages().map((one) => one.id), { timeout: 2_000 }).toContain(id)
      // A second press changes nothing.
      await at.act('approve', by, id).expect(200)
      pause()
    }
    await at.act('approve', at.owner.as, randomUUID()).expect(404)
  })

  it('refuses, removes and mutes, each logged with who and when [PLY-016]', async () => {
    const at = await stage()
    const [author, other] = [await at.viewer(), await at.viewer()]
    const tabs = { author: await listen(at, author.as), other: await listen(at, other.as, second.url) }
    await at.configure(at.owner.as, { moderation: 'on' }).expect(200)
    const refused = body(await at.say(author.as, 'Feo').expect(201))
    await at.act('refuse', at.owner.as, refused.id).expect(200)
    await expect.poll(() => tabs.author.messages().map(({ state }) => state)).toEqual(['pending', 'refused'])
    expect(tabs.other.messages()).toEqual([])
    await at.act('approve', at.owner.as, refused.id).expect(409)

    await at.configure(at.owner.as, { moderation: 'off' }).expect(200)
    pause()
    const removed = body(await at.say(author.as, 'Spoiler').expect(201))
    await at.act('remove', other.as, removed.id).expect(403)
    await at.act('remove', at.owner.as, removed.id).expect(200)
    await expect
      .poll(() => tabs.other.messages().map(({ state, text }) => [state, text]))
      .toEqual([
        ['shown', 'Spoiler'],
        ['removed', ''],
      ])
    expect(texts(((await at.open(other.as)).body as { messages: ChatMessage[] }).messages)).toEqual([])
    expect(texts(await at.list(other.as, { to: new Date(t.clock.nowMs() + 60_000).toISOString() }))).toEqual([])

    const mute = (as: string, user: UserRow, fields: object = {}) =>
      t.call(chat.mute, { params: { slug: at.slug, user: user.id }, as, body: { minutes: 10, ...fields } })
    await mute(other.as, author.user).expect(403)
    await mute(at.owner.as, author.user).expect(204)
    await expect.poll(() => tabs.author.events.at(-1)?.me).toEqual({ role: 'viewer', mute: { until: expect.any(String) as string } })
    pause()
    expect((await at.say(author.as, 'Pero').expect(409)).body).toMatchObject({ code: 'CHAT_MUTED' })
    await at.say(other.as, 'Yo sí').expect(201)
    expect(
      ((await t.call(chat.mutes, { params: { slug: at.slug }, as: at.owner.as }).expect(200)).body as { items: unknown[] }).items,
    ).toHaveLength(1)
    await t.call(chat.unmute, { params: { slug: at.slug, user: author.user.id }, as: at.owner.as }).expect(204)
    await at.say(author.as, 'Gracias').expect(201)

    const log = await t.database.knex('audit_log').where({ subject_id: at.product.id, subject_type: 'chat' }).orderBy('id')
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      expect.arrayContaining(['chat.refuse', 'chat.remove', 'chat.mute', 'chat.unmute'].map((action) => [action, at.owner.user.id])),
    )
    const rows = await t.database.knex('chat_messages').whereIn('id', [refused.id, removed.id])
    expect(rows.map(({ moderated_by, moderated_at }) => [moderated_by, moderated_at instanceof Date])).toEqual([
      [at.owner.user.id, true],
      [at.owner.user.id, true],
    ])
  })

  it('a ban stays: over a new name, a new session and another tab, and takes the messages along', async () => {
    const at = await stage()
    const { user, as } = await at.viewer()
    const { as: other } = await at.viewer()
    await at.say(as, 'uno').expect(201)
    pause()
    await at.say(as, 'dos').expect(201)
    const params = { slug: at.slug, user: user.id }
    await t.call(chat.mute, { params, as: at.owner.as, body: { minutes: null, removesMessages: true } }).expect(204)
    expect(texts(await at.list(other, { to: new Date(t.clock.nowMs() + 1_000).toISOString() }))).toEqual([])
    await t.call(chat.mute, { params: { slug: at.slug, user: at.owner.user.id }, as: at.owner.as, body: { minutes: 5 } }).expect(409)
    await t.database.knex('users').where({ id: user.id }).update({ name: 'Otra' })
    t.clock.advance(86_400_000 * 3)
    await at.say(await t.tokenOf(user), 'Soy otra').expect(409)
  })

  it('holds up what has a blocked word, and lets authors take back their own', async () => {
    const at = await stage()
    const [author, other] = [await at.viewer(), await at.viewer()]
    await at.configure(at.owner.as, { blockedWords: ['spoiler'] }).expect(200)
    expect(body(await at.say(author.as, 's.p.0.i.l.e.r').expect(201)).state).toBe('pending')
    pause()
    const own = body(await at.say(author.as, 'Errata').expect(201))
    await at.act('remove', author.as, own.id).expect(200)
    expect(texts(((await at.open(other.as)).body as { messages: ChatMessage[] }).messages)).toEqual([])
    expect((await at.open(other.as)).body).toMatchObject({ settings: null })
    expect((await at.open(at.owner.as)).body).toMatchObject({ settings: { blockedWords: ['spoiler'] } })
  })

  it('pins one message, which its removal takes down', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const tab = await listen(at, as)
    const { id } = body(await at.say(at.owner.as, 'Descanso hasta las nueve').expect(201))
    const pin = (by: string, message: string | null) => t.call(chat.pin, { params: { slug: at.slug }, as: by, body: { message } })
    await pin(as, id).expect(403)
    await pin(at.owner.as, id).expect(200)
    await expect.poll(() => tab.events.at(-1)?.room?.pinned?.id).toBe(id)
    expect((await at.open(as)).body).toMatchObject({ room: { pinned: { text: 'Descanso hasta las nueve' } } })
    await at.act('remove', at.owner.as, id).expect(200)
    expect((await at.open(as)).body).toMatchObject({ room: { pinned: null } })
    await pin(at.owner.as, id).expect(409)
    await pin(at.owner.as, null).expect(200)
  })

  it('switched off, nobody but moderators writes, and everybody is told', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const tab = await listen(at, as)
    await at.configure(as, { isEnabled: false }).expect(403)
    await at.configure(at.owner.as, { isEnabled: false }).expect(200)
    await expect.poll(() => tab.events.at(-1)?.room?.isEnabled).toBe(false)
    expect((await at.say(as, 'Hola').expect(409)).body).toMatchObject({ code: 'CHAT_DISABLED', message: expect.any(String) as string })
    await at.say(at.owner.as, 'Volvemos enseguida').expect(201)
    await at.configure(at.owner.as, {}).expect(200)
    await at.say(as, 'Hola').expect(201)
  })

  it('is shared with moderators of the event, who watch it without a ticket and name no others', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const helper = await t.factories.user()
    const token = await t.tokenOf(helper)
    const params = { slug: at.slug }
    const add = (by: string, email: string) => t.call(chatModerators.add, { params, as: by, body: { email } })
    await at.open(token).expect(402)
    await add(as, helper.email).expect(403)
    expect((await add(at.owner.as, 'nobody@example.test').expect(409)).body).toMatchObject({ code: 'CHAT_MODERATOR_UNKNOWN' })
    await add(at.owner.as, helper.email.toUpperCase()).expect(200)
    expect((await at.open(token).expect(200)).body).toMatchObject({ me: { role: 'moderator' } })
    const { id } = body(await at.say(as, 'Hola').expect(201))
    await at.act('remove', token, id).expect(200)
    await add(token, helper.email).expect(403)
    await t.call(chat.mute, { params: { slug: at.slug, user: helper.id }, as: at.owner.as, body: { minutes: 5 } }).expect(409)
    await t.call(chatModerators.remove, { params: { slug: at.slug, user: helper.id }, as: at.owner.as }).expect(204)
    await at.open(token).expect(402)
  })
})
