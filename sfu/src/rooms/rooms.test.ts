import { describe, expect, it } from 'vitest'
import { createHouse, newFeed, newRoom } from '../testing/house.ts'
import { fakeRtp } from '../testing/fake-media.ts'

describe('rooms', () => {
  it('refuses a broadcast that the api has ended, whether or not it was here', async () => {
    const house = createHouse()
    house.ended.set(house.room, 'organizer')
    for (const role of ['publisher', 'viewer', 'egress', 'ingest'] as const)
      expect(await house.connect(role).refusal('join')).toBe('ROOM_CLOSED')
    expect(house.rooms.all).toHaveLength(0)
  })

  it('counts people, not their tabs', async () => {
    const house = createHouse()
    await house.join('publisher')
    for (const account of ['one', 'one', 'other']) await house.connect('viewer', house.room, account).ask('join', {})
    expect(house.rooms.all[0]?.viewers).toBe(2)
  })

  it('closes at once when the api ends the broadcast: everybody hears why, nothing is left, no event goes back', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const viewer = await house.join('viewer')
    house.rooms.end(house.room, 'organizer')
    for (const peer of [studio, viewer]) {
      expect(peer.notifications.at(-1)).toEqual({ method: 'broadcastClosed', data: { reason: 'organizer' } })
      expect(peer.connected).toBe(false)
    }
    expect([house.media.openTransports, house.media.openRooms]).toEqual([0, 0])
    expect(house.media.producers.every((producer) => producer.closed)).toBe(true)
    expect(house.events.filter(({ type }) => type !== 'audience')).toEqual([])
    expect(await house.connect('publisher').refusal('join')).toBe('ROOM_CLOSED')
  })

  it('refuses requests of a peer whose room has ended meanwhile, and leaves no transport behind', async () => {
    const house = createHouse()
    const studio = await house.join('publisher')
    const release = house.media.hold()
    const pending = studio.refusal('createTransport', { direction: 'send' })
    await house.clock.advance(0)
    house.rooms.end(house.room, 'admin')
    release()
    expect(await pending).toBe('ROOM_CLOSED')
    expect(house.media.openTransports).toBe(0)
    expect(await studio.refusal('activity')).toBe('ROOM_CLOSED')
  })

  it('lets a second studio take over, so that a zombie cannot block the broadcast', async () => {
    const house = createHouse()
    const zombie = await house.publish()
    const next = await house.publish(zombie.feedId)
    expect(zombie.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'replaced' } })
    expect(zombie.connected).toBe(false)
    expect(house.rooms.all[0]?.feeds.all.map((feed) => feed.snapshot().video?.producerId)).toEqual([next.videoId])
    zombie.leave() // its socket closes late
    expect(house.rooms.all[0]?.feeds.all[0]?.connected).toBe(true)
  })

  it('gives two peers that arrive together the same room', async () => {
    const house = createHouse()
    const joined = await Promise.all([house.join('publisher'), house.join('viewer'), house.join('egress')])
    expect(joined).toHaveLength(3)
    expect(house.rooms.all).toHaveLength(1)
    expect(house.media.openRooms).toBe(1)
  })

  it('keeps rooms apart: notifications of one never reach another', async () => {
    const house = createHouse()
    const stranger = await house.join('viewer', newRoom())
    await house.publish()
    expect(stranger.notifications).toEqual([])
  })

  it('tells a peer once that a worker died, keeps its place, and lets it start anew', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const viewer = await house.join('viewer')
    await viewer.ask('createTransport', { direction: 'recv' })
    house.media.producers.forEach((producer) => producer.arrive())
    await house.clock.advance(1_000)
    house.media.killWorker()
    expect(studio.methods().filter((method) => method === 'transportsLost')).toHaveLength(1)
    expect(viewer.methods()).toContain('transportsLost')
    expect(house.events.at(-1)).toEqual({ type: 'feed.interrupted', broadcastId: house.room, feedId: studio.feedId })
    expect(studio.connected).toBe(true)

    expect(await studio.refusal('produce', { transportId: studio.transportId })).toBe('SIGNAL_MALFORMED')
    const { transportId } = await studio.ask('createTransport', { direction: 'send' })
    const meta = { kind: 'camera' as const, label: 'Camera', language: null }
    await studio.ask('produce', { transportId, feedId: studio.feedId, meta, kind: 'video', rtpParameters: fakeRtp() })
    expect(viewer.notifications.at(-1)).toMatchObject({ method: 'feedChanged', data: { feed: { connected: true } } })
  })

  it('counts viewers only, and tells studios and the api at most every two seconds', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await house.join('egress')
    for (let viewers = 0; viewers < 5; viewers += 1) await house.join('viewer')
    expect(studio.methods()).not.toContain('audience')
    await house.clock.advance(2_000)
    const last = await house.join('viewer')
    last.leave()
    await house.clock.advance(10_000)
    expect(studio.notifications.filter(({ method }) => method === 'audience')).toEqual([{ method: 'audience', data: { viewers: 5 } }])
    expect(house.events.filter(({ type }) => type === 'audience')).toEqual([{ type: 'audience', broadcastId: house.room, viewers: 5 }])
  })

  it('tells everybody to move when the node goes down, and takes nobody any more', async () => {
    const house = createHouse()
    const studio = await house.publish()
    house.rooms.drain()
    expect(studio.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'draining' } })
    expect(await house.connect('viewer').refusal('join')).toBe('NODE_DRAINING')
    studio.leave()
    house.rooms.close()
    expect(house.media.openRooms).toBe(0)
    // Its place stays in the registry: the next node goes on with the idle clock.
    expect(house.places.has(house.room)).toBe(true)
    expect(house.events.some(({ type }) => type === 'broadcast.closed')).toBe(false)
  })

  it('says where the room is when a publisher comes and while media flows, not for a stray viewer', async () => {
    const house = createHouse()
    await house.join('viewer')
    expect(house.places.has(house.room)).toBe(false)
    await house.publish()
    const placedAtMs = house.places.get(house.room)
    for (let second = 0; second < 12; second += 2) {
      house.media.sendPackets()
      await house.clock.advance(2_000)
    }
    expect(house.places.get(house.room)).toBeGreaterThan(placedAtMs ?? 0)
  })

  it('takes plain RTP of a service into a feed, and all of it or nothing', async () => {
    const house = createHouse()
    const demo = await house.join('ingest')
    const meta = { kind: 'camera' as const, label: 'Demo', language: null }
    const video = { kind: 'video' as const, rtpParameters: fakeRtp() }
    expect(await demo.refusal('openIngest', { feedId: newFeed(), meta, streams: [video, video] })).toBe('SIGNAL_MALFORMED')
    expect(house.media.openTransports).toBe(0)
    const feed = newFeed()
    const { streams } = await demo.ask('openIngest', {
      feedId: feed,
      meta,
      streams: [video, { kind: 'audio', rtpParameters: fakeRtp('audio/opus') }],
    })
    expect(streams.map(({ kind, ip }) => [kind, ip])).toEqual([
      ['video', '127.0.0.1'],
      ['audio', '127.0.0.1'],
    ])
    await demo.ask('openIngest', { feedId: feed, meta, streams: [video] })
    expect(house.media.openTransports).toBe(2)
    house.media.killWorker()
    expect(demo.methods()).toContain('transportsLost')
    demo.leave()
    expect(house.media.openTransports).toBe(0)
  })
})
