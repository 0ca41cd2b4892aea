import { ApiError } from '@e-events/shared/contract/client.ts'
import { describe, expect, it } from 'vitest'
import { airStage, refusal, silence } from '../testing/air-stage.ts'
import { flushPromises } from '@e-events/shared/client/testing/fake-clock.ts'
import { fakeOutput } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeBroadcast } from '../testing/fakes.ts'
import { retryDelayMs } from './air-state.ts'

describe('going live', () => {
  it('stays off air when the api refuses, with its words', async () => {
    const { air, troubles, links, remembered } = airStage()
    troubles.start.push(refusal('BROADCAST_NO_SESSION', 409))
    await air.goLive({ recording: true })
    expect(air.get()).toMatchObject({ phase: 'idle', refusal: { code: 'BROADCAST_NO_SESSION', message: 'says BROADCAST_NO_SESSION' } })
    expect(links).toHaveLength(0)
    expect(remembered).toEqual([])
  })

  it('a second press while it starts or runs asks for nothing', async () => {
    const { air, calls } = airStage()
    const first = air.goLive({ recording: true })
    await air.goLive({ recording: true })
    await first
    await air.goLive({ recording: true })
    expect(calls).toEqual(['start'])
  })

  it('publishes every feed of the desk and remembers them', async () => {
    const { air, live, publisher, remembered } = airStage()
    await live()
    expect(publisher().synced).toEqual([['camera-1', 'screen-1']])
    expect(Object.keys(air.get().feeds)).toEqual(['camera-1', 'screen-1'])
    expect(remembered.at(-1)).toEqual(['camera-1', 'screen-1'])
  })

  it('a failing first connection is a break, not the end: the broadcast exists', async () => {
    const { air, clock, troubles, calls } = airStage()
    troubles.link.push(silence())
    await air.goLive({ recording: true })
    expect(air.get().phase).toBe('reconnecting')
    await clock.advance(1_000)
    expect(air.get().phase).toBe('on_air')
    expect(calls).toEqual(['start', 'connect'])
  })

  it('a source added during the show waits until it is put on air', async () => {
    const { air, live, publisher, setOutputs } = airStage()
    await live()
    setOutputs([fakeOutput('camera-1'), fakeOutput('screen-1'), fakeOutput('camera-2')])
    expect(publisher().synced.at(-1)).toEqual(['camera-1', 'screen-1'])
    air.putOnAir('camera-2')
    expect(publisher().synced.at(-1)).toEqual(['camera-1', 'screen-1', 'camera-2'])
    setOutputs([fakeOutput('camera-1'), fakeOutput('camera-2')])
    expect(Object.keys(air.get().feeds)).toEqual(['camera-1', 'camera-2'])
  })

  it('a feed that the api refuses leaves the others on air', async () => {
    const { air, live, publisher } = airStage()
    await live()
    publisher().deps.onFeed('screen-1', { error: refusal('FEED_LIMIT', 409) })
    expect(air.get().phase).toBe('on_air')
    expect(air.get().feeds['screen-1']).toEqual({ state: 'failed', code: 'FEED_LIMIT' })
  })
})

