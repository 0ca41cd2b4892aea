import { ApiError } from '@e-events/shared/contract/client.ts'
import { viewings, type ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import type { DeferredLive } from '@e-events/shared/contract/live/playback.ts'
import { useEffect, useRef } from 'react'
import { useServices } from '../../../lib/services.ts'
import type { PlayerEngine } from '../player/engine/player-engine.ts'
import { isAtLive } from '../player/engine/read-snapshot.ts'
import type { PlayerSnapshot } from '../player/engine/types.ts'
import { ViewingRecorder, type Observation } from './recorder.ts'

const lookEveryMs = 1_000
/** Soon, so that the server knows when it began; then once a minute. */
const firstReportMs = 10_000
const reportEveryMs = 60_000

interface Viewing {
  slug: string
  /** Kind of viewing that is measured; left out where nothing is. */
  of: ViewingReport['of'] | undefined
  /** The feed on screen arrives, by the platform's word. */
  isSent: boolean
  deferred: DeferredLive | null
}

/**
 * Measures how the player plays and reports it: once a minute, when the page is left, and never one event at a time.
 */
export function useViewing(engine: Pick<PlayerEngine, 'read' | 'subscribe'>, { slug, of, isSent, deferred }: Viewing): void {
  const { api, clock } = useServices()
  const around = useRef({ isSent, deferred })
  useEffect(() => {
    around.current = { isSent, deferred }
  }, [isSent, deferred])
  useEffect(() => {
    if (of === undefined) return undefined
    const id = crypto.randomUUID()
    const recorder = new ViewingRecorder(of, performance.now())
    let dueAtMs = performance.now() + firstReportMs
    let isRefused = false
    const look = () => {
      const snapshot = engine.read()
      recorder.observe(observationOf(snapshot, { of, nowMs: clock.nowMs(), ...around.current }), performance.now())
    }
    const send = (isOver: boolean, keepalive: boolean) => {
      const body = isRefused ? null : recorder.report(performance.now(), { isOver })
      if (body === null) return
      api.call(viewings.report, { params: { slug, id }, body }, { keepalive }).catch((error: unknown) => {
        // A lost report is in the next one too; what was refused will be refused again.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'RATE_LIMITED') isRefused = true
      })
    }
    look()
    const timer = setInterval(() => {
      look()
      if (performance.now() < dueAtMs) return
      dueAtMs = performance.now() + reportEveryMs
      send(false, false)
    }, lookEveryMs)
    const stopFollowing = engine.subscribe(look)
    const onHidden = () => {
      look()
      if (document.visibilityState === 'hidden') send(false, true)
    }
    const onLeave = () => send(true, true)
    document.addEventListener('visibilitychange', onHidden)
    globalThis.addEventListener('pagehide', onLeave)
    return () => {
      clearInterval(timer)
      stopFollowing()
      document.removeEventListener('visibilitychange', onHidden)
      globalThis.removeEventListener('pagehide', onLeave)
      send(true, true)
    }
  }, [engine, api, clock, slug, of])
}

interface Around extends Pick<Viewing, 'isSent' | 'deferred'> {
  of: ViewingReport['of']
  nowMs: number
}

export function observationOf(snapshot: PlayerSnapshot, { of, isSent, deferred, nowMs }: Around): Observation {
  const { phase, isSeeking, failure, failedFeedId, feedId, shownHeightPx } = snapshot
  return {
    phase,
    isSeeking,
    failure,
    failedFeedId,
    feedId,
    heightPx: shownHeightPx ?? 0,
    mode: of === 'video' ? 'video' : isAtLive(snapshot) || snapshot.byClock === 'in step' ? 'live' : 'behind',
    placeSec: placeOf(snapshot, { of, deferred, nowMs }),
    isSilent: of === 'show' && !isSent,
    isHidden: document.visibilityState === 'hidden',
  }
}

function placeOf(snapshot: PlayerSnapshot, { of, deferred, nowMs }: Omit<Around, 'isSent'>): number | null {
  if (of === 'video') return snapshot.positionSec
  // A video that plays by the clock was captured long ago: its moment is that of the show.
  if (deferred) return Date.parse(deferred.startsAt) / 1_000 + snapshot.positionSec
  if (snapshot.isLowLatency) return (nowMs - (snapshot.latencySec ?? 0) * 1_000) / 1_000
  return snapshot.capturedAtMs === null ? null : snapshot.capturedAtMs / 1_000
}
