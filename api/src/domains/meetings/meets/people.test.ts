import { randomUUID } from 'node:crypto'
import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { account } from '@e-events/shared/contract/people/account.ts'
import { limits } from '@e-events/shared/limits.ts'
import { findMeetClosed, keepMeetPlace } from '@e-events/shared/node/meet-control.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMeetStage, createMeetTools } from '../../../testing/meet-stage.ts'
import { codeOf } from '../../../testing/organizer.ts'
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
})

/** A running meeting. */
async function running(dates?: readonly number[]) {
  const made = await createMeetStage(t, dates)
  await made.host.start().expect(200)
  return { ...made, id: await tools.findRunning(made.product) }
}
const rowsOf = (meetId: string) => t.database.knex('meet_participants').where({ meet_id: meetId }).orderBy('joined_at')
const meetOf = async (id: string) => (await t.database.knex('meets').where({ id }).first())!
const ids = (...people: { user: { id: string } }[]) => people.map(({ user }) => user.id).toSorted()

describe('the word of media nodes', () => {
  it('makes rows of who came and who left, and counts them', async () => {
    const { id, host, guest } = await running()
    await tools.sayPeople(id, [host], 1)
    await tools.sayPeople(id, [host, guest], 2)
    expect(await tools.listIn(id)).toEqual(ids(host, guest))
    expect(((await guest.get()).body as Meet).people).toBe(2)
    await tools.sayPeople(id, [host], 3)
    expect(await tools.listIn(id)).toEqual(ids(host))
    // Back again: another stay.
    await tools.sayPeople(id, [host, guest], 4)
    expect((await rowsOf(id)).filter(({ user_id }) => user_id === guest.user.id)).toHaveLength(2)
    expect((await meetOf(id)).participant_count).toBe(2)
  })

  it('may be repeated, and an old one changes nothing', async () => {
    const { id, host, guest } = await running()
    const later = { id: randomUUID(), source: 'sfu-a', type: 'meet.people', meetId: id, atMs: t.clock.nowMs() + 5_000 }
    const person = { userId: host.user.id, isHost: true, joinedAtMs: t.clock.nowMs() }
    await tools.say({ ...later, people: [person] })
    await tools.say({ ...later, people: [person] })
    await tools.sayPeople(id, [guest], 1)
    expect(await tools.listIn(id)).toEqual(ids(host))
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('that somebody was put out holds, whenever it comes', async () => {
    const { id, host, guest } = await running()
    const removed = { type: 'meet.removed', meetId: id, userId: guest.user.id, byUserId: host.user.id }
    await tools.say(removed, 2)
    await tools.say(removed, 2)
    await tools.sayPeople(id, [host, guest], 1)
    await tools.sayPeople(id, [host, guest], 3)
    expect(await tools.listIn(id)).toEqual(ids(host))
    expect((await rowsOf(id)).map(({ user_id, removed_by }) => [user_id, removed_by])).toContainEqual([guest.user.id, host.user.id])
    expect(codeOf(await guest.join())).toBe('MEET_REMOVED')
  })

  it('ends a meeting once; what comes after it changes nothing', async () => {
    const { id, guest, product } = await running()
    await tools.sayPeople(id, [guest], 1)
    await tools.say({ type: 'meet.closed', meetId: id, reason: 'idle' }, 10)
    await tools.say({ type: 'meet.closed', meetId: id, reason: 'failed' }, 11)
    await tools.sayPeople(id, [guest], 12)
    expect(await meetOf(id)).toMatchObject({ state: 'ended', end_reason: 'idle', product_id: product.id, participant_count: 0 })
    expect(await findMeetClosed(t.redis, id)).toBe('idle')
  })

  it('of accounts and meetings that are gone is passed over', async () => {
    const { id, host } = await running()
    await tools.sayPeople(id, [host, { user: { id: randomUUID() } }], 1)
    await tools.say({ type: 'meet.removed', meetId: id, userId: randomUUID(), byUserId: host.user.id }, 2)
    expect(await tools.listIn(id)).toEqual(ids(host))
    await tools.sayPeople(randomUUID(), [host])
  })
})

describe('a meeting that no living node has', () => {
  it('ends after half an hour: it failed with people in it, else nobody came', async () => {
    const [lost, unseen] = [await running(), await running()]
    await keepMeetPlace(t.redis, lost.id, 'sfu-a')
    await tools.sayPeople(lost.id, [lost.guest])
    const endLost = () => t.api.platform.meetings.endLost()
    await endLost()
    t.clock.advance(limits.meetEmptyMs - 60_000)
    await keepMeetPlace(t.redis, lost.id, 'sfu-a')
    await endLost()
    t.clock.advance(61_000)
    await t.redis.del('sfu:node:sfu-a')
    await endLost()
    expect([(await meetOf(lost.id)).state, (await meetOf(unseen.id)).end_reason]).toEqual(['started', 'idle'])
    t.clock.advance(limits.meetEmptyMs)
    await endLost()
    expect(await meetOf(lost.id)).toMatchObject({ state: 'ended', end_reason: 'failed' })
    expect(await findMeetClosed(t.redis, lost.id)).toBe('failed')
    t.clock.advance(-2 * limits.meetEmptyMs - 1_000)
  })
})

describe('what ends access ends meetings', () => {
  it('of an organizer who is blocked, and of a channel that is closed', async () => {
    const [blocked, closed] = [await running(), await running()]
    const { knex, events } = { knex: t.database.knex, events: t.api.platform.events }
    const after = await knex.transaction((trx) => events.publish('account.ended', { trx, userId: blocked.host.user.id, reason: 'blocked' }))
    await after()
    const then = await knex.transaction((trx) => events.publish('channel.closed', { trx, channelId: closed.product.channel_id }))
    await then()
    expect([(await meetOf(blocked.id)).end_reason, (await meetOf(closed.id)).end_reason]).toEqual(['admin', 'admin'])
    expect([await findMeetClosed(t.redis, blocked.id), await findMeetClosed(t.redis, closed.id)]).toEqual(['admin', 'admin'])
  })
})

describe('an account', () => {
  it('gets its stays and its name with its data, and leaves none behind when it is erased', async () => {
    const { id, guest, host } = await running()
    await guest.join('La Eva').expect(200)
    await tools.sayPeople(id, [guest, host], 1)
    const exported = await t.call(account.exportData, { as: await t.tokenOf(guest.user) })
    const text = exported.text ?? (exported.body as Buffer).toString()
    expect(text).toContain('La Eva')
    expect(text).toContain('meet_participants')
    const { knex, platform } = { knex: t.database.knex, platform: t.api.platform }
    await knex.transaction((trx) => platform.events.publish('account.erased', { trx, user: guest.user, pseudonym: 'gone@erased.invalid' }))
    expect(await tools.listIn(id)).toEqual(ids(host))
    expect(await knex('meet_names').where({ user_id: guest.user.id })).toEqual([])
    expect((await meetOf(id)).participant_count).toBe(1)
  })
})
