import { createFakeClock } from '@e-events/shared/client/testing/fake-clock.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { DomainError, type ErrorCode } from '@e-events/shared/errors.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import { describe, expect, it } from 'vitest'
import { fakeMeetLink, fakeMeetRtc, meetGrant, meetPerson, type FakeMeetLink } from '../testing/fake-meet.ts'
import { fakeTrack } from '../testing/fakes.ts'
import { createMeetClient, type MeetEvent } from './meet-client.ts'

const refusal = (code: ErrorCode | 'NETWORK', status = 409) => new ApiError({ code, message: code, status })
const speaking = { streams: [{ source: 'microphone' as const, paused: false }] }
const seen = { streams: [{ source: 'camera' as const, paused: false }] }

interface Stage {
  people?: MeetPerson[]
  answers?: Parameters<typeof fakeMeetLink>[1]
  /** Errors from the beginning. */
  broken?: { ask?: Error; open?: Error }
}

function stage({ people = [meetPerson('me')], answers = {}, broken = {} }: Stage = {}) {
  const clock = createFakeClock()
  const rtc = fakeMeetRtc()
  const links: FakeMeetLink[] = []
  const events: MeetEvent[] = []
  const world: { asked: number; ask?: Error; open?: Error } = { asked: 0, ...broken }
  const client = createMeetClient({
    ask() {
      world.asked += 1
      return world.ask === undefined ? Promise.resolve({ ...meetGrant, token: `grant-${world.asked}` }) : Promise.reject(world.ask)
    },
    open() {
      if (world.open !== undefined) return Promise.reject(world.open)
      const link = fakeMeetLink(people, answers)
      links.push(link)
      return Promise.resolve(link)
    },
    createRtc: () => rtc,
    clock,
    random: () => 0.5,
  })
  client.onEvent((event) => events.push(event))
  client.start()
  const link = () => links.at(-1)!
  return { client, clock, rtc, links, link, events, world, settle: () => clock.advance(0) }
}

