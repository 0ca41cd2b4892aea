import { describe, expect, it } from 'vitest'
import { limits } from '@e-events/shared/limits.ts'
import { fakeRtp } from '../testing/fake-media.ts'
import { createHouse, newFeed, rtpPair } from '../testing/house.ts'

const stream = (kind: 'audio' | 'video', port: number, spatialLayer: number | null = null) => ({
  kind,
  port,
  rtcpPort: port + 1,
  spatialLayer,
})

describe('feeds', () => {
  it('refuses one feed more than a broadcast may have', async () => {
    const house = createHouse()
    const studio = await house.publish()
    for (let index = 1; index < limits.feedsPerBroadcast; index += 1) await studio.produce('video', newFeed())
    await expect(studio.produce('video', newFeed())).rejects.toThrow('FEED_LIMIT')
    await expect(studio.produce('audio', studio.feedId)).resolves.toBeDefined()
  })

  it('refuses a codec that the engine does not know, and the show goes on', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await expect(studio.produce('video', newFeed(), fakeRtp('video/AV1'))).rejects.toThrow('SIGNAL_CODEC_UNSUPPORTED')
    expect(house.rooms.all[0]?.feeds.all).toHaveLength(1)
    expect(studio.connected).toBe(true)
  })

  it('says once that a feed is live, with what it has, when its media arrives and not before', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await house.clock.advance(5_000)
    expect(house.events).toEqual([])
    for (const producer of house.media.producers) producer.arrive()
    await house.clock.advance(3_000)
    expect(house.events).toEqual([
      {
        type: 'feed.live',
        broadcastId: house.room,
        feedId: studio.feedId,
        meta: { kind: 'camera', label: 'Camera', language: null },
        hasAudio: true,
        hasVideo: true,
        codec: 'video/H264',
      },
    ])
  })

  it('says again what a feed has when its picture joins the sound later', async () => {
    const house = createHouse()
    await house.publish()
    house.media.producers[0]?.arrive()
    await house.clock.advance(1_500)
    house.media.producers[1]?.arrive()
    await house.clock.advance(0)
    expect(house.events.map((event) => event.type === 'feed.live' && [event.hasAudio, event.hasVideo])).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('survives its publisher: a closed socket interrupts it, producing on the same id brings it back [LIVE-022]', async () => {
    const house = createHouse()
    const studio = await house.publish()
    house.media.producers.forEach((producer) => producer.arrive())
    const viewer = await house.join('viewer')
    await house.clock.advance(1_000)
    studio.leave()
    expect(viewer.notifications.at(-1)).toMatchObject({
      method: 'feedChanged',
      data: { feed: { feedId: studio.feedId, connected: false } },
    })
    expect(house.events.at(-1)).toEqual({ type: 'feed.interrupted', broadcastId: house.room, feedId: studio.feedId })

    const again = await house.publish(studio.feedId)
    house.media.producers.slice(2).forEach((producer) => producer.arrive())
    await house.clock.advance(1_000)
    expect(again.joined.feeds.map(({ feedId, connected }) => [feedId, connected])).toEqual([[studio.feedId, false]])
    expect(house.events.map(({ type }) => type).filter((type) => type !== 'audience')).toEqual([
      'feed.live',
      'feed.interrupted',
      'feed.live',
    ])
    expect(viewer.notifications.at(-1)).toMatchObject({ data: { feed: { connected: true, audio: { producerId: again.audioId } } } })
  })

  it('is interrupted when it is connected and sends nothing, and live again when it does', async () => {
    const house = createHouse()
    await house.publish()
    for (let second = 0; second < 10; second += 2) {
      house.media.sendPackets()
      await house.clock.advance(2_000)
    }
    expect(house.events.map(({ type }) => type)).toEqual(['feed.live'])
    await house.clock.advance(10_000)
    house.media.sendPackets()
    await house.clock.advance(3_000)
    expect(house.events.map(({ type }) => type)).toEqual(['feed.live', 'feed.interrupted', 'feed.live'])
  })

  it('is not interrupted while its organizer has paused it', async () => {
    const house = createHouse()
    const studio = await house.publish()
    house.media.sendPackets()
    await house.clock.advance(3_000)
    await studio.ask('pauseProducer', { producerId: studio.audioId })
    await studio.ask('pauseProducer', { producerId: studio.videoId })
    await house.clock.advance(20_000)
    expect(house.events.map(({ type }) => type)).toEqual(['feed.live'])
    expect(studio.notifications.at(-1)).toMatchObject({ data: { feed: { audio: { paused: true }, video: { paused: true } } } })
  })

  it('is closed for good by its organizer only: readers and the api are told', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    await packager.ask('openEgress', { ...rtpPair, feedId: studio.feedId, streams: [stream('video', 50_000)] })
    expect(await packager.refusal('closeFeed', { feedId: studio.feedId })).toBe('SIGNAL_NOT_ALLOWED')
    await studio.ask('closeFeed', { feedId: studio.feedId })
    expect(packager.methods().slice(-2)).toEqual(['egressClosed', 'feedClosed'])
    expect(packager.notifications.at(-2)).toMatchObject({ data: { reason: 'feed_closed' } })
    expect(house.events.at(-1)).toEqual({ type: 'feed.closed', broadcastId: house.room, feedId: studio.feedId })
  })

  it('ends a producer that keeps sending more than it may', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const [, video] = house.media.producers
    if (!video) throw new Error('no video')
    video.bitrateBps = limits.videoBitrateCapBps * 2
    await house.clock.advance(8_000)
    expect(video.closed).toBe(false)
    await house.clock.advance(4_000)
    expect(video.closed).toBe(true)
    expect(studio.notifications.at(-1)).toMatchObject({ method: 'feedChanged', data: { feed: { connected: true, video: null } } })
  })
})

