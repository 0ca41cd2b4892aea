import { limits } from '@e-events/shared/limits.ts'
import { describe, expect, it } from 'vitest'
import { fakeRtp } from '../testing/fake-media.ts'
import { createHouse, newFeed, newRoom } from '../testing/house.ts'

type House = ReturnType<typeof createHouse>
type Studio = Awaited<ReturnType<House['publish']>>

const meta = { kind: 'camera' as const, label: 'Camera', language: null }
const taken = (studio: Studio) => studio.notifications.filter(({ method }) => method === 'feedTaken')

async function media(house: House) {
  for (const producer of house.media.producers) if (!producer.closed) producer.arrive()
  await house.clock.advance(500)
}

/** A second device of the same organizer that is in the room and sends nothing yet. */
async function secondDevice(house: House, name = 'B') {
  const studio = await house.join('publisher', house.room, name)
  const { transportId } = await studio.ask('createTransport', { direction: 'send' })
  const request = (feedId: string, seat?: 'own' | 'lost' | 'any') => ({
    transportId,
    feedId,
    meta,
    kind: 'video' as const,
    rtpParameters: fakeRtp(),
    ...(seat ? { seat } : {}),
  })
  return Object.assign(studio, {
    refused: (feedId: string, seat?: 'own' | 'lost' | 'any') => studio.refusal('produce', request(feedId, seat)),
  })
}

describe('the seat of a feed is refused', () => {
  it('to another device while the first one sends, unless its organizer was asked', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    const second = await secondDevice(house)
    expect(await second.refused(first.feedId)).toBe('FEED_TAKEN')
    expect(await second.refused(first.feedId, 'lost')).toBe('FEED_TAKEN')
    expect(house.media.producers.filter((producer) => !producer.closed)).toHaveLength(2)
    expect(taken(first)).toEqual([])
    expect(first.connected).toBe(true)
  })

  it('to a device that comes back by itself after another one took it: nobody fights', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    first.leave()
    const second = await house.publish(first.feedId, house.room, { studio: 'B', seat: 'lost' })
    await media(house)
    const back = await secondDevice(house, 'A')
    expect(await back.refused(first.feedId)).toBe('FEED_TAKEN')
    // Nor while the second one is away for a moment: it may come back, and the first one asks its organizer.
    second.leave()
    expect(await back.refused(first.feedId)).toBe('FEED_TAKEN')
    expect(await back.refused(first.feedId, 'lost')).toBeUndefined()
  })

  it('to whoever has the grant of another show or of a viewer', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    const viewer = await house.join('viewer')
    const produce = { transportId: first.transportId, feedId: first.feedId, meta, kind: 'video', rtpParameters: fakeRtp(), seat: 'any' }
    expect(await viewer.refusal('produce', produce)).toBe('SIGNAL_NOT_ALLOWED')
    const stranger = await house.publish(first.feedId, newRoom(), { studio: 'A', seat: 'any' })
    expect(first.connected).toBe(true)
    expect(taken(first)).toEqual([])
    expect(stranger.joined.feeds).toEqual([])
    expect(house.rooms.all.find((room) => room.id === house.room)?.feeds.find(first.videoId)?.entry.producer.closed).toBe(false)
  })

  it('to take down what the other device sends', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    const second = await secondDevice(house)
    expect(await second.refusal('closeFeed', { feedId: first.feedId })).toBe('SIGNAL_NOT_ALLOWED')
    first.leave()
    expect(await second.refusal('closeFeed', { feedId: first.feedId })).toBeUndefined()
  })
})

