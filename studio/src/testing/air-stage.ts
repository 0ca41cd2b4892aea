import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Broadcast } from '@e-events/shared/contract/live/broadcasts.ts'
import { expect } from 'vitest'
import { createAir } from '../broadcast/air.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { createFakeClock } from '@e-events/shared/client/testing/fake-clock.ts'
import { fakeLink, fakeOutput, feedIdOf, type FakeLink } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeBroadcast, fakeGrant, fakePublisher, type FakePublisher } from './fakes.ts'

export const refusal = (code: ConstructorParameters<typeof ApiError>[0]['code'], status: number) =>
  new ApiError({ code, message: `says ${code}`, status })
export const silence = () => refusal('NETWORK', 0)

/**
 * A connection of one show with everything around it replaced. `aheadMs`: how far the platform's clock is ahead of this
 * machine's.
 */
export function airStage({ aheadMs = 0, mute = false } = {}) {
  const clock = createFakeClock()
  const links: FakeLink[] = []
  const publishers: FakePublisher[] = []
  const calls: string[] = []
  /** Broadcasts that were asked for by their id. */
  const asked: (string | undefined)[] = []
  const remembered: (readonly string[] | null)[] = []
  const refuses: FakePublisher['refuses'] = new Map()
  /** Errors that the next calls answer with, first in, first out; empty: the call works. */
  const troubles: Record<'start' | 'connect' | 'stop' | 'link', Error[]> = { start: [], connect: [], stop: [], link: [] }
  const nextJoin: { idleClosesAtMs: number | null } = { idleClosesAtMs: null }
  let now: Broadcast = fakeBroadcast()
  let outputs: FeedOutput[] = [fakeOutput('camera-1'), fakeOutput('screen-1')]
  let deskChanged = () => {}
  let online = () => {}
  const answer = <T>(name: 'start' | 'connect' | 'stop', value: () => T): Promise<T> => {
    calls.push(name)
    const trouble = troubles[name].shift()
    return trouble ? Promise.reject(trouble) : Promise.resolve(value())
  }
  const air = createAir({
    api: {
      start: () => answer('start', fakeGrant),
      connect: (id) => {
        asked.push(id)
        return answer('connect', fakeGrant)
      },
      stop: () => answer('stop', () => (now = fakeBroadcast('ended', 'organizer'))),
      get: () => Promise.resolve(now),
      announce: () => Promise.resolve(feedIdOf(9)),
    },
    desk: {
      outputs: () => outputs,
      subscribe: (listener) => {
        deskChanged = listener
        return () => (deskChanged = () => {})
      },
    },
    openLink: () => {
      const trouble = troubles.link.shift()
      if (trouble) return Promise.reject(trouble)
      const link = fakeLink({ activity: { idleClosesAtMs: null }, join: { routerRtpCapabilities: {}, feeds: [], ...nextJoin } })
      links.push(link)
      return Promise.resolve(link)
    },
    createPublisher: (deps) => {
      const publisher = fakePublisher(deps)
      publisher.mute = mute
      publisher.refuses = refuses
      publishers.push(publisher)
      return publisher
    },
    clock,
    serverNowMs: () => clock.nowMs() + aheadMs,
    deviceId: 'device-1',
    random: () => 0.5,
    onOnline: (listener) => {
      online = listener
      return () => undefined
    },
    remember: (keys) => void remembered.push(keys),
  })
  return {
    air,
    clock,
    links,
    asked,
    publishers,
    calls,
    troubles,
    remembered,
    nextJoin,
    refuses,
    link: () => last(links),
    publisher: () => last(publishers),
    setBroadcast: (next: Broadcast) => (now = next),
    setOutputs(next: FeedOutput[]) {
      outputs = next
      deskChanged()
    },
    online: () => online(),
    async live() {
      await air.goLive({ recording: true })
      expect(air.get().phase).toBe('on_air')
    },
  }
}

function last<T>(made: readonly T[]): T {
  const found = made.at(-1)
  if (!found) throw new Error('nothing was made yet')
  return found
}