describe('egress', () => {
  it('refuses a feed that is not there, and a kind that the feed does not have', async () => {
    const house = createHouse()
    const packager = await house.join('egress')
    expect(await packager.refusal('openEgress', { ...rtpPair, feedId: newFeed(), streams: [stream('video', 50_000)] })).toBe(
      'FEED_NOT_FOUND',
    )
    const studio = await house.publish()
    await studio.ask('closeProducer', { producerId: studio.audioId })
    expect(await packager.refusal('openEgress', { ...rtpPair, feedId: studio.feedId, streams: [stream('audio', 50_000)] })).toBe(
      'STATE_CONFLICT',
    )
    expect(house.media.openTransports).toBe(1)
  })

  it('resumes pictures and asks for all their key frames together, then the sound, and key frames on the grid from then on', async () => {
    const house = createHouse()
    const studio = await house.publish()
    await studio.produce('video', studio.feedId, fakeRtp('video/H264', 3))
    const packager = await house.join('egress')
    const { egressId, streams } = await packager.ask('openEgress', {
      ...rtpPair,
      feedId: studio.feedId,
      streams: [stream('video', 50_000, 0), stream('video', 50_002), stream('audio', 50_004)],
    })
    expect(streams.map(({ kind, port, spatialLayer }) => [kind, port, spatialLayer])).toEqual([
      ['video', 50_000, 0],
      ['video', 50_002, 2],
      ['audio', 50_004, null],
    ])
    await house.clock.advance(700)
    house.media.calls.length = 0
    const { captureAtMs } = await packager.ask('resumeEgress', { egressId })
    expect(captureAtMs).toBe(house.clock.nowMs())
    expect(house.media.calls).toEqual(['resume video', 'resume video', 'keyframe video', 'keyframe video', 'resume audio'])
    house.media.calls.length = 0
    await house.clock.advance(1_299)
    expect(house.media.calls).toEqual([])
    await house.clock.advance(1)
    expect(house.clock.nowMs() % 2_000).toBe(0)
    expect(house.media.calls).toEqual(['keyframe video', 'keyframe video'])
    await house.clock.advance(20_000)
    expect(house.media.calls).toHaveLength(22)
    await packager.ask('closeEgress', { egressId })
    await house.clock.advance(20_000)
    expect(house.media.calls).toHaveLength(22)
  })

  it('tells the time of the first picture, not of the request for it, and lets the sound begin with it', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const streams = [stream('audio', 50_004), stream('video', 50_000)]
    const open = () => packager.ask('openEgress', { ...rtpPair, feedId: studio.feedId, streams })
    const { egressId } = await open()
    const release = house.media.holdKeyFrames()
    house.media.calls.length = 0
    const asked = packager.ask('resumeEgress', { egressId })
    await house.clock.advance(640)
    expect(house.media.calls).toEqual(['resume video', 'keyframe video'])
    const seenAtMs = house.clock.nowMs()
    release()
    await house.clock.advance(0)
    expect((await asked).captureAtMs).toBe(seenAtMs)
    expect(house.media.calls.at(-1)).toBe('resume audio')

    // A picture that never comes does not keep the sound.
    house.media.holdKeyFrames()
    const silent = packager.ask('resumeEgress', { egressId: (await open()).egressId })
    house.media.calls.length = 0
    await house.clock.advance(2_000)
    expect(house.media.calls).toContain('resume audio')
    expect((await silent).captureAtMs).toBe(house.clock.nowMs())
  })

  it('does not ask for a second key frame right after the first: browsers would answer it late and off the grid', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const { egressId } = await packager.ask('openEgress', { ...rtpPair, feedId: studio.feedId, streams: [stream('video', 50_000)] })
    await house.clock.advance(1_800)
    await packager.ask('resumeEgress', { egressId })
    await packager.ask('requestKeyFrame', { egressId })
    house.media.calls.length = 0
    await house.clock.advance(200)
    expect(house.media.calls).toEqual([])
    await house.clock.advance(2_000)
    expect(house.media.calls).toEqual(['keyframe video'])
  })

  it('ends with the producer it reads, and says why', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const open = () => packager.ask('openEgress', { ...rtpPair, feedId: studio.feedId, streams: [stream('video', 50_000)] })
    const reasons = () => packager.notifications.flatMap((each) => (each.method === 'egressClosed' ? [each.data.reason] : []))
    await open()
    await studio.produce('audio')
    expect(reasons()).toEqual([])
    await studio.produce('video')
    expect(reasons()).toEqual(['producer_replaced'])
    await open()
    house.media.killWorker()
    expect(reasons()).toEqual(['producer_replaced', 'worker_died'])
  })

  it('does not open on a producer that was replaced while the engine worked', async () => {
    const house = createHouse()
    const studio = await house.publish()
    const packager = await house.join('egress')
    const before = house.media.openTransports
    const release = house.media.hold()
    const opening = packager.refusal('openEgress', { ...rtpPair, feedId: studio.feedId, streams: [stream('video', 50_000)] })
    await house.clock.advance(0)
    house.rooms.all[0]?.feeds.detach([studio.videoId], 'publisher_gone')
    release()
    expect(await opening).toBe('STATE_CONFLICT')
    expect(house.media.openTransports).toBe(before)
  })
})
