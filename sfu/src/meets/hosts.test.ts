import { randomUUID } from 'node:crypto'
import { meetRequests, type MeetRequestMethod } from '@e-events/shared/signaling/meet-requests.ts'
import { describe, expect, it } from 'vitest'
import { createMeetHouse } from '../testing/meet-house.ts'

const methods = Object.keys(meetRequests) as MeetRequestMethod[]

async function room() {
  const house = createMeetHouse()
  const host = await house.join({ isHost: true })
  const [ana, ben] = [await house.join(), await house.join()]
  return { house, host, ana, ben }
}

describe('host powers', () => {
  it('are refused to everybody else, before the data is looked at', async () => {
    const { ana, host } = await room()
    const powers = methods.filter((method) => meetRequests[method].hostOnly)
    expect(powers).toEqual(['mute', 'remove', 'lock', 'promote', 'lowerHand'])
    for (const method of powers) {
      expect(await ana.refusal(method, { personId: host.id }), method).toBe('SIGNAL_NOT_ALLOWED')
      expect(await ana.refusal(method, 'nonsense'), method).toBe('SIGNAL_NOT_ALLOWED')
    }
  })

  it('mute somebody, who is told and alone can speak again', async () => {
    const { host, ana, ben } = await room()
    await ana.produce('microphone')
    await ana.produce('camera')
    await host.ask('mute', { personId: ana.id, source: 'microphone' })
    await host.ask('mute', { personId: ana.id, source: 'microphone' })
    expect(ana.told('mutedByHost')).toEqual([{ source: 'microphone' }])
    expect(ben.told('personChanged').at(-1)?.person.streams).toEqual([
      { source: 'microphone', paused: true },
      { source: 'camera', paused: false },
    ])
    await host.ask('mute', { personId: ana.id, source: 'camera' })
    expect(ana.told('mutedByHost').at(-1)).toEqual({ source: 'camera' })
    await ana.ask('resumeStream', { source: 'microphone' })
    expect(ben.told('personChanged').at(-1)?.person.streams[0]).toEqual({ source: 'microphone', paused: false })
    // Nothing to mute.
    await host.ask('mute', { personId: ben.id, source: 'camera' })
    expect(ben.told('mutedByHost')).toEqual([])
    expect(await host.refusal('mute', { personId: randomUUID(), source: 'camera' })).toBe('SIGNAL_NOT_ALLOWED')
  })

  it('mute all microphones but those of hosts', async () => {
    const { host, ana, ben } = await room()
    for (const one of [host, ana, ben]) await one.produce('microphone')
    await ana.produce('camera')
    await host.ask('promote', { personId: ben.id, isHost: true })
    await ben.ask('mute', { personId: null, source: 'microphone' })
    expect([host, ana, ben].map((one) => one.told('mutedByHost').length)).toEqual([0, 1, 0])
    expect(
      host
        .told('personChanged')
        .at(-1)
        ?.person.streams.map(({ paused }) => paused),
    ).toEqual([true, false])
    expect(await host.refusal('mute', { personId: null, source: 'camera' })).toBe('SIGNAL_MALFORMED')
  })

  it('put somebody out until the meeting ends, on every node', async () => {
    const { house, host, ana, ben } = await room()
    await ana.produce('camera')
    await host.ask('remove', { personId: ana.id })
    expect(ana.notifications.at(-1)).toEqual({ method: 'removed', data: {} })
    expect(ana.connected).toBe(false)
    expect(ben.told('personLeft')).toEqual([{ personId: ana.id }])
    expect(house.media.producers.every(({ closed }) => closed)).toBe(true)
    expect(house.events.find(({ type }) => type === 'meet.removed')).toEqual({
      type: 'meet.removed',
      meetId: house.meet,
      userId: ana.claims.sub,
      byUserId: host.claims.sub,
    })
    expect(await house.connect(ana.claims).refusal('join')).toBe('MEET_REMOVED')
    expect(await ana.refusal('raiseHand', { raised: true })).toBe('SIGNAL_OUT_OF_ORDER')
    const other = house.fail()
    expect(await house.connect(ana.claims, other).refusal('join')).toBe('MEET_REMOVED')
    expect(await house.connect(ben.claims, other).refusal('join')).toBeUndefined()
    other.end(house.meet, 'organizer')
    expect(house.known.has(house.meet)).toBe(false)
  })

  it('keep newcomers out while it is locked; hosts, and whoever was in, come in', async () => {
    const { house, host, ana, ben } = await room()
    await host.ask('lock', { locked: true })
    await host.ask('lock', { locked: true })
    expect(ana.told('lockChanged')).toEqual([{ locked: true }])
    expect(await house.connect().refusal('join')).toBe('MEET_LOCKED')
    expect((await house.join({ isHost: true })).joined.locked).toBe(true)
    expect(await house.connect(ana.claims).refusal('join')).toBeUndefined()
    ben.leave()
    expect(await house.connect(ben.claims).refusal('join')).toBeUndefined()
    // A node that dies does not open it.
    const other = house.fail()
    expect(await house.connect({}, other).refusal('join')).toBe('MEET_LOCKED')
    const back = await house.join(host.claims, other)
    expect(back.joined.locked).toBe(true)
    await back.ask('lock', { locked: false })
    expect(await house.connect({}, other).refusal('join')).toBeUndefined()
  })

  it('are given and taken, but not from a host by grant, whom nobody removes either', async () => {
    const { house, host, ana, ben } = await room()
    expect(await ana.refusal('promote', { personId: ana.id, isHost: true })).toBe('SIGNAL_NOT_ALLOWED')
    await host.ask('promote', { personId: ana.id, isHost: true })
    expect(ana.told('personChanged').at(-1)?.person).toMatchObject({ id: ana.id, isHost: true })
    expect(await ana.refusal('promote', { personId: host.id, isHost: false })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await ana.refusal('remove', { personId: host.id })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await ana.refusal('remove', { personId: ana.id })).toBe('SIGNAL_NOT_ALLOWED')
    expect(host.connected).toBe(true)
    expect(await ana.refusal('promote', { personId: host.id, isHost: true })).toBeUndefined()
    await ana.ask('promote', { personId: ben.id, isHost: true })
    await ben.ask('promote', { personId: ana.id, isHost: false })
    expect(await ana.refusal('lock', { locked: true })).toBe('SIGNAL_NOT_ALLOWED')
    expect(house.unexpected).toEqual([])
  })
})

