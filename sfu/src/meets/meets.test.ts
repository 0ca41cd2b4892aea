import { randomUUID } from 'node:crypto'
import { MEET_MAX_USERS } from '@e-events/shared/domain/meets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { meetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import { describe, expect, it } from 'vitest'
import { createMeetHouse } from '../testing/meet-house.ts'

const reported = (house: ReturnType<typeof createMeetHouse>) =>
  house.events.flatMap((event) => (event.type === 'meet.people' ? [event.people.map(({ userId }) => userId)] : []))

describe('a meeting', () => {
  it('shows everybody to everybody, with a new id for each stay', async () => {
    const house = createMeetHouse()
    const ana = await house.join({ name: 'Ana', isHost: true })
    const ben = await house.join({ name: 'Ben', avatarUrl: '/pictures/ben.jpg' })
    expect(meetRequests.join.reply.safeParse(ben.joined).success).toBe(true)
    expect(ben.joined.people.map(({ name, isHost, avatarUrl, streams }) => [name, isHost, avatarUrl, streams])).toEqual([
      ['Ana', true, null, []],
      ['Ben', false, '/pictures/ben.jpg', []],
    ])
    expect(ana.told('personChanged').at(-1)?.person).toMatchObject({ id: ben.id, name: 'Ben', handRaisedAtMs: null })
    ben.leave()
    expect(ana.told('personLeft')).toEqual([{ personId: ben.id }])
    const again = await house.join(ben.claims)
    expect(again.id).not.toBe(ben.id)
  })

  it('takes 70 people, refuses the 71st and takes the next one when one leaves [MEET-008] [LIM-014]', async () => {
    const house = createMeetHouse()
    const people = []
    for (let index = 0; index < MEET_MAX_USERS; index += 1) people.push(await house.join())
    expect(MEET_MAX_USERS).toBe(70)
    expect(people.at(-1)?.joined.people).toHaveLength(70)
    expect(await house.connect().refusal('join')).toBe('MEET_FULL')
    expect(await house.connect({ isHost: true }).refusal('join')).toBe('MEET_FULL')
    // Another window of somebody who is in is no more people.
    const again = await house.join(people[3]?.claims)
    expect(again.joined.people).toHaveLength(70)
    expect(await house.connect().refusal('join')).toBe('MEET_FULL')
    people[7]?.leave()
    expect(await house.connect().refusal('join')).toBeUndefined()
    expect(await house.connect().refusal('join')).toBe('MEET_FULL')
  })

  it('takes 70 of many that come at the same moment', async () => {
    const house = createMeetHouse()
    const answers = await Promise.all(Array.from({ length: 90 }, () => house.connect().refusal('join')))
    expect(answers.filter((code) => code === undefined)).toHaveLength(70)
    expect(answers.filter((code) => code === 'MEET_FULL')).toHaveLength(20)
    expect(house.media.openRooms).toBe(1)
  })

  it('gives the place of an account to its newest connection, with the powers it was given', async () => {
    const house = createMeetHouse()
    const host = await house.join({ isHost: true })
    const first = await house.join()
    await host.ask('promote', { personId: first.id, isHost: true })
    const second = await house.join(first.claims)
    expect(first.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'replaced' } })
    expect([first.connected, second.connected]).toEqual([false, true])
    expect(host.told('personLeft')).toEqual([{ personId: first.id }])
    expect(second.joined.people.map(({ id, isHost }) => [id, isHost])).toEqual([
      [host.id, true],
      [second.id, true],
    ])
    first.leave()
    expect(house.meets.peopleCount).toBe(2)
    // Leaving ends them.
    second.leave()
    expect((await house.join(first.claims)).joined.people.find(({ name, id }) => name === 'Ana' && id !== host.id)?.isHost).toBe(false)
  })

  it('tells the api who is in, at once and then at most every two seconds', async () => {
    const house = createMeetHouse()
    const one = await house.join({ isHost: true })
    await house.clock.advance(1)
    expect(reported(house)).toEqual([[one.claims.sub]])
    const [two, three] = [await house.join(), await house.join()]
    await house.clock.advance(1_500)
    expect(reported(house)).toHaveLength(1)
    await house.clock.advance(500)
    expect(reported(house).slice(1)).toEqual([[one.claims.sub, two.claims.sub, three.claims.sub]])
    // Nothing to tell: what changed is changed back.
    await one.ask('promote', { personId: two.id, isHost: true })
    await one.ask('promote', { personId: two.id, isHost: false })
    await one.ask('raiseHand', { raised: true })
    await house.clock.advance(10_000)
    expect(reported(house)).toHaveLength(2)
    three.leave()
    await house.clock.advance(2_000)
    expect(reported(house).at(-1)).toEqual([one.claims.sub, two.claims.sub])
    expect(house.events.at(-1)).toEqual({
      type: 'meet.people',
      meetId: house.meet,
      people: [
        { userId: one.claims.sub, isHost: true, joinedAtMs: expect.any(Number) as number },
        { userId: two.claims.sub, isHost: false, joinedAtMs: expect.any(Number) as number },
      ],
    })
  })

  it('ends when nobody was in it for half an hour', async () => {
    const house = createMeetHouse()
    const one = await house.join({ accessUntilMs: Number.MAX_SAFE_INTEGER })
    await house.clock.advance(limits.meetEmptyMs * 2)
    expect(one.connected).toBe(true)
    one.leave()
    await house.clock.advance(limits.meetEmptyMs - 1_000)
    const back = await house.join(one.claims)
    await house.clock.advance(limits.meetEmptyMs)
    back.leave()
    await house.clock.advance(limits.meetEmptyMs - 1_000)
    expect(house.meets.all).toHaveLength(1)
    await house.clock.advance(1_000)
    expect(house.events.at(-1)).toEqual({ type: 'meet.closed', meetId: house.meet, reason: 'idle' })
    expect([house.meets.all.length, house.media.openRooms]).toEqual([0, 0])
    expect(await house.connect().refusal('join')).toBe('MEET_STATE')
  })

  it('ends for all when the api says so, and takes nobody any more', async () => {
    const house = createMeetHouse()
    const [host, guest] = [await house.join({ isHost: true }), await house.join()]
    await guest.produce('camera')
    house.meets.end(house.meet, 'organizer')
    for (const one of [host, guest]) {
      expect(one.notifications.at(-1)).toEqual({ method: 'meetClosed', data: { reason: 'organizer' } })
      expect(one.connected).toBe(false)
    }
    expect([house.meets.all.length, house.media.openRooms, house.media.openTransports]).toEqual([0, 0, 0])
    expect(await house.connect({ isHost: true }).refusal('join')).toBe('MEET_STATE')
    // Another one of the same product.
    const next = await house.join({ meetId: randomUUID() })
    expect(next.joined.people).toHaveLength(1)
  })

  it('hears of an end that no message told of', async () => {
    const house = createMeetHouse()
    const one = await house.join()
    house.ended.set(house.meet, 'admin')
    await house.clock.advance(5_000)
    expect(one.told('meetClosed')).toEqual([{ reason: 'admin' }])
    expect(await house.connect().refusal('join')).toBe('MEET_STATE')
  })

  it('goes where the api placed it, and this node says nothing of its people any more', async () => {
    const house = createMeetHouse()
    const other = house.openNode('node-2')
    const one = await house.join()
    await house.clock.advance(5_000)
    expect(house.places.get(house.meet)).toBe('node-1')
    house.places.set(house.meet, 'node-2')
    await house.clock.advance(5_000)
    expect(one.told('reconnect')).toEqual([{ reason: 'draining' }])
    expect([one.connected, house.meets.all.length]).toEqual([false, 0])
    expect(reported(house)).toHaveLength(1)
    await house.join(one.claims, other)
    await house.clock.advance(5_000)
    expect(other.all).toHaveLength(1)
    expect(house.places.get(house.meet)).toBe('node-2')
  })

  it('moves everybody off a node that goes down, and does not end', async () => {
    const house = createMeetHouse()
    const one = await house.join()
    await house.clock.advance(3_000)
    house.meets.drain()
    expect(one.told('reconnect')).toEqual([{ reason: 'draining' }])
    expect(await house.connect().refusal('join')).toBe('NODE_DRAINING')
    one.leave()
    await house.clock.advance(limits.meetEmptyMs * 2)
    house.meets.close()
    expect(house.events.map(({ type }) => type)).toEqual(['meet.people'])
    expect([house.meets.all.length, house.media.openRooms]).toEqual([0, 0])
  })

  it('does not keep somebody who went while coming in', async () => {
    const house = createMeetHouse()
    const one = house.connect()
    const coming = one.refusal('join')
    one.leave()
    expect(await coming).toBe('SIGNAL_OUT_OF_ORDER')
    expect(house.meets.peopleCount).toBe(0)
  })
})