describe('a stay in a meeting', () => {
  it('joins, knows who is there, and is told of changes', async () => {
    const { client, link, events, settle } = stage({ people: [meetPerson('me', { joinedAtMs: 5 }), meetPerson('a')] })
    expect(client.get().phase).toBe('connecting')
    await settle()
    expect(client.get()).toMatchObject({ phase: 'connected', ownId: 'me', locked: false })
    expect(client.get().people.map(({ id }) => id)).toEqual(['me', 'a'])
    link().notify({ method: 'personChanged', data: { person: meetPerson('b', { joinedAtMs: 9_000, handRaisedAtMs: 1 }) } })
    link().notify({ method: 'personChanged', data: { person: meetPerson('me', { joinedAtMs: 5, isHost: true }) } })
    link().notify({ method: 'personLeft', data: { personId: 'a' } })
    link().notify({ method: 'activeSpeakers', data: { personIds: ['b'] } })
    link().notify({ method: 'lockChanged', data: { locked: true } })
    expect(client.get()).toMatchObject({ locked: true, speaking: ['b'], spoke: ['b'] })
    expect(client.get().people.map(({ id }) => id)).toEqual(['me', 'b'])
    expect(events.map(({ kind }) => kind)).toEqual(['came', 'raisedHand', 'gotPowers', 'left', 'lockChanged'])
  })

  it('keeps who comes, and what changes, while its media are made ready', async () => {
    const { client, rtc, link, settle } = stage()
    let ready = () => {}
    rtc.load = () => new Promise((resolve) => (ready = resolve))
    await settle()
    link().notify({ method: 'personChanged', data: { person: meetPerson('a', { ...speaking, joinedAtMs: 2_000 }) } })
    link().notify({ method: 'activeSpeakers', data: { personIds: ['a'] } })
    link().notify({ method: 'lockChanged', data: { locked: true } })
    link().notify({ method: 'recordingChanged', data: { isRecording: true } })
    expect(client.get().phase).toBe('connecting')
    ready()
    await settle()
    expect(client.get()).toMatchObject({ phase: 'connected', speaking: ['a'], spoke: ['a'], locked: true, isRecording: true })
    expect(client.get().people.map(({ id }) => id)).toEqual(['me', 'a'])
    expect(link().of('consume')).toMatchObject([{ streams: [{ personId: 'a', source: 'microphone' }] }])
  })

  it('knows whether it is recorded, and says each change once, also one that came during a break', async () => {
    const { client, clock, link, events, settle } = stage()
    await settle()
    link().notify({ method: 'recordingChanged', data: { isRecording: true } })
    link().notify({ method: 'recordingChanged', data: { isRecording: true } })
    expect(client.get().isRecording).toBe(true)
    link().breakDown()
    await clock.advance(2_000)
    // The room that it came back to is not recorded any more.
    expect(client.get()).toMatchObject({ phase: 'connected', isRecording: false })
    expect(events.filter(({ kind }) => kind === 'recordingChanged')).toEqual([
      { kind: 'recordingChanged', isRecording: true },
      { kind: 'recordingChanged', isRecording: false },
    ])
  })

  it('hears everybody who speaks, keeps those who pause, and sees only what is on screen', async () => {
    const { client, link, settle } = stage({
      people: [meetPerson('me'), meetPerson('a', speaking), meetPerson('b', seen), meetPerson('c', seen)],
    })
    await settle()
    expect(link().of('consume')).toMatchObject([{ streams: [{ personId: 'a', source: 'microphone' }] }])
    client.show([{ personId: 'b', source: 'camera', spatialLayer: 0 }])
    await settle()
    expect(link().of('consume').at(-1)).toMatchObject({ streams: [{ personId: 'b', source: 'camera' }] })
    expect(link().of('setPreferredLayers')).toEqual([{ consumerId: 'c-b-camera', spatialLayer: 0 }])
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone', 'b/camera'])
    link().notify({ method: 'personChanged', data: { person: meetPerson('a', { streams: [{ source: 'microphone', paused: true }] }) } })
    client.show([{ personId: 'c', source: 'camera', spatialLayer: 2 }])
    await settle()
    expect(link().of('closeConsumers')).toEqual([{ consumerIds: ['c-b-camera'] }])
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone', 'c/camera'])
  })

  it('shows a picture beside one that left between two requests, and asks again for what was refused', async () => {
    const left = new DomainError('SIGNAL_NOT_ALLOWED')
    const refusals = { setPreferredLayers: 0, resumeConsumers: 1, closeConsumers: 1 }
    const { client, clock, link, settle } = stage({
      people: [meetPerson('me'), meetPerson('b', seen), meetPerson('c', seen)],
      answers: {
        setPreferredLayers({ consumerId }: { consumerId: string }) {
          if (consumerId === 'c-b-camera' && (refusals.setPreferredLayers += 1) === 1) throw left
        },
        resumeConsumers() {
          if ((refusals.resumeConsumers -= 1) >= 0) throw new DomainError('SIGNAL_LIMIT')
        },
        closeConsumers() {
          if ((refusals.closeConsumers -= 1) >= 0) throw new DomainError('SIGNAL_LIMIT')
        },
      },
    })
    await settle()
    client.show([
      { personId: 'b', source: 'camera', spatialLayer: 0 },
      { personId: 'c', source: 'camera', spatialLayer: 1 },
    ])
    await settle()
    // The picture of the one whose size was refused holds up no other.
    expect(link().of('setPreferredLayers').at(-1)).toEqual({ consumerId: 'c-c-camera', spatialLayer: 1 })
    expect(link().of('resumeConsumers')).toEqual([{ consumerIds: ['c-b-camera', 'c-c-camera'] }])
    await clock.advance(600)
    expect(link().of('resumeConsumers')).toHaveLength(2)
    expect(link().of('setPreferredLayers')).toHaveLength(3)
    client.show([{ personId: 'c', source: 'camera', spatialLayer: 1 }])
    await settle()
    await clock.advance(600)
    expect(link().of('closeConsumers')).toEqual([{ consumerIds: ['c-b-camera'] }, { consumerIds: ['c-b-camera'] }])
    await clock.advance(60_000)
    expect(link().of('resumeConsumers')).toHaveLength(2)
    expect(link().of('closeConsumers')).toHaveLength(2)
  })

  it('asks for a stream that the answer left out some times more, and then waits for a change', async () => {
    const { client, clock, link, settle } = stage({
      people: [meetPerson('me'), meetPerson('b', seen)],
      answers: { consume: () => ({ consumers: [] }) },
    })
    await settle()
    client.show([{ personId: 'b', source: 'camera', spatialLayer: 0 }])
    await clock.advance(10 * 60_000)
    const asked = link().of('consume').length
    expect(asked).toBeGreaterThan(3)
    expect(asked).toBeLessThan(10)
    client.show([{ personId: 'b', source: 'camera', spatialLayer: 1 }])
    await settle()
    expect(link().of('consume')).toHaveLength(asked + 1)
  })

  it('sends what is on, pauses what is muted, and ends what is off', async () => {
    const { client, link, settle } = stage()
    const { track } = fakeTrack('audio')
    client.send('microphone', { track, paused: true })
    await settle()
    expect(link().of('produce')).toEqual([])
    client.send('microphone', { track, paused: false })
    await settle()
    expect(link().of('produce')).toMatchObject([{ source: 'microphone' }])
    client.send('microphone', { track, paused: true })
    await settle()
    client.send('microphone', null)
    await settle()
    expect(
      link()
        .requests.map(({ method }) => method)
        .slice(-2),
    ).toEqual(['pauseStream', 'closeStream'])
  })

  it('obeys a host who mutes: the microphone stays paused until its owner turns it on', async () => {
    const { client, link, events, settle } = stage()
    const { track } = fakeTrack('audio')
    client.send('microphone', { track, paused: false })
    await settle()
    link().notify({ method: 'mutedByHost', data: { source: 'microphone' } })
    await settle()
    expect(events).toEqual([{ kind: 'mutedByHost', source: 'microphone' }])
    expect(link().of('resumeStream')).toEqual([])
    client.send('microphone', { track, paused: false })
    await settle()
    expect(link().of('resumeStream')).toEqual([{ source: 'microphone' }])
  })

  it('says of a stream that it was refused, and goes on with the others', async () => {
    const refuse = ({ source }: { source: string }) => {
      if (source === 'screen') throw new DomainError('SIGNAL_LIMIT')
      return { producerId: 'p' }
    }
    const { client, events, settle } = stage({ answers: { produce: refuse } })
    await settle()
    client.send('screen', { track: fakeTrack('video').track, paused: false })
    client.send('camera', { track: fakeTrack('video').track, paused: false })
    await settle()
    expect(events).toMatchObject([{ kind: 'refused', source: 'screen', error: { code: 'SIGNAL_LIMIT' } }])
    expect(client.get().phase).toBe('connected')
  })

  it('comes back by itself after a break, with a new grant, and sends again', async () => {
    const { client, clock, links, world } = stage()
    client.send('camera', { track: fakeTrack('video').track, paused: false })
    await clock.advance(0)
    links[0]!.breakDown()
    expect(client.get().phase).toBe('reconnecting')
    await clock.advance(500)
    expect(client.get().phase).toBe('connected')
    expect(world.asked).toBe(2)
    expect(links[1]!.of('produce')).toMatchObject([{ source: 'camera' }])
  })

  it('makes everything anew on the same connection when a worker died', async () => {
    const { client, links, link, settle } = stage({ people: [meetPerson('me'), meetPerson('a', speaking)] })
    client.send('camera', { track: fakeTrack('video').track, paused: false })
    await settle()
    link().notify({ method: 'transportsLost', data: {} })
    await settle()
    expect(links).toHaveLength(1)
    expect(link().of('createTransport')).toHaveLength(4)
    expect(link().of('produce')).toHaveLength(2)
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone'])
  })

  it('keeps a camera that was on its way when its transport was lost once more', async () => {
    let answer = () => {}
    const { client, link, events, settle } = stage({
      people: [meetPerson('me'), meetPerson('a', speaking)],
      answers: { produce: () => new Promise((resolve) => (answer = () => resolve({ producerId: 'p' }))) },
    })
    client.send('camera', { track: fakeTrack('video').track, paused: false })
    await settle()
    link().notify({ method: 'transportsLost', data: {} })
    answer()
    await settle()
    answer()
    await settle()
    expect(events).toEqual([])
    expect(link().of('produce')).toMatchObject([{ source: 'camera' }, { source: 'camera' }])
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone'])
  })

  it('receives anew what was on its way when its transport was lost once more', async () => {
    let answer = () => {}
    const consumers = [{ consumerId: 'c', producerId: 'p', personId: 'a', source: 'microphone', kind: 'audio', rtpParameters: {} }]
    const { client, link, settle } = stage({
      people: [meetPerson('me'), meetPerson('a', speaking)],
      answers: { consume: () => new Promise((resolve) => (answer = () => resolve({ consumers }))) },
    })
    await settle()
    link().notify({ method: 'transportsLost', data: {} })
    answer()
    await settle()
    expect(client.get().tracks.size).toBe(0)
    answer()
    await settle()
    expect(link().of('consume')).toHaveLength(2)
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone'])
  })

  it('comes back on a new connection where the node has no worker yet, or gave no answer', async () => {
    let transports = 0
    const { client, clock, links } = stage({
      people: [meetPerson('me'), meetPerson('a', speaking)],
      answers: {
        createTransport({ direction }: { direction: string }) {
          transports += 1
          if (transports === 2) throw new DomainError('UNAVAILABLE')
          return { transportId: `${direction}-${transports}`, iceParameters: {}, iceCandidates: [], dtlsParameters: {} }
        },
      },
    })
    await clock.advance(0)
    links[0]!.notify({ method: 'transportsLost', data: {} })
    await clock.advance(2_000)
    expect(links).toHaveLength(2)
    expect(client.get().phase).toBe('connected')
    expect([...client.get().tracks.keys()]).toEqual(['a/microphone'])
  })

  it('renews its grant when asked, and ends where there is none any more', async () => {
    const { client, link, world, settle } = stage()
    await settle()
    link().notify({ method: 'renewalDue', data: { untilMs: 0 } })
    await settle()
    expect(link().of('renew')).toEqual([{ token: 'grant-2' }])
    world.ask = refusal('TICKET_REQUIRED', 402)
    link().notify({ method: 'renewalDue', data: { untilMs: 0 } })
    await settle()
    expect(client.get()).toMatchObject({ phase: 'over', outcome: { kind: 'refused' } })
    expect(link().closed).toBe(true)
  })
})