describe('hands and reactions', () => {
  it('go up once and down by their owner or a host', async () => {
    const { house, host, ana, ben } = await room()
    await ana.ask('raiseHand', { raised: true })
    const atMs = house.clock.nowMs()
    await house.clock.advance(5_000)
    await ana.ask('raiseHand', { raised: true })
    expect(ben.told('personChanged').at(-1)?.person).toMatchObject({ id: ana.id, handRaisedAtMs: atMs })
    await host.ask('lowerHand', { personId: ana.id })
    expect(ana.told('personChanged').at(-1)?.person.handRaisedAtMs).toBeNull()
    await ana.ask('raiseHand', { raised: true })
    await ana.ask('raiseHand', { raised: false })
    expect(ben.told('personChanged').at(-1)?.person.handRaisedAtMs).toBeNull()
  })

  it('reach everybody, and not without end', async () => {
    const { house, ana, ben } = await room()
    await ana.ask('react', { reaction: '👏' })
    for (const one of [ana, ben]) expect(one.told('reacted')).toEqual([{ personId: ana.id, reaction: '👏' }])
    expect(await ana.refusal('react', { reaction: '💣' })).toBe('SIGNAL_MALFORMED')
    const flood = []
    for (let index = 0; index < 50; index += 1) flood.push(await ana.refusal('react', { reaction: '🎉' }))
    expect(flood.filter((code) => code === undefined).length).toBeLessThan(10)
    expect(flood.at(-1)).toBe('SIGNAL_LIMIT')
    expect(await ben.refusal('react', { reaction: '🎉' })).toBeUndefined()
    await house.clock.advance(2_000)
    expect(await ana.refusal('react', { reaction: '🎉' })).toBeUndefined()
  })

  it('no more than changes that everybody hears of', async () => {
    const { house, ana, ben } = await room()
    await ana.produce('microphone')
    const before = ben.told('personChanged').length
    const flood = []
    for (let index = 0; index < 400; index += 1) {
      flood.push(await ana.refusal(index % 2 === 0 ? 'pauseStream' : 'resumeStream', { source: 'microphone' }))
      flood.push(await ana.refusal('raiseHand', { raised: index % 2 === 0 }))
    }
    expect(flood.filter((code) => code === 'SIGNAL_LIMIT').length).toBeGreaterThan(300)
    expect(ben.told('personChanged').length - before).toBeLessThan(40)
    await house.clock.advance(10_000)
    expect(await ana.refusal('raiseHand', { raised: true })).toBeUndefined()
  })
})

