import { describe, expect, it } from 'vitest'
import { limits } from '@e-events/shared/limits.ts'
import { createHouse, newRoom } from '../testing/house.ts'

const minute = 60_000

describe('the idle cutoff', () => {
  it('refuses to join what it has closed', async () => {
    const house = createHouse()
    await house.publish()
    await house.clock.advance(30 * minute)
    expect(await house.connect('publisher').refusal('join')).toBe('ROOM_CLOSED')
    expect(await house.connect('viewer').refusal('join')).toBe('ROOM_CLOSED')
  })

  it('leaves the connection open at 29:59 without media and closes it at 30:00, for the reason idle [LIVE-005] [LIM-035]', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await house.clock.advance(30 * minute - 1_000)
    expect(studio.connected).toBe(true)
    expect(house.rooms.all).toHaveLength(1)
    await house.clock.advance(1_000)
    expect(studio.connected).toBe(false)
    expect(studio.notifications.at(-1)).toEqual({ method: 'broadcastClosed', data: { reason: 'idle' } })
    expect(house.events.at(-1)).toEqual({ type: 'broadcast.closed', broadcastId: house.room, reason: 'idle' })
    expect(house.rooms.all).toHaveLength(0)
    expect([house.media.openTransports, house.media.openRooms]).toEqual([0, 0])
  })

  it('has 30 minutes as its default [CARD-005]', () => {
    expect(limits.idleCutoffMs).toBe(1_800_000)
  })

  it('counts from the last packet of any feed', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await house.clock.advance(20 * minute)
    house.media.sendPackets()
    await house.clock.advance(2_000) // they are noticed within two seconds
    await house.clock.advance(30 * minute - 2_000)
    expect(studio.connected).toBe(true)
    await house.clock.advance(2_000)
    expect(studio.connected).toBe(false)
  })

  it('closes after the publisher has gone, and also when nobody is left', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const viewer = await house.join('viewer')
    studio.leave()
    await house.clock.advance(29 * minute)
    viewer.leave()
    expect(house.rooms.all).toHaveLength(1)
    await house.clock.advance(minute)
    expect(house.rooms.all).toHaveLength(0)
    expect(house.events.filter((event) => event.type === 'broadcast.closed')).toHaveLength(1)
  })

  it('warns at 25 minutes, once, with the time of the cutoff, and takes it back for media and for a studio action [LIVE-006]', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const openedAtMs = house.clock.nowMs()
    await house.clock.advance(25 * minute - 1_000)
    expect(studio.methods()).not.toContain('idleWarning')
    await house.clock.advance(1_000)
    expect(studio.notifications.at(-1)).toEqual({ method: 'idleWarning', data: { closesAtMs: openedAtMs + 30 * minute } })
    expect(house.events.at(-1)).toEqual({ type: 'broadcast.idleWarning', broadcastId: house.room, closesAtMs: openedAtMs + 30 * minute })
    await house.clock.advance(2 * minute)
    expect(studio.methods().filter((method) => method === 'idleWarning')).toHaveLength(1)

    const { idleClosesAtMs } = await studio.ask('activity', {})
    expect(idleClosesAtMs).toBe(openedAtMs + 57 * minute)
    expect(studio.notifications.at(-1)).toEqual({ method: 'idleCleared', data: {} })
    await house.clock.advance(25 * minute)
    expect(studio.methods().filter((method) => method === 'idleWarning')).toHaveLength(2)
    house.media.sendPackets()
    await house.clock.advance(2_000)
    expect(studio.notifications.filter(({ method }) => method === 'idleCleared')).toHaveLength(2)
    await house.clock.advance(24 * minute)
    expect(studio.connected).toBe(true)
  })

  it('does not take a join or a producer that sends nothing for media', async () => {
    const house = createHouse()
    await house.publish()
    await house.clock.advance(29 * minute)
    const again = await house.publish()
    expect(again.joined.idleClosesAtMs).not.toBeNull()
    await house.clock.advance(minute)
    expect(again.connected).toBe(false)
  })

  it('notices media that came back in the very last second', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await house.clock.advance(30 * minute - 500)
    house.media.sendPackets()
    await house.clock.advance(500)
    expect(studio.connected).toBe(true)
  })

  it('goes on where another node stopped: the clock of a broadcast that moved is not set back [LIVE-022]', async () => {
    const house = createHouse()
    house.places.set(house.room, house.clock.nowMs() - 20 * minute)
    const studio = await house.publish()
    expect(studio.joined.idleClosesAtMs).toBe(house.clock.nowMs() + 10 * minute)
    await house.clock.advance(10 * minute)
    expect(studio.connected).toBe(false)
  })

  it('lets the organizer start again after the cutoff: another broadcast gets a room [LIVE-006]', async () => {
    const house = createHouse()
    await house.publish()
    await house.clock.advance(30 * minute)
    const other = await house.publish(undefined, newRoom())
    expect(other.connected).toBe(true)
  })
})
