import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { describe, expect, it } from 'vitest'
import { airStage, refusal, silence } from '../testing/air-stage.ts'

describe('a seat', () => {
  it('that another device took meanwhile is not fought for: the others go on, and the organizer is told', async () => {
    const { air, live, link, publisher, remembered, clock, calls } = airStage()
    await live()
    const feedId = (air.get().feeds['camera-1'] as { feedId: FeedId }).feedId
    link().notify({ method: 'feedTaken', data: { feedId } })
    expect(air.get()).toMatchObject({
      phase: 'on_air',
      taken: null,
      feeds: { 'camera-1': { state: 'elsewhere' }, 'screen-1': { state: 'live' } },
    })
    expect(publisher().released).toEqual(['camera-1'])
    expect(remembered.at(-1)).toEqual(['screen-1'])
    expect(air.get().log.at(-1)?.event).toEqual({ type: 'feed_taken', key: 'camera-1' })
    link().breakDown()
    await clock.advance(1_000)
    expect(publisher().synced).toEqual([['screen-1']])
    expect(calls).toEqual(['start', 'connect'])
  })

  it('was the last one: this window is off air and stays so', async () => {
    const { air, link, clock, calls, remembered } = airStage()
    air.resume(['screen-1'])
    await clock.advance(0)
    const feedId = (air.get().feeds['screen-1'] as { feedId: FeedId }).feedId
    link().notify({ method: 'feedTaken', data: { feedId } })
    await clock.advance(60_000)
    expect(air.get()).toMatchObject({ phase: 'idle', taken: 'device', feeds: { 'screen-1': { state: 'elsewhere' } } })
    expect(link().closed).toBe(true)
    expect(remembered.at(-1)).toBeNull()
    expect(calls).toEqual(['connect'])
  })

  it('is refused to a window that comes back by itself and finds it taken', async () => {
    const { air, refuses, clock, remembered } = airStage()
    refuses.set('camera-1', ['own', 'lost'])
    air.resume(['camera-1'])
    await clock.advance(60_000)
    expect(air.get()).toMatchObject({ phase: 'idle', taken: 'device', contested: null })
    expect(remembered.at(-1)).toBeNull()
  })

  it('is taken with its claim once; coming back to it afterwards needs none', async () => {
    const { air, publisher, refuses, clock, link, calls } = airStage()
    refuses.set('camera-1', ['own'])
    air.enter([{ key: 'camera-1', claim: 'lost' }])
    await clock.advance(0)
    expect(air.get()).toMatchObject({ phase: 'on_air', feeds: { 'camera-1': { state: 'live' } } })
    expect(publisher().deps.claimOf('camera-1')).toBe('own')
    expect(calls).toEqual(['connect'])
    refuses.clear()
    link().breakDown()
    await clock.advance(0)
    expect(air.get().phase).toBe('on_air')
  })

  it('that looked lost and is sent after all is a question, not a take-over', async () => {
    const { air, refuses, clock, publisher } = airStage()
    refuses.set('camera-1', ['own', 'lost'])
    air.enter([{ key: 'camera-1', claim: 'lost' }])
    await clock.advance(0)
    expect(air.get()).toMatchObject({ phase: 'idle', contested: 'camera-1' })
    air.enter([{ key: 'camera-1', claim: 'any' }])
    await clock.advance(0)
    expect(air.get()).toMatchObject({ phase: 'on_air', contested: null })
    expect(publisher().synced).toEqual([['camera-1']])
  })

  it('is taken within ten seconds of the press although the api is away at first', async () => {
    const { air, troubles, clock, refuses } = airStage()
    refuses.set('camera-1', ['own'])
    troubles.connect.push(silence(), silence(), refusal('NO_MEDIA_NODE', 503))
    air.enter([{ key: 'camera-1', claim: 'any' }])
    await clock.advance(9_000)
    expect(air.get()).toMatchObject({ phase: 'on_air', feeds: { 'camera-1': { state: 'live' } } })
  })

  it('whose announcement fails while the connection stands is announced again, and the others go on', async () => {
    const { air, live, publisher, clock, link } = airStage()
    await live()
    publisher().deps.onFeed('screen-1', { error: silence() })
    expect(air.get()).toMatchObject({ phase: 'on_air', feeds: { 'screen-1': { state: 'failed' }, 'camera-1': { state: 'live' } } })
    await clock.advance(1_000)
    expect(air.get().feeds['screen-1']?.state).toBe('live')
    expect(link().closed).toBe(false)
  })
})