describe('the signalling of a meeting refuses', () => {
  it('everything before join, and a second join', async () => {
    const house = createMeetHouse()
    for (const method of methods.filter((each) => each !== 'join')) {
      expect(await house.connect({ isHost: true }).refusal(method), method).toBe('SIGNAL_OUT_OF_ORDER')
    }
    expect(await (await house.join()).refusal('join')).toBe('SIGNAL_OUT_OF_ORDER')
  })

  it.each(['fly', '__proto__', 'constructor', 'openEgress', 'closeFeed', ''])('the unknown method %j', async (method) => {
    expect(await createMeetHouse().connect().refusal(method)).toBe('SIGNAL_UNKNOWN_METHOD')
  })

  it.each([undefined, null, 7, 'join', [], {}, { method: 5 }, { method: 'join', data: {}, extra: 1 }])(
    'an envelope like %j',
    async (message) => {
      expect(await createMeetHouse().connect().send(message)).toMatchObject({ ok: false, error: { code: 'SIGNAL_MALFORMED' } })
    },
  )

  it('data that does not fit', async () => {
    const { house, host, ana } = await room()
    const { transportId } = await host.ask('createTransport', { direction: 'send' })
    const cases: [string, unknown][] = [
      ['createTransport', { direction: 'sideways' }],
      ['connectTransport', { transportId, dtlsParameters: { fingerprints: [] } }],
      ['produce', { transportId, source: 'hologram', rtpParameters: { codecs: [] } }],
      ['pauseStream', { source: 'hologram' }],
      ['consume', { transportId, rtpCapabilities: {}, streams: [] }],
      ['consume', { transportId, rtpCapabilities: {}, streams: Array.from({ length: 141 }, () => ({ personId: 'x', source: 'camera' })) }],
      ['resumeConsumers', { consumerIds: [] }],
      ['setPreferredLayers', { consumerId: 'x', spatialLayer: 9 }],
      ['raiseHand', { raised: 'high' }],
      ['mute', { personId: ana.id }],
      ['remove', {}],
      ['lock', { locked: true, extra: 1 }],
      ['promote', { personId: ana.id, isHost: 'yes' }],
    ]
    for (const [method, data] of cases) expect(await host.refusal(method, data), JSON.stringify([method, data])).toBe('SIGNAL_MALFORMED')
    expect(house.unexpected).toEqual([])
    expect(ana.connected).toBe(true)
  })

  it('people of another meeting, as if they did not exist', async () => {
    const { house, ana } = await room()
    await ana.produce('camera')
    const stranger = await house.join({ meetId: randomUUID(), isHost: true })
    for (const [method, data] of [
      ['remove', { personId: ana.id }],
      ['mute', { personId: ana.id, source: 'camera' }],
      ['promote', { personId: ana.id, isHost: true }],
      ['lowerHand', { personId: ana.id }],
    ] as const)
      expect(await stranger.refusal(method, data), method).toBe('SIGNAL_NOT_ALLOWED')
    expect(await stranger.consume([{ personId: ana.id, source: 'camera' }])).toEqual([])
    expect(ana.connected).toBe(true)
  })
})
