import { randomUUID } from 'node:crypto'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { account, type Device } from '@e-events/shared/contract/people/account.ts'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../../server.ts'
import { createChatHouse, body, texts, type ChatHouse, type ChatStage, type ChatTab } from '../../../testing/chat-house.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
/** A second process of the same api, on the same stores. */
let second: RunningApi
let house: ChatHouse
const stage = () => house.stage()
const listen = (...given: Parameters<ChatHouse['listen']>) => house.listen(...given)
const pause = () => house.pause()

beforeAll(async () => {
  t = await createTestApi()
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
  house = createChatHouse(t)
})
afterEach(() => house.disconnect())
afterAll(async () => {
  await second.stop()
  await t.stop()
})

/** Hears what was said before the look, and nothing after it. */
async function expectToLeave(at: ChatStage, tab: ChatTab) {
  const other = await listen(at, at.owner.as)
  expect(tab.ok).toBe(true)
  await at.say(at.owner.as, 'Antes').expect(201)
  await expect.poll(() => texts(tab.messages())).toEqual(['Antes'])
  await t.api.platform.realtime.recheckChats(Date.now() + 60_000)
  await at.say(at.owner.as, 'Después').expect(201)
  await expect.poll(() => texts(other.messages())).toEqual(['Antes', 'Después'])
  expect(texts(tab.messages())).toEqual(['Antes'])
}

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
    // A tab that listens already is put out at the next look, which comes within 60 s.
    await expectToLeave(at, tab)
  })

  it.each(['blocked_at', 'deleted_at'] as const)('an account with %s stops hearing', async (column) => {
    const at = await stage()
    const { user, as } = await at.viewer()
    const tab = await listen(at, as)
    await t.database
      .knex('users')
      .where({ id: user.id })
      .update({ [column]: t.clock.now() })
    await expectToLeave(at, tab)
  })

  it('a device that was logged out stops hearing', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const tab = await listen(at, as)
    const [device] = ((await t.call(account.devices, { as }).expect(200)).body as { items: Device[] }).items
    await t.call(account.signOutDevice, { params: { id: device!.id }, as }).expect(204)
    await expectToLeave(at, tab)
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

  it('of an account that is writing already is refused at once: a flood waits for no lock and takes no connection from others', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    await at.say(at.owner.as, 'Bienvenidos').expect(201)
    const trx = await t.database.knex.transaction()
    await trx('chat_rooms').where({ product_id: at.product.id }).forUpdate().first()
    const statuses: number[] = []
    const replies = Array.from({ length: 30 }, () => at.say(as, 'Hola').then(({ status }) => statuses.push(status)))
    await expect.poll(() => statuses.length, { timeout: 5_000 }).toBe(29)
    expect(new Set(statuses)).toEqual(new Set([429]))
    await at.open(at.owner.as).expect(200)
    await trx.rollback()
    await Promise.all(replies)
    expect(statuses.at(-1)).toBe(201)
  })

  it('of a megabyte is refused before it is read, one of markup or of nothing to see is text or none', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const huge = await at.say(as, 'a'.repeat(2 * 1024 * 1024)).expect(413)
    expect(huge.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    for (const text of ['a'.repeat(2_001), '\u200B\u2060\uFEFF', '\u202E\u0007', 'a\u0000b'])
      expect((await at.say(as, text).expect(400)).body).toMatchObject({ code: 'VALIDATION_FAILED' })
    const said = body(await at.say(as, '<img src=x onerror="alert(1)">\u202Egnp\u200B').expect(201))
    expect(said.text).toBe('<img src=x onerror="alert(1)">gnp')
    expect(texts(await at.list(as, { after: 0 }))).toEqual([said.text])
  })

  it('that was written and never delivered shows in the number that browsers are told, once', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const tab = await listen(at, as)
    const told = () => tab.events.flatMap(({ lastChange }) => lastChange ?? [])
    await at.say(at.owner.as, 'Hola').expect(201)
    await t.api.platform.realtime.announceChats()
    await expect.poll(told).toEqual([1])
    // As by a process that died between writing and sending.
    const { id } = (await t.database.knex('products').where({ slug: at.slug }).first('id')) ?? {}
    await t.database
      .knex('chat_rooms')
      .where({ product_id: id ?? '' })
      .increment('last_change', 1)
    for (let beat = 0; beat < 2; beat++) await t.api.platform.realtime.announceChats()
    await expect.poll(told).toEqual([1, 2])
    pause()
    await at.say(at.owner.as, 'Adiós').expect(201)
    await expect.poll(() => texts(tab.messages())).toEqual(['Hola', 'Adiós'])
    expect(told()).toEqual([1, 2])
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

  it("of last week stands in its own show, not in tonight's", async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const weekMs = 7 * 86_400_000
    const old = body(await at.say(at.owner.as, 'Hasta el jueves').expect(201))
    const early = body(await at.say(as, '¿Ya empieza?').expect(201))
    await t.call(chat.pin, { params: { slug: at.slug }, as: at.owner.as, body: { message: old.id } }).expect(200)
    const sent = (id: string, ms: number) =>
      t.database
        .knex('chat_messages')
        .where({ id })
        .update({ sent_at: new Date(ms), moment: new Date(ms) })
    await sent(old.id, at.startedAt.getTime() - weekMs)
    await sent(early.id, at.startedAt.getTime() - 1_800_000)
    await at.say(at.owner.as, 'Bienvenidos').expect(201)
    const opened = (await at.open(as).expect(200)).body as { messages: ChatMessage[]; room: { pinned: unknown } }
    expect(texts(opened.messages)).toEqual(['¿Ya empieza?', 'Bienvenidos'])
    expect(opened.room.pinned).toBeNull()
    // The recording of that show replays it.
    const from = new Date(at.startedAt.getTime() - weekMs).toISOString()
    const to = new Date(at.startedAt.getTime() - weekMs + 60_000).toISOString()
    expect(texts(await at.list(as, { from, to, limit: 10 }))).toEqual(['Hasta el jueves'])
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