describe('the end of a stay', () => {
  it.each([
    [{ method: 'removed', data: {} }, { kind: 'removed' }],
    [{ method: 'reconnect', data: { reason: 'replaced' } }, { kind: 'replaced' }],
    [
      { method: 'meetClosed', data: { reason: 'organizer' } },
      { kind: 'ended', reason: 'organizer' },
    ],
  ] as const)('by %j is final: nobody comes back by themselves', async (notification, outcome) => {
    const { client, clock, link, world } = stage()
    await clock.advance(0)
    link().notify(notification)
    expect(client.get()).toMatchObject({ phase: 'over', outcome })
    link().breakDown()
    await clock.advance(120_000)
    expect(world.asked).toBe(1)
    expect(client.get().outcome).toEqual(outcome)
  })

  it.each([
    ['MEET_STATE', { kind: 'ended', reason: null }],
    ['MEET_REMOVED', { kind: 'removed' }],
    ['MEET_FULL', { kind: 'full' }],
    ['MEET_LOCKED', { kind: 'locked' }],
  ] as const)('comes at once where the join is refused with %s', async (code, outcome) => {
    const { client, settle } = stage({
      answers: {
        join: () => {
          throw new DomainError(code)
        },
      },
    })
    await settle()
    expect(client.get()).toMatchObject({ phase: 'over', outcome })
  })

  it('names what is in the way: the own line, the server, or the network that lets no packets through', async () => {
    for (const [broken, error, blockage] of [
      ['ask', refusal('NETWORK', 0), 'network'],
      ['ask', refusal('UNAVAILABLE', 503), 'server'],
      ['open', new DomainError('UNAVAILABLE'), 'server'],
    ] as const) {
      const { client, clock, world } = stage({ broken: { [broken]: error } })
      await clock.advance(5_000)
      expect(client.get()).toMatchObject({ phase: 'over', outcome: { kind: 'failed', blockage } })
      expect(world.asked).toBe(2)
    }
    const { client, clock, rtc } = stage({ people: [meetPerson('me'), meetPerson('a', speaking)] })
    await clock.advance(0)
    rtc.state('connecting')
    await clock.advance(14_000)
    expect(client.get().phase).toBe('connected')
    await clock.advance(2_000)
    const ways = { udp: 'blocked', tcp: 'absent', turn: 'absent', address: '203.0.113.5:40012' }
    expect(client.get()).toMatchObject({ phase: 'over', outcome: { kind: 'failed', blockage: 'media', ways } })
  })

  it('names the ways that were tried, also when the browser has forgotten their candidates by then', async () => {
    const { client, clock, rtc } = stage({ people: [meetPerson('me'), meetPerson('a', speaking)] })
    await clock.advance(0)
    rtc.state('connecting')
    await clock.advance(10_000)
    rtc.forgetCandidates()
    await clock.advance(6_000)
    expect(client.get()).toMatchObject({ phase: 'over', outcome: { kind: 'failed', blockage: 'media', ways: { udp: 'blocked' } } })
  })

  it('does not come from packets that stop after they once got through: it reconnects', async () => {
    const { client, clock, rtc, links } = stage({ people: [meetPerson('me'), meetPerson('a', speaking)] })
    await clock.advance(0)
    rtc.state('connected')
    rtc.state('disconnected')
    await clock.advance(3_000)
    expect(client.get().phase).toBe('reconnecting')
    expect(links[0]!.of('restartIce')).toHaveLength(1)
    await clock.advance(10_000)
    expect(links).toHaveLength(2)
    expect(client.get().phase).toBe('connected')
  })
})
