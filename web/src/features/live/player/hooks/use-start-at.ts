import type { PictureFacts } from '@e-events/shared/contract/live/problem-reports.ts'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { startAt } from '../../../../lib/start-at.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'
import { useSelected } from './use-snapshot.ts'

/**
 * Goes to the place that the address names, once, as soon as it is known what can be reached. A place beyond the end is
 * none; the address loses it, so that a reload goes on where the viewer is.
 */
export function useStartAt(engine: PlayerEngine): void {
  const [params, setParams] = useSearchParams()
  const wanted = useRef(startAt(params))
  const isReady = useSelected(
    engine,
    ({ phase, startSec, endSec }) => endSec > startSec && (phase === 'playing' || phase === 'paused' || phase === 'waiting'),
  )
  useEffect(() => {
    const place = wanted.current
    if (place === null || !isReady) return
    wanted.current = null
    if (place < engine.getSnapshot().endSec) engine.seek(place)
    setParams(
      (now) => {
        now.delete('t')
        return now
      },
      { replace: true },
    )
  }, [engine, isReady, setParams])
}

/** The player as it knows itself, for a report. */
export function pictureFactsOf(snapshot: PlayerSnapshot): PictureFacts {
  const { phase, isLive, positionSec, bufferedEndSec, latencySec, shownHeightPx, isLowLatency, isOnline } = snapshot
  const bufferedSec = Math.max(0, bufferedEndSec - positionSec)
  return { phase, isLive, positionSec, bufferedSec, latencySec, heightPx: shownHeightPx, isLowLatency, isOnline }
}

/** Place of the picture in whole seconds; null before the first one and where nobody can go back to it. */
export function placeOf({ phase, positionSec }: PlayerSnapshot): number | null {
  const seconds = Math.floor(positionSec)
  return phase === 'idle' || phase === 'loading' || seconds < 1 ? null : seconds
}
