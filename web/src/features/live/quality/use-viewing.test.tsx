import { createServerClock } from '@e-events/shared/client/server-clock.ts'
import { createClient, type FetchRequest } from '@e-events/shared/contract/client.ts'
import { viewingReportSchema } from '@e-events/shared/contract/live/viewings.ts'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServicesContext, type Services } from '../../../lib/services.ts'
import { initialSnapshot, type PlayerSnapshot } from '../player/engine/types.ts'
import { observationOf, useViewing } from './use-viewing.ts'

const playing: PlayerSnapshot = { ...initialSnapshot, phase: 'playing', shownHeightPx: 720, positionSec: 3 }
const sent: { url: string; request: FetchRequest }[] = []
let status = 204

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  status = 204
})
afterEach(() => vi.useRealTimers())

function watch(of: 'video' | null = 'video') {
  const api = createClient({
    baseUrl: '/api',
    fetch: (url, request) => {
      sent.push({ url, request })
      const body = status === 204 ? '' : JSON.stringify({ code: 'VIEWING_IMPOSSIBLE', message: 'no', requestId: 'r' })
      return Promise.resolve({ status, headers: { get: () => null }, text: () => Promise.resolve(body) })
    },
    accessToken: () => 'token',
    refresh: () => Promise.resolve(undefined),
    language: () => 'en',
  })
  const services = { api, clock: createServerClock() } as Services
  const engine = { read: () => playing, subscribe: () => () => undefined }
  const wrapper = ({ children }: { children: ReactNode }) => <ServicesContext value={services}>{children}</ServicesContext>
  return renderHook(() => useViewing(engine, { slug: 'film', of: of ?? undefined, isSent: true, deferred: null }), { wrapper })
}
const bodies = () => sent.map(({ request }) => viewingReportSchema.parse(JSON.parse(request.body as string)))
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

describe('a player', () => {
  it('reports after ten seconds, then once a minute, and when it closes, under one name', async () => {
    const { unmount } = watch()
    await seconds(190)
    expect(bodies().map(({ sequence, isOver }) => [sequence, isOver])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, false],
    ])
    expect(bodies()[0]).toMatchObject({ of: 'video', ageMs: 10_000, startupMs: 0, videoMs: 10_000, hasStarted: true })
    unmount()
    await seconds(0)
    expect(bodies().at(-1)).toMatchObject({ sequence: 5, isOver: true })
    expect(sent.at(-1)?.request).toMatchObject({ method: 'PUT', keepalive: true })
    expect(sent[0]?.request.keepalive).toBeUndefined()
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1)
    await seconds(120)
    expect(sent).toHaveLength(5)
  })

  it('reports when the page is left, and stops when it is refused', async () => {
    watch()
    await seconds(5)
    globalThis.dispatchEvent(new Event('pagehide'))
    expect(bodies()).toMatchObject([{ isOver: true }])
    status = 409
    await seconds(300)
    expect(sent).toHaveLength(2)
  })

  it('of something without a report sends nothing', async () => {
    const { unmount } = watch(null)
    await seconds(120)
    unmount()
    expect(sent).toEqual([])
  })
})

describe('a place', () => {
  const around = { of: 'show', isSent: true, deferred: null, nowMs: 2_000_000_000_000 } as const
  it('is the moment of capture in a show, and the position in a video', () => {
    const live = { ...playing, isLive: true, capturedAtMs: 1_999_999_990_500 }
    expect(observationOf(live, around)).toMatchObject({ placeSec: 1_999_999_990.5, mode: 'live', isSilent: false })
    expect(observationOf({ ...live, isFollowingLive: false, endSec: 900 }, around)).toMatchObject({ mode: 'behind' })
    expect(observationOf({ ...live, isLowLatency: true, latencySec: 0.5 }, around)).toMatchObject({ placeSec: 1_999_999_999.5 })
    expect(observationOf({ ...live, capturedAtMs: null }, { ...around, isSent: false })).toMatchObject({ placeSec: null, isSilent: true })
    const deferred = { startsAt: new Date(1_999_999_000_000).toISOString(), durationMs: 60_000, isInStep: true }
    expect(observationOf({ ...live, byClock: 'in step' }, { ...around, deferred })).toMatchObject({ placeSec: 1_999_999_003, mode: 'live' })
    expect(observationOf(playing, { ...around, of: 'video' })).toMatchObject({ placeSec: 3, mode: 'video', isSilent: false })
  })
})
