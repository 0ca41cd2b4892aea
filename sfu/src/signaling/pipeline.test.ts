import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { peerRoles, requests } from '@e-events/shared/signaling/requests.ts'
import { fakeRtp } from '../testing/fake-media.ts'
import { createHouse, newFeed, newRoom, rtpPair } from '../testing/house.ts'

const meta = { kind: 'camera' as const, label: 'Camera', language: null }
const dtlsParameters = { role: 'client' as const, fingerprints: [{ algorithm: 'sha-256', value: 'AB:CD' }] }
const methods = Object.keys(requests) as (keyof typeof requests)[]

describe('signalling refuses', () => {
  it.each([
    undefined,
    null,
    7,
    'join',
    [],
    ['join'],
    {},
    { method: 5 },
    { method: 'x'.repeat(50) },
    { method: 'join', data: {}, extra: 1 },
  ])('an envelope like %j', async (message) => {
    const reply = await createHouse().connect('viewer').send(message)
    expect(reply).toEqual({ ok: false, error: { code: 'SIGNAL_MALFORMED', message: errorText('SIGNAL_MALFORMED', 'en') } })
  })

  it.each(['fly', '__proto__', 'constructor', 'toString', ''])('the unknown method %j', async (method) => {
    expect(await createHouse().connect('viewer').refusal(method)).toBe('SIGNAL_UNKNOWN_METHOD')
  })

  it('everything before join, and a second join', async () => {
    const house = createHouse()
    for (const role of peerRoles) {
      for (const method of methods.filter((each) => each !== 'join' && requests[each].roles.includes(role)))
        expect(await house.connect(role).refusal(method), `${role} ${method}`).toBe('SIGNAL_OUT_OF_ORDER')
      expect(await (await house.join(role)).refusal('join')).toBe('SIGNAL_OUT_OF_ORDER')
    }
  })

  it('every method of another role, joined or not', async () => {
    const house = createHouse()
    let checked = 0
    for (const role of peerRoles) {
      const joined = await house.join(role)
      for (const method of methods.filter((each) => !requests[each].roles.includes(role))) {
        expect(await joined.refusal(method), `${role} ${method}`).toBe('SIGNAL_NOT_ALLOWED')
        expect(await house.connect(role).refusal(method), `${role} ${method}`).toBe('SIGNAL_NOT_ALLOWED')
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(30)
  })

  it('a viewer who wants to send, while the owner may [LIVE-007]', async () => {
    const house = createHouse()
    const viewer = await house.join('viewer')
    const produce = { transportId: randomUUID(), feedId: newFeed(), meta, kind: 'video', rtpParameters: fakeRtp() }
    expect(await viewer.refusal('createTransport', { direction: 'send' })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await viewer.refusal('produce', produce)).toBe('SIGNAL_NOT_ALLOWED')
    expect(await viewer.refusal('openIngest', { feedId: newFeed(), meta, streams: [] })).toBe('SIGNAL_NOT_ALLOWED')
    expect(house.media.producers).toHaveLength(0)
    const owner = await house.publish()
    expect(house.rooms.all[0]?.feeds.find(owner.videoId)?.entry.owner).toBe(owner.peer)
  })

  it('data that does not fit: empty fingerprints, foreign keys, wrong types, ports out of range', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const { transportId } = studio
    const produce = { transportId, feedId: studio.feedId, meta, kind: 'video', rtpParameters: fakeRtp() }
    const egress = { ...rtpPair, feedId: studio.feedId, streams: [{ kind: 'video', port: 50_000, rtcpPort: 50_001, spatialLayer: null }] }
    const cases: [typeof studio | typeof packager, string, unknown][] = [
      [studio, 'connectTransport', { transportId, dtlsParameters: { fingerprints: [] } }],
      [studio, 'connectTransport', { transportId }],
      [studio, 'createTransport', { direction: 'sideways' }],
      [studio, 'createTransport', { direction: 'send', extra: true }],
      [studio, 'produce', { ...produce, feedId: 'not-a-uuid' }],
      [studio, 'produce', { ...produce, kind: 'text' }],
      [studio, 'produce', { ...produce, rtpParameters: { codecs: [] } }],
      [studio, 'produce', { ...produce, rtpParameters: fakeRtp('video/H264', 5) }],
      [studio, 'produce', { ...produce, meta: { ...meta, label: 'x'.repeat(limits.labelChars + 1) } }],
      [studio, 'stats', { everything: true }],
      [studio, 'activity', 'now'],
      [packager, 'openEgress', { ...egress, streams: [] }],
      [packager, 'openEgress', { ...egress, ip: 'localhost' }],
      [packager, 'openEgress', { ...egress, keyFrameIntervalMs: 1 }],
      [packager, 'openEgress', { ...egress, streams: [{ kind: 'video', port: 80, rtcpPort: 81, spatialLayer: null }] }],
      [packager, 'openEgress', { ...egress, streams: [{ kind: 'video', port: 50_000, rtcpPort: 50_001, spatialLayer: 9 }] }],
    ]
    for (const [peer, method, data] of cases)
      expect(await peer.refusal(method, data), JSON.stringify([method, data])).toBe('SIGNAL_MALFORMED')
    expect(house.unexpected).toEqual([])
    expect(studio.connected).toBe(true)
  })

  it('objects of another room and of another peer, as if they did not exist', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const { egressId } = await packager.ask('openEgress', {
      ...rtpPair,
      feedId: studio.feedId,
      streams: [{ kind: 'video', port: 50_000, rtcpPort: 50_001, spatialLayer: null }],
    })
    const elsewhere = newRoom()
    const [stranger, thief, spy] = [
      await house.publish(newFeed(), elsewhere),
      await house.join('egress', elsewhere),
      await house.join('viewer', elsewhere),
    ]
    const produce = { feedId: newFeed(), meta, kind: 'video' as const, rtpParameters: fakeRtp() }
    expect(await stranger.refusal('connectTransport', { transportId: studio.transportId, dtlsParameters })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await stranger.refusal('produce', { ...produce, transportId: studio.transportId })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await stranger.refusal('closeProducer', { producerId: studio.videoId })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await stranger.refusal('pauseProducer', { producerId: studio.videoId })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await stranger.refusal('closeFeed', { feedId: studio.feedId })).toBe('FEED_NOT_FOUND')
    for (const method of ['resumeEgress', 'requestKeyFrame', 'closeEgress'])
      expect(await thief.refusal(method, { egressId })).toBe('SIGNAL_NOT_ALLOWED')
    const { transportId } = await spy.ask('createTransport', { direction: 'recv' })
    expect(await spy.refusal('consume', { transportId, feedId: studio.feedId, rtpCapabilities: {} })).toBe('FEED_NOT_FOUND')
    expect(await spy.refusal('resumeConsumer', { consumerId: randomUUID() })).toBe('SIGNAL_NOT_ALLOWED')
    expect(house.rooms.all.find((room) => room.id === house.room)?.feeds.find(studio.videoId)?.entry.producer.closed).toBe(false)
  })

  it('a service that wants to steer the feeds of the studio in the same room', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const demo = await house.join('ingest')
    for (const method of ['pauseProducer', 'resumeProducer', 'closeProducer'])
      expect(await demo.refusal(method, { producerId: studio.videoId }), method).toBe('SIGNAL_NOT_ALLOWED')
    expect(await demo.refusal('closeFeed', { feedId: studio.feedId })).toBe('SIGNAL_NOT_ALLOWED')
    expect(studio.peer.closed).toBe(false)
    expect(house.media.producers.some((producer) => producer.closed)).toBe(false)
  })

  it('more transports than a peer may have, also when they are asked for at once', async () => {
    const house = createHouse()
    const studio = await house.join('publisher')
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => studio.refusal('createTransport', { direction: 'send' })))
    expect(answers.filter((code) => code === undefined)).toHaveLength(limits.transportsPerPeer)
    expect(answers.filter((code) => code === 'SIGNAL_LIMIT')).toHaveLength(1_000 - limits.transportsPerPeer)
    expect(house.media.openTransports).toBe(limits.transportsPerPeer)
  })

  it('a second handshake on one transport', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await studio.ask('connectTransport', { transportId: studio.transportId, dtlsParameters })
    expect(await studio.refusal('connectTransport', { transportId: studio.transportId, dtlsParameters })).toBe('SIGNAL_OUT_OF_ORDER')
  })
})

