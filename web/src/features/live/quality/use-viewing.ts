import { viewings, type ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import type { DeferredLive } from '@e-events/shared/contract/live/playback.ts'
import { useEffect, useRef } from 'react'
import { resumePlace } from '../../../lib/resume.ts'
import { useServices } from '../../../lib/services.ts'
import type { PlayerEngine } from '../player/engine/player-engine.ts'
import { isAtLive } from '../player/engine/read-snapshot.ts'
import type { PlayerSnapshot } from '../player/engine/types.ts'
import { measureViewing, type SendViewing } from './measure.ts'
import type { Observation } from './recorder.ts'

interface Viewing {
  slug: string
  /** Kind of viewing that is measured; left out where nothing is. */
  of: ViewingReport['of'] | undefined
  /** The feed on screen arrives, by the platform's word. */
  isSent: boolean
  deferred: DeferredLive | null
  /** Where it is reported; left out for the product. The same function for as long as it plays. */
  send?: SendViewing | undefined
}

/** Measures how the player plays and reports it. */
export function useViewing(engine: Pick<PlayerEngine, 'read' | 'subscribe'>, { slug, of, isSent, deferred, send }: Viewing): void {
  const { api, clock } = useServices()
  const around = useRef({ isSent, deferred })
  useEffect(() => {
    around.current = { isSent, deferred }
  }, [isSent, deferred])
  useEffect(() => {
    if (of === undefined) return undefined
    return measureViewing({
      of,
      observe: () => observationOf(engine.read(), { of, nowMs: clock.nowMs(), ...around.current }),
      subscribe: engine.subscribe,
      send: send ?? ((id, body, options) => api.call(viewings.report, { params: { slug, id }, body }, options)),
    })
  }, [engine, api, clock, slug, of, send])
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
    resumeSec: resumeOf(snapshot),
    isSilent: of === 'show' && !isSent,
    isHidden: document.visibilityState === 'hidden',
  }
}

/** A show that goes on is gone on with in its recording. */
function resumeOf({ phase, positionSec, endSec, isLive, isLowLatency }: PlayerSnapshot): number | null {
  if (phase === 'idle' || phase === 'loading' || isLowLatency || endSec <= 0) return null
  return resumePlace(positionSec, isLive && phase !== 'ended' ? Number.POSITIVE_INFINITY : endSec)
}

function placeOf(snapshot: PlayerSnapshot, { of, deferred, nowMs }: Omit<Around, 'isSent'>): number | null {
  if (of === 'video') return snapshot.positionSec
  // A video that plays by the clock was captured long ago: its moment is that of the show.
  if (deferred) return Date.parse(deferred.startsAt) / 1_000 + snapshot.positionSec
  if (snapshot.isLowLatency) return (nowMs - (snapshot.latencySec ?? 0) * 1_000) / 1_000
  return snapshot.capturedAtMs === null ? null : snapshot.capturedAtMs / 1_000
}
