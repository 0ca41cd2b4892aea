import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { findMeetClosed } from '@e-events/shared/node/meet-control.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createMeetStage, createMeetTools, type Attendee } from '../../../testing/meet-stage.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let tools: ReturnType<typeof createMeetTools>
beforeAll(async () => {
  t = await createTestApi()
  tools = createMeetTools(t)
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.redis.flushdb()
  await t.mediaNode({ nodeId: 'sfu-a' })
  await switchModule(true)
})

const minuteMs = 60_000
const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * minuteMs)
const switchModule = (is_active: boolean) => t.database.knex('site_modules').where({ name: 'meetings' }).update({ is_active })

const stage = (dates?: readonly number[], ticket?: { expires_at?: Date }) => createMeetStage(t, dates, ticket)
const refuses = async (reply: PromiseLike<{ status: number; body: unknown }>, code: ErrorCode) => expect(codeOf(await reply)).toBe(code)

describe('starting and stopping', () => {
  it('is for its owner and administrators: a viewer is refused, another producer finds nothing [MEET-002]', async () => {
    const { host, guest, attendee, product } = await stage()
    await guest.start().expect(403)
    const stranger = await attendee(await t.factories.producer())
    await refuses(stranger.start(), 'NOT_FOUND')
    await refuses(stranger.stop(), 'NOT_FOUND')
    expect(await tools.stateOf(guest)).toBe('waiting')
    const notified = t.api.platform.realtime.notify
    const told: unknown[] = []
    t.api.platform.realtime.notify = async (event) => {
      told.push(event)
      await notified(event)
    }
    try {
      const started = (await host.start().expect(200)).body as Meet
      expect(started).toMatchObject({ state: 'started', isHost: true, endedAt: null })
    } finally {
      t.api.platform.realtime.notify = notified
    }
    // The lobby asks again, and is let in.
    expect(told).toContainEqual({ type: 'event.changed', productSlug: product.slug })
    expect(await tools.stateOf(guest)).toBe('started')
    await guest.join().expect(200)
    await (await attendee(await t.factories.admin())).stop().expect(200)
  })

  it('stop before start is refused [MEET-007]', async () => {
    const { host } = await stage()
    const reply = await host.stop().expect(409)
    expect(codeOf(reply)).toBe('MEET_STATE')
    await host.start().expect(200)
    await host.stop().expect(200)
    await refuses(host.stop(), 'MEET_STATE')
  })

  it('a second start is refused, and nobody is dropped [MEET-012]', async () => {
    const { host, guest, product } = await stage()
    await host.start().expect(200)
    await guest.join().expect(200)
    const id = await tools.findRunning(product)
    await tools.sayPeople(id, [guest], 1)
    await refuses(host.start(), 'MEET_STATE')
    expect(await tools.findRunning(product)).toBe(id)
    expect(await tools.listIn(id)).toEqual([guest.user.id])
    expect(await findMeetClosed(t.redis, id)).toBeUndefined()
  })

  it('of several starts at once one counts', async () => {
    const { host, product } = await stage()
    const replies = await stampede(t.database, { lock: 'lock table meets in share row exclusive mode', requests: 5 }, () => host.start())
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await t.database.knex('meets').where({ product_id: product.id })).toHaveLength(1)
  })

  it('stop ends it for all: people leave, and media nodes are told', async () => {
    const { host, guest, product } = await stage()
    await host.start().expect(200)
    const id = await tools.findRunning(product)
    await tools.sayPeople(id, [guest], 1)
    const stopped = (await host.stop().expect(200)).body as Meet
    expect(stopped).toMatchObject({ state: 'ended', endReason: 'organizer', people: 0 })
    expect(stopped.endedAt).not.toBeNull()
    expect(await tools.listIn(id)).toEqual([])
    expect(await findMeetClosed(t.redis, id)).toBe('organizer')
  })

  it('begins an hour before a date at the earliest, and not after the last one', async () => {
    const { host } = await stage([61])
    expect((await host.get()).body).toMatchObject({ canStartFrom: inSecond(inMinutes(1)) })
    await refuses(host.start(), 'BROADCAST_NO_SESSION')
    const near = await stage([59])
    await near.host.start().expect(200)
    const past = await stage([-90])
    await refuses(past.host.start(), 'SESSION_FINISHED')
    expect((await past.host.get()).body).toMatchObject({ state: 'ended', canStartFrom: null })
    const undated = await stage([])
    expect((await undated.host.get()).body).toMatchObject({ state: 'waiting', startsAt: null, canStartFrom: null })
    await undated.host.start().expect(200)
  })

  it('a date that was called off opens nothing, and one that runs cannot be called off', async () => {
    const { host, product } = await stage()
    await t.database.knex('products').where({ id: product.id }).update({ cancelled_at: t.clock.now() })
    await refuses(host.start(), 'SESSION_FINISHED')
    expect(await tools.stateOf(host)).toBe('ended')
    const running = await stage()
    await running.host.start().expect(200)
    const cancel = t.api.platform.changeEvent.cancel(running.product.id, { sessionId: null, reason: 'organizer', note: '' } as never, {
      actorId: running.host.user.id,
      isAdmin: false,
      requestId: 'r',
      address: '127.0.0.1',
    })
    await expect(cancel).rejects.toMatchObject({ code: 'BROADCAST_STATE' })
  })

  it('a date that was held cannot be moved or called off any more; that of a draft may be deleted', async () => {
    const { host, product } = await stage()
    await host.start().expect(200)
    await host.stop().expect(200)
    const cancel = t.api.platform.changeEvent.cancel(
      product.id,
      { sessionId: product.sessions[0]?.id ?? '', reason: 'organizer', note: '' } as never,
      { actorId: host.user.id, isAdmin: false, requestId: 'r', address: '127.0.0.1' },
    )
    await expect(cancel).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
    const draft = await t.factories.product({ type: 'meet', status: 'draft', channel_id: product.channel_id })
    const session_id = draft.sessions[0]?.id ?? ''
    const [held] = await t.database.knex('meets').insert({ product_id: draft.id, session_id }).returning('id')
    const params = { slug: draft.slug, sessionId: session_id }
    await t.call(ownProducts.removeSession, { params, as: await t.tokenOf(host.user) }).expect(200)
    expect(
      await t.database
        .knex('meets')
        .where({ id: held?.id ?? '' })
        .first(),
    ).toMatchObject({ session_id: null, product_id: draft.id })
  })

  it('what a host ended is over until its date is, then the next one is waited for; the host may start it again', async () => {
    const { host, guest } = await stage([-55, 24 * 60])
    await host.start().expect(200)
    await host.stop().expect(200)
    expect(await tools.stateOf(guest)).toBe('ended')
    await host.start().expect(200)
    await host.stop().expect(200)
    t.clock.advance(6 * minuteMs)
    expect(await tools.stateOf(guest)).toBe('waiting')
    t.clock.advance(-6 * minuteMs)
  })

  it('one that was lost or left may go on while its date lasts', async () => {
    const { host, guest, product } = await stage([-30])
    await host.start().expect(200)
    await tools.say({ type: 'meet.closed', meetId: await tools.findRunning(product), reason: 'idle' })
    expect((await guest.get()).body).toMatchObject({ state: 'waiting', endReason: 'idle' })
    await host.start().expect(200)
  })

  it('a channel that is not public starts nothing', async () => {
    const { host, product } = await stage()
    await t.database.knex('channels').where({ id: product.channel_id }).update({ status: 'banned' })
    expect(codeOf(await host.start())).toBe('CHANNEL_NOT_APPROVED')
  })
})

