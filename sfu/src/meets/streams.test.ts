import { limits } from '@e-events/shared/limits.ts'
import { meetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import { describe, expect, it } from 'vitest'
import { fakeRtp } from '../testing/fake-media.ts'
import { createMeetHouse } from '../testing/meet-house.ts'
import { speakersAfter } from './voices.ts'

const streamsOf = (client: Awaited<ReturnType<ReturnType<typeof createMeetHouse>['join']>>, personId: string) =>
  client.told('personChanged').findLast(({ person }) => person.id === personId)?.person.streams

describe('streams of a meeting', () => {
  it('are one of each source: a second one takes the place of the first', async () => {
    const house = createMeetHouse()
    const [ana, ben] = [await house.join(), await house.join()]
    for (const source of ['microphone', 'camera', 'screen', 'screenSound'] as const) await ana.produce(source)
    expect(streamsOf(ben, ana.id)).toEqual([
      { source: 'microphone', paused: false },
      { source: 'camera', paused: false },
      { source: 'screen', paused: false },
      { source: 'screenSound', paused: false },
    ])
    const [received] = await ben.consume([{ personId: ana.id, source: 'camera' }])
    await ana.produce('camera')
    expect(streamsOf(ben, ana.id)).toHaveLength(4)
    expect(ben.told('consumerClosed')).toEqual([{ consumerId: received?.consumerId }])
    expect(house.media.producers.filter(({ closed }) => closed)).toHaveLength(1)
    await ana.ask('closeStream', { source: 'screen' })
    expect(streamsOf(ben, ana.id)?.map(({ source }) => source)).toEqual(['microphone', 'camera', 'screenSound'])
    expect(await ana.refusal('closeStream', { source: 'screen' })).toBe('SIGNAL_NOT_ALLOWED')
  })

  it('pause and go on, and everybody sees it once', async () => {
    const house = createMeetHouse()
    const [ana, ben] = [await house.join(), await house.join()]
    await ana.produce('microphone')
    const before = ben.told('personChanged').length
    await ana.ask('pauseStream', { source: 'microphone' })
    await ana.ask('pauseStream', { source: 'microphone' })
    expect(streamsOf(ben, ana.id)).toEqual([{ source: 'microphone', paused: true }])
    await ana.ask('resumeStream', { source: 'microphone' })
    expect(streamsOf(ben, ana.id)).toEqual([{ source: 'microphone', paused: false }])
    expect(ben.told('personChanged')).toHaveLength(before + 2)
    expect(await ana.refusal('pauseStream', { source: 'camera' })).toBe('SIGNAL_NOT_ALLOWED')
  })

  it('are at most two screens, also when they come at the same moment', async () => {
    const house = createMeetHouse()
    const people = [await house.join(), await house.join(), await house.join(), await house.join()]
    const answers = await Promise.all(people.map((one) => one.refusedProduce('screen')))
    expect(answers.filter((code) => code === undefined)).toHaveLength(limits.meetScreens)
    expect(answers.filter((code) => code === 'SIGNAL_LIMIT')).toHaveLength(2)
    expect(house.media.producers.filter(({ closed }) => !closed)).toHaveLength(limits.meetScreens)
    const shower = people.find((_, index) => answers[index] === undefined)
    const waiting = people.find((_, index) => answers[index] !== undefined)
    // One screen takes the place of another of the same person.
    expect(await shower?.refusedProduce('screen')).toBeUndefined()
    shower?.leave()
    expect(await waiting?.refusedProduce('screen')).toBeUndefined()
  })

  it('are refused in the wrong kind, codec, direction, or on the transport of somebody else', async () => {
    const house = createMeetHouse()
    const [ana, ben] = [await house.join(), await house.join()]
    const { transportId } = await ana.ask('createTransport', { direction: 'send' })
    const { transportId: recv } = await ana.ask('createTransport', { direction: 'recv' })
    const camera = { transportId, source: 'camera', rtpParameters: fakeRtp('video/VP8') }
    expect(await ana.refusal('produce', { ...camera, source: 'microphone' })).toBe('SIGNAL_MALFORMED')
    expect(await ana.refusal('produce', { ...camera, rtpParameters: fakeRtp('audio/opus') })).toBe('SIGNAL_MALFORMED')
    expect(await ana.refusal('produce', { ...camera, rtpParameters: fakeRtp('video/AV1') })).toBe('SIGNAL_CODEC_UNSUPPORTED')
    expect(await ana.refusal('produce', { ...camera, transportId: recv })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await ben.refusal('produce', camera)).toBe('SIGNAL_NOT_ALLOWED')
    const consume = { transportId, rtpCapabilities: {}, streams: [{ personId: ben.id, source: 'camera' }] }
    expect(await ana.refusal('consume', consume)).toBe('SIGNAL_NOT_ALLOWED')
    expect(await ben.refusal('consume', { ...consume, transportId: recv })).toBe('SIGNAL_NOT_ALLOWED')
    expect(house.media.producers).toHaveLength(0)
    expect(await ana.refusal('produce', camera)).toBeUndefined()
  })

  it('are closed when they send more than they may for ten seconds', async () => {
    const house = createMeetHouse()
    const [ana, ben] = [await house.join(), await house.join()]
    for (const source of ['microphone', 'camera', 'screen'] as const) await ana.produce(source)
    const [microphone, camera, screen] = house.media.producers
    if (!microphone || !camera || !screen) throw new Error('three streams')
    // A screen may send what a camera may not.
    camera.bitrateBps = 9_000_000
    screen.bitrateBps = 9_000_000
    await house.clock.advance(8_000)
    microphone.bitrateBps = 400_000
    camera.bitrateBps = 4_000_000
    await house.clock.advance(8_000)
    expect(streamsOf(ben, ana.id)).toHaveLength(3)
    camera.bitrateBps = 9_000_000
    await house.clock.advance(2_000)
    expect(streamsOf(ben, ana.id)?.map(({ source }) => source)).toEqual(['camera', 'screen'])
    await house.clock.advance(8_000)
    expect(streamsOf(ben, ana.id)?.map(({ source }) => source)).toEqual(['screen'])
    expect(house.overCap).toEqual([
      [ana.claims.sub, 'microphone'],
      [ana.claims.sub, 'camera'],
    ])
  })

  it('stay muted when a host mutes beside a resume that is on its way', async () => {
    const house = createMeetHouse()
    const [host, ana] = [await house.join({ isHost: true }), await house.join()]
    await ana.produce('microphone')
    await ana.ask('pauseStream', { source: 'microphone' })
    const resumed = ana.ask('resumeStream', { source: 'microphone' })
    await Promise.all([resumed, host.ask('mute', { personId: ana.id, source: 'microphone' })])
    expect(streamsOf(host, ana.id)).toEqual([{ source: 'microphone', paused: true }])
    expect(ana.told('mutedByHost')).toHaveLength(1)
  })

  it('leave nothing behind of one that ended while the engine worked', async () => {
    const house = createMeetHouse()
    const [ana, ben] = [await house.join(), await house.join()]
    await ben.produce('camera')
    const { transportId } = await ana.ask('createTransport', { direction: 'send' })
    const { transportId: recv } = await ana.ask('createTransport', { direction: 'recv' })
    const release = house.media.hold()
    const produced = ana.refusal('produce', { transportId, source: 'camera', rtpParameters: fakeRtp('video/VP8') })
    const consumed = ana.send({
      method: 'consume',
      data: { transportId: recv, rtpCapabilities: {}, streams: [{ personId: ben.id, source: 'camera' }] },
    })
    await ben.ask('closeStream', { source: 'camera' })
    ana.leave()
    release()
    expect(await produced).toBe('SIGNAL_OUT_OF_ORDER')
    expect(await consumed).toEqual({ ok: true, data: { consumers: [] } })
    expect(house.media.producers.every(({ closed }) => closed)).toBe(true)
  })
})

describe('receiving', () => {
  it('takes many streams at once and leaves out those that are gone, received already, or its own', async () => {
    const house = createMeetHouse()
    const [ana, ben, eva] = [await house.join(), await house.join(), await house.join()]
    await ana.produce('microphone')
    await ana.produce('camera')
    await ben.produce('camera')
    await eva.produce('camera')
    const camera = { personId: ana.id, source: 'camera' as const }
    const first = await eva.consume([camera, camera, { personId: ana.id, source: 'microphone' }, { personId: ana.id, source: 'screen' }])
    expect(first.map(({ personId, source, kind }) => [personId, source, kind])).toEqual([
      [ana.id, 'camera', 'video'],
      [ana.id, 'microphone', 'audio'],
    ])
    expect(meetRequests.consume.reply.safeParse({ consumers: first }).success).toBe(true)
    const second = await eva.consume([camera, { personId: ben.id, source: 'camera' }, { personId: eva.id, source: 'camera' }])
    expect(second.map(({ personId }) => personId)).toEqual([ben.id])
    const ids = [...first, ...second].map(({ consumerId }) => consumerId)
    await eva.ask('resumeConsumers', { consumerIds: ids })
    await eva.ask('setPreferredLayers', { consumerId: ids[0] ?? '', spatialLayer: 0 })
    expect(await ben.refusal('setPreferredLayers', { consumerId: ids[0], spatialLayer: 0 })).toBe('SIGNAL_NOT_ALLOWED')
    ana.leave()
    expect(eva.told('consumerClosed').map(({ consumerId }) => consumerId)).toEqual(expect.arrayContaining(ids.slice(0, 2)))
    // One that ended meanwhile does not hold up the others.
    await eva.ask('pauseConsumers', { consumerIds: ids })
    await eva.ask('closeConsumers', { consumerIds: ids })
    expect((await eva.consume([{ personId: ben.id, source: 'camera' }])).map(({ personId }) => personId)).toEqual([ben.id])
  })

  it('is bounded in videos, not in sounds', async () => {
    const house = createMeetHouse()
    const people = []
    for (let index = 0; index < limits.meetVideosPerUser + 5; index += 1) {
      const one = await house.join()
      await one.produce('microphone')
      await one.produce('camera')
      people.push(one)
    }
    const viewer = await house.join()
    const cameras = people.map(({ id }) => ({ personId: id, source: 'camera' as const }))
    expect(await viewer.consume(people.map(({ id }) => ({ personId: id, source: 'microphone' })))).toHaveLength(people.length)
    expect(await viewer.refusedConsume(cameras)).toBe('SIGNAL_LIMIT')
    const received = await viewer.consume(cameras.slice(0, limits.meetVideosPerUser))
    expect(received).toHaveLength(limits.meetVideosPerUser)
    expect(await viewer.refusedConsume(cameras.slice(-1))).toBe('SIGNAL_LIMIT')
    await viewer.ask('closeConsumers', { consumerIds: [received[0]?.consumerId ?? ''] })
    expect(await viewer.consume(cameras.slice(-1))).toHaveLength(1)
  })

  it('starts anew after a media worker died: the seat, the hand and the streams of others stay', async () => {
    const house = createMeetHouse()
    const [ana, ben, eva] = [await house.join(), await house.join(), await house.join()]
    await ana.produce('microphone')
    await ana.ask('raiseHand', { raised: true })
    await ben.consume([{ personId: ana.id, source: 'microphone' }])
    house.media.killWorker()
    expect([ana, ben, eva].map((one) => one.told('transportsLost').length)).toEqual([1, 1, 0])
    expect(eva.told('personChanged').at(-1)?.person.handRaisedAtMs).toBeNull()
    expect(streamsOf(eva, ana.id)).toEqual([])
    expect(eva.told('personChanged').findLast(({ person }) => person.id === ana.id)?.person.handRaisedAtMs).not.toBeNull()
    expect(house.media.openTransports).toBe(0)
    ana.forgetTransports()
    ben.forgetTransports()
    await ana.produce('microphone')
    expect(await ben.consume([{ personId: ana.id, source: 'microphone' }])).toHaveLength(1)
    expect(house.unexpected).toEqual([])
  })
})

describe('who speaks', () => {
  it('is told when it changes, by person, and not of whoever left or muted', async () => {
    const house = createMeetHouse()
    const [ana, ben, eva] = [await house.join(), await house.join(), await house.join()]
    const [a, b] = [await ana.produce('microphone'), await ben.produce('microphone')]
    const sound = await ana.produce('screenSound')
    expect(house.media.listened).toEqual([a.producerId, b.producerId])
    const told = () => eva.told('activeSpeakers').map(({ personIds }) => personIds)
    house.media.speak({ loudest: [a.producerId], leading: a.producerId })
    house.media.speak({ loudest: [a.producerId], leading: a.producerId })
    expect(told()).toEqual([[ana.id]])
    house.media.speak({ loudest: [sound.producerId, b.producerId, a.producerId], leading: b.producerId })
    expect(told().at(-1)).toEqual([ben.id, ana.id])
    expect((await house.join()).joined.activeSpeakers).toEqual([ben.id, ana.id])
    await ben.ask('pauseStream', { source: 'microphone' })
    expect(told().at(-1)).toEqual([ana.id])
    ana.leave()
    expect(told().at(-1)).toEqual([])
  })

  it('keeps its order while nobody else takes the floor', () => {
    const personOf = (producerId: string) => (producerId === 'gone' ? undefined : producerId.toUpperCase())
    expect(speakersAfter([], { loudest: ['a', 'b'], leading: null }, personOf)).toEqual(['A', 'B'])
    expect(speakersAfter(['A', 'B'], { loudest: ['b', 'a'], leading: null }, personOf)).toEqual(['A', 'B'])
    expect(speakersAfter(['A', 'B'], { loudest: ['c', 'b', 'a'], leading: 'c' }, personOf)).toEqual(['C', 'A', 'B'])
    expect(speakersAfter(['A', 'B'], { loudest: ['b', 'gone'], leading: 'a' }, personOf)).toEqual(['B'])
    expect(speakersAfter(['A'], { loudest: [], leading: 'a' }, personOf)).toEqual([])
  })
})
