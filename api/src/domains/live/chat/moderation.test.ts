import { randomUUID } from 'node:crypto'
import { chat, chatModerators, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { startApi, type RunningApi } from '../../../server.ts'
import { createChatHouse, body, texts, type ChatHouse } from '../../../testing/chat-house.ts'
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