describe('coming back [LIVE-022]', () => {
  it('a lost connection is rejoined at once with a fresh grant, in the same broadcast', async () => {
    const { air, live, link, links, calls, clock } = airStage()
    await live()
    link().breakDown()
    expect(air.get()).toMatchObject({ phase: 'reconnecting', reconnection: { cause: 'network', attempt: 0 } })
    await clock.advance(0)
    expect(air.get().phase).toBe('on_air')
    expect(calls).toEqual(['start', 'connect'])
    expect(links).toHaveLength(2)
    expect(air.get().log.map((entry) => entry.event.type)).toContain('resumed')
  })

  it('an outage of minutes is tried again with growing pauses that end at 10 s', async () => {
    const { air, live, link, troubles, calls, clock } = airStage()
    await live()
    troubles.connect.push(...Array.from({ length: 30 }, silence))
    link().breakDown()
    await clock.advance(3 * 60_000)
    expect(air.get().phase).toBe('reconnecting')
    expect(calls.length).toBeGreaterThan(20)
    troubles.connect.length = 0
    await clock.advance(10_000)
    expect(air.get().phase).toBe('on_air')
    const awayMs = air.get().log.flatMap(({ event }) => (event.type === 'resumed' ? [event.awayMs] : []))
    expect(awayMs[0]).toBeGreaterThan(180_000)
    const delaysMs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => retryDelayMs(attempt, 0.5))
    expect(delaysMs).toEqual([0, 250, 250, 250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
  })

  it('does not wait for the pause when the network says it is back', async () => {
    const { air, live, link, troubles, online, clock } = airStage()
    await live()
    troubles.connect.push(silence(), silence(), silence(), silence())
    link().breakDown()
    await clock.advance(4_000)
    expect(air.get().reconnection?.retryAtMs).not.toBeNull()
    online()
    await flushPromises()
    expect(air.get().phase).toBe('on_air')
  })

  it('honours what the server asks for', async () => {
    const { air, live, link, troubles, clock } = airStage()
    await live()
    troubles.connect.push(new ApiError({ code: 'NO_MEDIA_NODE', message: '', status: 503, retryAfterMs: 5_000 }))
    link().breakDown()
    await clock.advance(4_900)
    expect(air.get().phase).toBe('reconnecting')
    await clock.advance(200)
    expect(air.get().phase).toBe('on_air')
  })

  it('an old connection that speaks late is not heard', async () => {
    const { air, live, links, clock } = airStage()
    await live()
    links[0]!.breakDown()
    await clock.advance(0)
    links[0]!.notify({ method: 'audience', data: { viewers: 999 } })
    expect(air.get().viewers).toBe(0)
  })

  it('a dead media worker: new transports on the same connection, no new grant', async () => {
    const { air, live, link, publisher, calls } = airStage()
    await live()
    link().notify({ method: 'transportsLost', data: {} })
    expect(air.get()).toMatchObject({ phase: 'reconnecting', reconnection: { cause: 'node' } })
    await flushPromises()
    expect(air.get().phase).toBe('on_air')
    expect(publisher().rebuilt).toBe(1)
    expect(calls).toEqual(['start'])
  })

  it('a draining node: moves over to the one that the api names', async () => {
    const { air, live, link, links, clock } = airStage()
    await live()
    link().notify({ method: 'reconnect', data: { reason: 'draining' } })
    await clock.advance(0)
    expect(air.get().phase).toBe('on_air')
    expect(links).toHaveLength(2)
    expect(links[0]!.closed).toBe(true)
  })

  it('packets that no longer get through: ICE restart first, everything anew only when that does not help', async () => {
    const { air, live, publisher, publishers, clock } = airStage()
    await live()
    publisher().deps.onTransport('disconnected')
    await clock.advance(2_000)
    expect(air.get().phase).toBe('on_air')
    await clock.advance(600)
    expect(air.get()).toMatchObject({ phase: 'reconnecting', reconnection: { cause: 'media' } })
    expect(publisher().iceRestarts).toBe(1)
    publisher().deps.onTransport('connected')
    expect(air.get().phase).toBe('on_air')
    publisher().deps.onTransport('failed')
    await clock.advance(8_100)
    expect(publishers).toHaveLength(2)
    expect(air.get().phase).toBe('on_air')
  })

  it('a grant that grows old is renewed without a break, on the same connection', async () => {
    const { air, live, link, links, clock, calls } = airStage()
    await live()
    link().notify({ method: 'renewalDue', data: { untilMs: clock.nowMs() + 60_000 } })
    await clock.advance(0)
    expect([links.length, air.get().phase, calls]).toEqual([1, 'on_air', ['start', 'connect']])
    expect(link().requests.at(-1)).toBe('renew')
  })

  it('a session that ran out is said, and the show is rejoined after the log-in', async () => {
    const { air, live, link, troubles, clock } = airStage()
    await live()
    troubles.connect.push(refusal('UNAUTHENTICATED', 401))
    link().breakDown()
    await clock.advance(0)
    expect(air.get().reconnection?.cause).toBe('session')
    air.retryNow()
    await flushPromises()
    expect(air.get().phase).toBe('on_air')
  })

  it('a window that comes back after a crash publishes the feeds that were on air, not the staged ones', async () => {
    const { air, publisher, calls, clock } = airStage()
    air.resume(['screen-1'])
    await clock.advance(0)
    expect(air.get().phase).toBe('on_air')
    expect(publisher().synced).toEqual([['screen-1']])
    expect(calls).toEqual(['connect'])
  })

  it('a show that ended meanwhile is over, whoever ended it', async () => {
    const { air, live, link, troubles, setBroadcast, remembered, clock } = airStage()
    await live()
    setBroadcast(fakeBroadcast('ended', 'idle'))
    troubles.connect.push(refusal('BROADCAST_STATE', 409))
    link().breakDown()
    await clock.advance(0)
    expect(air.get()).toMatchObject({ phase: 'ended', broadcast: { endReason: 'idle' } })
    expect(remembered.at(-1)).toBeNull()
  })

  it('another window that takes over is not fought', async () => {
    const { air, live, link, calls, clock } = airStage()
    await live()
    link().notify({ method: 'reconnect', data: { reason: 'replaced' } })
    await clock.advance(60_000)
    expect(air.get()).toMatchObject({ phase: 'idle', taken: 'window' })
    expect(calls).toEqual(['start'])
  })
})

describe('during the show', () => {
  it('counts viewers, their peak and their curve', async () => {
    const { air, live, link } = airStage()
    await live()
    for (const viewers of [3, 40, 8]) link().notify({ method: 'audience', data: { viewers } })
    expect(air.get()).toMatchObject({ viewers: 8, peakViewers: 40 })
    expect(air.get().audience.map((point) => point.viewers)).toEqual([3, 40, 8])
  })

  it('shows the idle warning until media flows or the organizer says that they are there [LIVE-006]', async () => {
    const { air, live, link } = airStage()
    await live()
    link().notify({ method: 'idleWarning', data: { closesAtMs: 5_000_000 } })
    expect(air.get().idleClosesAtMs).toBe(5_000_000)
    await air.keepAlive()
    expect(air.get().idleClosesAtMs).toBeNull()
    expect(link().requests).toContain('activity')
  })

  it('does not take the far cutoff of a room that has just opened for a warning', async () => {
    const { air, live, nextJoin, clock, link } = airStage()
    nextJoin.idleClosesAtMs = clock.nowMs() + 30 * 60_000
    await live()
    expect(air.get().idleClosesAtMs).toBeNull()
    nextJoin.idleClosesAtMs = clock.nowMs() + 3 * 60_000
    link().breakDown()
    await clock.advance(0)
    expect(air.get().idleClosesAtMs).toBe(nextJoin.idleClosesAtMs)
  })

  it('goes back into its own broadcast alone, and into the one that runs where somebody asks for it', async () => {
    const { air, live, link, clock, asked, troubles, setBroadcast } = airStage()
    await live()
    const { id } = fakeBroadcast()
    link().breakDown()
    await clock.advance(0)
    expect(asked).toEqual([id])
    // Another device ended it and began another one.
    troubles.connect.push(refusal('BROADCAST_STATE', 409))
    setBroadcast(fakeBroadcast('ended', 'organizer'))
    link().breakDown()
    await clock.advance(0)
    expect(air.get()).toMatchObject({ phase: 'ended', broadcast: { id } })
    air.resume(['camera-1'])
    await clock.advance(0)
    expect(asked).toEqual([id, id, undefined])
  })

  it('the idle cutoff ends it with its reason', async () => {
    const { air, live, link, setBroadcast } = airStage()
    await live()
    setBroadcast(fakeBroadcast('ended', 'idle'))
    link().notify({ method: 'broadcastClosed', data: { reason: 'idle' } })
    await flushPromises()
    expect(air.get()).toMatchObject({ phase: 'ended', broadcast: { endReason: 'idle' } })
  })
})

describe('ending', () => {
  it('stops at the api and closes everything', async () => {
    const { air, live, link, publisher, remembered } = airStage()
    await live()
    await air.end()
    expect(air.get()).toMatchObject({ phase: 'ended', broadcast: { state: 'ended' } })
    expect(link().closed).toBe(true)
    expect(publisher().closed).toBe(true)
    expect(remembered.at(-1)).toBeNull()
  })

  it('a stop that does not reach the api leaves the show on air and says so', async () => {
    const { air, live, troubles } = airStage()
    await live()
    troubles.stop.push(silence())
    await air.end()
    expect(air.get()).toMatchObject({ phase: 'on_air', refusal: { code: 'NETWORK' } })
  })

  it('ends while reconnecting, and the room closing under the stop is no break', async () => {
    const { air, live, link, troubles, clock } = airStage()
    await live()
    troubles.connect.push(...Array.from({ length: 9 }, silence))
    link().breakDown()
    await clock.advance(2_000)
    await air.end()
    expect(air.get().phase).toBe('ended')
    await clock.advance(60_000)
    expect(air.get().phase).toBe('ended')
  })

  it('after the end a new show may start [LIVE-006]', async () => {
    const { air, live, calls } = airStage()
    await live()
    await air.end()
    await air.goLive({ recording: false })
    expect(air.get().phase).toBe('on_air')
    expect(calls).toEqual(['start', 'stop', 'start'])
  })
})