describe('a second device', () => {
  it('takes the seat of one that is lost: same feed, live again', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    first.leave()
    await house.publish(first.feedId, house.room, { studio: 'B', seat: 'lost' })
    await media(house)
    const events = house.events.map((event) => ('feedId' in event ? [event.type, event.feedId] : []))
    expect(events).toEqual([
      ['feed.live', first.feedId],
      ['feed.interrupted', first.feedId],
      ['feed.live', first.feedId],
    ])
  })

  it('replaces the first one after the question: one publisher, the first is told and keeps its other feeds', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    const screen = newFeed()
    await first.produce('video', screen)
    await media(house)
    const second = await house.publish(first.feedId, house.room, { studio: 'B', seat: 'any' })
    expect(taken(first)).toEqual([{ method: 'feedTaken', data: { feedId: first.feedId } }])
    expect(first.connected).toBe(true)
    const room = house.rooms.all[0]
    expect(room?.feeds.get(first.feedId).producers.map(({ owner }) => owner)).toEqual([second.peer, second.peer])
    expect(room?.feeds.get(screen).producers.map(({ owner }) => owner)).toEqual([first.peer])
    await media(house)
    expect(house.events.filter(({ type }) => type === 'feed.interrupted')).toEqual([])
    // The first one no longer owns a feed that it closes now.
    expect(await first.refusal('closeFeed', { feedId: first.feedId })).toBe('SIGNAL_NOT_ALLOWED')
    first.leave()
    expect(room?.feeds.get(first.feedId).connected).toBe(true)
  })

  it('sends a feed of its own beside the first one', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    const second = await house.publish(newFeed(), house.room, { studio: 'B' })
    await media(house)
    expect([first.connected, second.connected]).toEqual([true, true])
    expect(house.rooms.all[0]?.feeds.all.map((feed) => feed.arrives)).toEqual([true, true])
  })

  it('takes the seat of one that is connected and silent', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    for (let second = 0; second < 4; second += 2) {
      house.media.sendPackets()
      await house.clock.advance(2_000)
    }
    await house.clock.advance(10_000)
    const second = await secondDevice(house)
    expect(await second.refused(first.feedId, 'lost')).toBeUndefined()
    expect(taken(first)).toHaveLength(1)
  })

  it('that takes a seat and sends nothing leaves it interrupted, not on air', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    await house.publish(first.feedId, house.room, { studio: 'B', seat: 'any' })
    await house.clock.advance(10_000)
    expect(house.events.at(-1)).toEqual({ type: 'feed.interrupted', broadcastId: house.room, feedId: first.feedId })
  })
})

describe('both devices lost', () => {
  it('the show stays interrupted until the idle cutoff, and either of them may come back to the same feed', async () => {
    const house = createHouse()
    const first = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    const second = await house.publish(first.feedId, house.room, { studio: 'B', seat: 'any' })
    await media(house)
    first.leave()
    second.leave()
    expect(house.events.at(-1)).toEqual({ type: 'feed.interrupted', broadcastId: house.room, feedId: first.feedId })
    await house.clock.advance(limits.idleCutoffMs - 60_000)
    expect(house.rooms.all).toHaveLength(1)
    const back = await house.publish(first.feedId, house.room, { studio: 'A', seat: 'lost' })
    await media(house)
    expect(house.events.at(-1)).toMatchObject({ type: 'feed.live', feedId: first.feedId })
    back.leave()
    await house.clock.advance(limits.idleCutoffMs + 5_000)
    expect(house.events.at(-1)).toEqual({ type: 'broadcast.closed', broadcastId: house.room, reason: 'idle' })
  })
})

describe('the same device', () => {
  it('takes the place of its own connection before, and its feeds are its own again', async () => {
    const house = createHouse()
    const zombie = await house.publish(newFeed(), house.room, { studio: 'A' })
    await media(house)
    await house.publish(zombie.feedId, house.room, { studio: 'A' })
    expect(zombie.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'replaced' } })
    expect(zombie.connected).toBe(false)
  })

  it('hears when its media arrives and when it no longer does', async () => {
    const house = createHouse()
    const studio = await house.publish(newFeed(), house.room, { studio: 'A' })
    const arrivals = () => studio.notifications.flatMap((one) => (one.method === 'feedMedia' ? [one.data.arrives] : []))
    expect(arrivals()).toEqual([])
    house.media.sendPackets()
    await house.clock.advance(2_000)
    expect(arrivals()).toEqual([true])
    await house.clock.advance(10_000)
    expect(arrivals()).toEqual([true, false])
  })
})