describe('with the module off', () => {
  it('the page is not there, nobody joins and nothing starts; what runs can be ended [MEET-009]', async () => {
    const { host, guest } = await stage()
    const other = await stage()
    await host.start().expect(200)
    await switchModule(false)
    await guest.get().expect(404)
    await refuses(guest.join(), 'NOT_FOUND')
    await host.get().expect(404)
    const refused = await other.host.start().expect(409)
    expect(codeOf(refused)).toBe('MODULE_INACTIVE')
    await host.stop().expect(200)
  })
})

describe('joining', () => {
  it('needs access: by ticket, as owner or as administrator', async () => {
    const { host, attendee, guest } = await stage()
    const stranger = await attendee(await t.factories.user())
    await refuses(stranger.get(), 'TICKET_REQUIRED')
    await host.start().expect(200)
    await refuses(stranger.join(), 'TICKET_REQUIRED')
    expect((await tools.claimsOf(await guest.join().expect(200))).isHost).toBe(false)
    expect((await tools.claimsOf(await host.join().expect(200))).isHost).toBe(true)
    expect((await tools.claimsOf(await (await attendee(await t.factories.admin())).join().expect(200))).isHost).toBe(true)
  })

  it('nobody comes in before the host starts, however early, nor after the end [MEET-013]', async () => {
    const { host, guest } = await stage()
    await refuses(guest.join(), 'MEET_STATE')
    await refuses(host.join(), 'MEET_STATE')
    await host.start().expect(200)
    await guest.join().expect(200)
    await host.stop().expect(200)
    const reply = await guest.join().expect(409)
    expect(codeOf(reply)).toBe('MEET_STATE')
  })

  it('answers where to connect with a grant of this account, device and product, which ends with the ticket', async () => {
    const endsAt = inMinutes(5)
    const { host, guest, product } = await stage([10], { expires_at: endsAt })
    await host.start().expect(200)
    const reply = await guest.join('Eva S.').expect(200)
    const { grant, meet } = reply.body as { grant: MediaGrant; meet: Meet }
    expect(meet).toMatchObject({ slug: product.slug, state: 'started', ownName: 'Eva S.' })
    expect(grant).toMatchObject({ url: '/', path: '/sfu/socket.io' })
    const claims = await tools.claimsOf(reply)
    expect(claims).toMatchObject({
      sub: guest.user.id,
      role: 'participant',
      meetId: await tools.findRunning(product),
      productId: product.id,
      name: 'Eva S.',
      avatarUrl: null,
      accessUntilMs: endsAt.getTime(),
    })
    const [session] = await t.database.knex('user_sessions').where({ user_id: guest.user.id })
    expect(claims.sessionId).toBe(session?.id)
    const ofHost = await tools.claimsOf(await host.join())
    expect(ofHost.accessUntilMs - t.clock.nowMs()).toBeLessThanOrEqual(limits.meetAccessMs)
    expect(ofHost.accessUntilMs - t.clock.nowMs()).toBeGreaterThan(limits.meetAccessMs - minuteMs)
  })

  it('remembers the name for the next meeting', async () => {
    const { host, guest } = await stage()
    expect((await guest.get()).body).toMatchObject({ ownName: 'Eva Soler' })
    await host.start().expect(200)
    await guest.join('La Eva').expect(200)
    const other = await stage()
    await t.factories.ticket({ user_id: guest.user.id, product_id: other.product.id })
    expect((await (await other.attendee(guest.user)).get()).body).toMatchObject({ ownName: 'La Eva' })
  })

  it('all come to one node, and to a living one after it is lost; without any it is unavailable', async () => {
    const { host, guest } = await stage()
    await host.start().expect(200)
    await host.join().expect(200)
    await t.mediaNode({ nodeId: 'sfu-b', publicUrl: 'https://b.example.org/sfu', loadPercent: 1 })
    const urlOf = async (one: Attendee) => ((await one.join().expect(200)).body as { grant: MediaGrant }).grant.url
    expect(await urlOf(guest)).toBe('/')
    await t.redis.del('sfu:node:sfu-a')
    expect([await urlOf(guest), await urlOf(host)]).toEqual(['https://b.example.org', 'https://b.example.org'])
    await t.redis.del('sfu:node:sfu-b')
    await refuses(guest.join(), 'UNAVAILABLE')
  })

  it('the 71st is told that it is full, who is in comes back, and the next one after somebody left comes in', async () => {
    const { host, guest, attendee, product } = await stage()
    await host.start().expect(200)
    const id = await tools.findRunning(product)
    const rows = Array.from({ length: limits.meetUsers }, (_, index) => ({ email: `seat-${index}-${id}@example.test` }))
    const seated = await t.database.knex('users').insert(rows).returning('*')
    await tools.sayPeople(
      id,
      seated.map((user) => ({ user })),
      1,
    )
    expect(((await guest.get()).body as Meet).people).toBe(limits.meetUsers)
    await refuses(guest.join(), 'MEET_FULL')
    const other = { ...seated[0]!, ...(await withPassword(seated[0]!)) }
    await t.factories.ticket({ user_id: other.id, product_id: product.id })
    await (await attendee(other)).join().expect(200)
    await tools.sayPeople(
      id,
      seated.slice(1).map((user) => ({ user })),
      2,
    )
    await guest.join().expect(200)
  })

  it('who was put out does not come back until the next meeting', async () => {
    const { host, guest, product } = await stage()
    await host.start().expect(200)
    const id = await tools.findRunning(product)
    await tools.sayPeople(id, [guest, host], 1)
    await tools.say({ type: 'meet.removed', meetId: id, userId: guest.user.id, byUserId: host.user.id })
    await refuses(guest.join(), 'MEET_REMOVED')
    expect(await tools.listIn(id)).toEqual([host.user.id])
    await host.stop().expect(200)
    await host.start().expect(200)
    await guest.join().expect(200)
  })
})

async function withPassword(user: UserRow): Promise<Partial<UserRow>> {
  const { password_hash, email_verified_at } = await t.factories.user()
  const fields = { password_hash, email_verified_at, name: 'Ana', surname: 'García' }
  await t.database.knex('users').where({ id: user.id }).update(fields)
  return fields
}

const inSecond = (at: Date) => expect.stringContaining(at.toISOString().slice(0, 16)) as string