describe('signalling', () => {
  it('answers what the contract says, for every reply that a studio gets', async () => {
    const house = createHouse()
    const studio = await house.publish()
    house.media.sendPackets()
    const { producers } = await studio.ask('stats', {})
    expect(requests.stats.reply.safeParse({ producers, viewers: 0 }).success).toBe(true)
    expect(producers.map(({ kind, feedId, scores }) => [kind, feedId, scores])).toEqual([
      ['audio', studio.feedId, [10]],
      ['video', studio.feedId, [10]],
    ])
    expect(requests.join.reply.safeParse(studio.joined).success).toBe(true)
    expect(await studio.ask('restartIce', { transportId: studio.transportId })).toEqual({
      iceParameters: { usernameFragment: 'u2', password: 'p2' },
    })
  })

  it('gives a viewer consumers of a feed and tells when one ends', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const viewer = await house.join('viewer')
    const { transportId } = await viewer.ask('createTransport', { direction: 'recv' })
    const { consumers } = await viewer.ask('consume', { transportId, feedId: studio.feedId, rtpCapabilities: {} })
    expect(consumers.map(({ kind }) => kind)).toEqual(['audio', 'video'])
    const video = consumers.find(({ kind }) => kind === 'video')
    await viewer.ask('resumeConsumer', { consumerId: video?.consumerId ?? '' })
    await studio.ask('closeProducer', { producerId: studio.videoId })
    expect(viewer.notifications.filter(({ method }) => method === 'consumerClosed')).toEqual([
      { method: 'consumerClosed', data: { consumerId: video?.consumerId } },
    ])
    expect(await viewer.refusal('resumeConsumer', { consumerId: video?.consumerId })).toBe('SIGNAL_NOT_ALLOWED')
  })
})