describe('on air means that something arrives', () => {
  it('a show whose media does not arrive is not on air at once, and interrupted after some seconds', async () => {
    const { air, clock } = airStage({ mute: true })
    void air.goLive({ recording: true })
    await clock.advance(3_000)
    expect(air.get()).toMatchObject({ phase: 'starting', feeds: { 'camera-1': { state: 'publishing' } } })
    await clock.advance(2_000)
    expect(air.get().phase).toBe('on_air')
    expect(air.get().silentSinceMs).not.toBeNull()
  })

  it('a connection that breaks before the first media is a break like any other', async () => {
    const { air, clock, link, calls } = airStage({ mute: true })
    void air.goLive({ recording: true })
    await clock.advance(1_000)
    link().breakDown()
    await clock.advance(20_000)
    expect(air.get().phase).toBe('on_air')
    expect(calls).toEqual(['start', 'connect'])
  })

  it('a connection that broke while it waited does not make the next one wait longer', async () => {
    const { air, clock, publishers, link } = airStage({ mute: true })
    void air.goLive({ recording: true })
    await clock.advance(1_000)
    link().breakDown()
    await clock.advance(3_200)
    expect(publishers).toHaveLength(2)
    expect(air.get().phase).toBe('reconnecting')
    const ids = Object.values(air.get().feeds).flatMap((feed) => ('feedId' in feed && feed.feedId ? [feed.feedId] : []))
    for (const feedId of ids) link().notify({ method: 'feedMedia', data: { feedId, arrives: true } })
    await clock.advance(0)
    expect(air.get().phase).toBe('on_air')
  })

  it('says since when nothing arrives, by the platform clock, and that it is back', async () => {
    const { air, live, link, clock } = airStage({ aheadMs: 3_600_000 })
    await live()
    const ids = Object.values(air.get().feeds).flatMap((feed) => ('feedId' in feed && feed.feedId ? [feed.feedId] : []))
    for (const feedId of ids) link().notify({ method: 'feedMedia', data: { feedId, arrives: false } })
    expect(air.get()).toMatchObject({
      phase: 'on_air',
      silentSinceMs: clock.nowMs() + 3_600_000,
      feeds: { 'camera-1': { state: 'silent' } },
    })
    link().notify({ method: 'feedMedia', data: { feedId: ids[0]!, arrives: true } })
    expect(air.get().silentSinceMs).toBeNull()
  })

  it('nobody goes back on air with nothing', async () => {
    const { air, clock, calls } = airStage()
    air.resume([])
    air.enter([])
    await clock.advance(10_000)
    expect(air.get().phase).toBe('idle')
    expect(calls).toEqual([])
  })
})

describe('a clock that is an hour off', () => {
  it.each([3_600_000, -3_600_000])('(%d ms) neither hides the coming cutoff nor announces a far one', async (aheadMs) => {
    const { air, live, nextJoin, clock, link } = airStage({ aheadMs })
    const serverNowMs = clock.nowMs() + aheadMs
    nextJoin.idleClosesAtMs = serverNowMs + 29 * 60_000
    await live()
    expect(air.get().idleClosesAtMs).toBeNull()
    nextJoin.idleClosesAtMs = serverNowMs + 3 * 60_000
    link().breakDown()
    await clock.advance(0)
    expect(air.get().idleClosesAtMs).toBe(nextJoin.idleClosesAtMs)
    expect(air.get().log.every(({ atMs }) => Math.abs(atMs - serverNowMs) < 60_000)).toBe(true)
  })
})