describe('the access to a meeting', () => {
  it('ends with the grant, unless a fresh one comes, which may make or unmake a host', async () => {
    const house = createMeetHouse()
    const [one, other] = [await house.join(), await house.join()]
    await house.clock.advance(11 * 60_000)
    expect(one.told('renewalDue')).toHaveLength(3)
    const fresh = { ...one.claims, accessUntilMs: house.clock.nowMs() + 15 * 60_000 }
    expect(await one.ask('renew', { token: house.grant({ ...fresh, isHost: true }) })).toEqual({ untilMs: fresh.accessUntilMs })
    expect(other.told('personChanged').at(-1)?.person).toMatchObject({ id: one.id, isHost: true })
    await house.clock.advance(5 * 60_000)
    expect([one.connected, other.connected]).toEqual([true, false])
    expect(other.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'revoked' } })
    expect(one.told('personLeft')).toEqual([{ personId: other.id }])
  })

  it('is not prolonged by a grant of another account or meeting', async () => {
    const house = createMeetHouse()
    const one = await house.join()
    for (const other of [{ sub: randomUUID() }, { meetId: randomUUID() }])
      expect(await one.refusal('renew', { token: house.grant({ ...one.claims, ...other }) })).toBe('SIGNAL_TOKEN_INVALID')
    expect(one.connected).toBe(true)
  })

  it.each<[string, (claims: { sub: string; productId: string; sessionId: string }) => string, boolean]>([
    ['of the account', ({ sub }) => `${sub}:*`, true],
    ['of the device', ({ sessionId }) => `session:${sessionId}`, true],
    ['of the ticket', ({ sub, productId }) => `${sub}:${productId}`, false],
  ])('ends with a revocation %s, for nobody else', async (_, entry, alsoHosts) => {
    for (const isHost of [false, true]) {
      const house = createMeetHouse()
      const [one, other] = [await house.join({ isHost }), await house.join()]
      house.access.revoke(({ userId, productId, sessionId }) =>
        [`${userId}:*`, `session:${sessionId}`, `${userId}:${productId}`].includes(entry(one.claims)),
      )
      expect(one.connected).toBe(isHost && !alsoHosts)
      expect(other.connected).toBe(true)
    }
  })
})
