import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerState } from './use-snapshot.ts'

/** auto: as the platform has room. normal: HLS. lowest: WebRTC wherever it is possible. */
export const latencyModes = ['auto', 'normal', 'lowest'] as const
export type LatencyMode = (typeof latencyModes)[number]

export interface LatencyChoice {
  mode: LatencyMode
  /** This show can be watched over WebRTC now. */
  isThere: boolean
  choose: (mode: LatencyMode) => void
}

const modeKey = 'e-events.latency'
/** After a failure or a loss HLS plays on for so long before WebRTC is tried again. */
const againAfterMs = 60_000
const pictureWithinMs = 5_000
/** The start of the show is fetched before. */
const settledAfterMs = 1_000

interface Offer {
  /**
   * A grant of this moment (it is good for one connection), or null where no node has room; undefined for what cannot
   * be watched so.
   */
  freshGrant: (() => Promise<MediaGrant | null>) | undefined
  /** Viewers who chose nothing get it. */
  isFirst: boolean
}

/**
 * Decides between sub-second WebRTC and HLS. HLS always begins; whoever watches live and wants less delay gets the
 * other picture over it once that is there. mediasoup-client is fetched with the first use.
 */
export function useLowLatency(engine: PlayerEngine, state: PlayerState, { freshGrant, isFirst }: Offer): LatencyChoice {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  const [mode, setMode] = useState(storedMode)
  const isBusy = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isGone = useRef(false)
  const rest = useCallback(() => {
    clearTimeout(retryTimer.current)
    setWaiting(true)
    retryTimer.current = setTimeout(() => setWaiting(false), againAfterMs)
  }, [])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      clearTimeout(retryTimer.current)
    }
  }, [])
  const enter = useCallback(async () => {
    if (isBusy.current || freshGrant === undefined) return
    isBusy.current = true
    try {
      const [{ RtcViewer }, grant] = await Promise.all([import('../engine/rtc-viewer.ts'), freshGrant()])
      const feedId = engine.getSnapshot().feedId
      if (!grant || feedId === null) throw new Error('no media node has room')
      const lost = new AbortController()
      const onLost = () => {
        lost.abort()
        engine.leaveLowLatency()
        rest()
      }
      const wanted = { feedId, soundFeedId: engine.soundFeedId }
      const viewer = await RtcViewer.open(grant, wanted, { onChange: engine.emit, onLost, freshGrant })
      const hasPicture = await firstPicture(viewer.video, lost.signal)
      // Somebody who paused, went back, or chose HLS or a size meanwhile stays there.
      const { isFollowingLive, phase, chosenHeightPx: chosen } = engine.getSnapshot()
      const isStillWanted = !isGone.current && storedMode() !== 'normal' && chosen === null && isFollowingLive && phase !== 'paused'
      if (hasPicture && isStillWanted) engine.enterLowLatency(viewer)
      else viewer.close()
      if (!hasPicture) throw new Error('no picture came')
    } catch {
      rest()
      if (storedMode() === 'lowest') snacks.warning(t('controls.lowLatencyFailed'), { key: 'low-latency' })
    } finally {
      isBusy.current = false
    }
  }, [engine, freshGrant, rest, snacks, t])
  const { isLive, isFollowingLive, isLowLatency, phase, chosenHeightPx, byClock } = state
  // A size can be chosen in HLS alone.
  const isWanted = chosenHeightPx === null && (mode === 'lowest' || (mode === 'auto' && isFirst))
  const isPossible = isLive && isFollowingLive && phase === 'playing' && byClock === null && !isLowLatency
  const isDue = isWanted && isPossible && !isWaiting
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => void enter(), settledAfterMs)
    return () => clearTimeout(timer)
  }, [isDue, enter])
  const choose = (next: LatencyMode) => {
    keep(next)
    setMode(next)
    setWaiting(false)
    if (next === 'normal' || (next === 'auto' && !isFirst)) engine.leaveLowLatency()
    else if (next === 'lowest' && !isLowLatency) {
      engine.chooseHeight(null)
      engine.goLive()
    }
  }
  return { mode, isThere: freshGrant !== undefined, choose }
}

/** HLS stays on screen until then; false where none comes. */
async function firstPicture(video: HTMLVideoElement, lost: AbortSignal): Promise<boolean> {
  video.muted = true
  void video.play().catch(() => undefined)
  const endsAtMs = performance.now() + pictureWithinMs
  while (video.videoWidth === 0 && !lost.aborted && performance.now() < endsAtMs) await new Promise((next) => setTimeout(next, 50))
  return video.videoWidth > 0 && !lost.aborted
}

function storedMode(): LatencyMode {
  try {
    const stored = localStorage.getItem(modeKey)
    return latencyModes.find((mode) => mode === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function keep(mode: LatencyMode): void {
  try {
    localStorage.setItem(modeKey, mode)
  } catch {
    // Storage refused: the choice then lasts as long as the page.
  }
}
