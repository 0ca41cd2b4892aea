import { useEffect, useState } from 'react'

export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number
  /** Whole seconds left, never negative. */
  totalSeconds: number
}

/**
 * Counts down to a moment by the clock that the caller trusts: pass the server's clock (`nowMs`), so that a viewer
 * whose own clock is wrong still enters on time. Ticks just after each full second, and again at once when the tab
 * wakes up.
 */
export function useCountdown(targetMs: number, nowMs: () => number = Date.now): Remaining {
  const [totalSeconds, setTotalSeconds] = useState(() => secondsUntil(targetMs, nowMs))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      setTotalSeconds(secondsUntil(targetMs, nowMs))
      const leftMs = targetMs - nowMs()
      if (leftMs > 0) timer = setTimeout(tick, (leftMs % 1000) + 5)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [targetMs, nowMs])
  return toRemaining(totalSeconds)
}

export function toRemaining(totalSeconds: number): Remaining {
  return {
    totalSeconds,
    days: Math.floor(totalSeconds / 86_400),
    hours: Math.floor(totalSeconds / 3600) % 24,
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
  }
}

function secondsUntil(targetMs: number, nowMs: () => number): number {
  return Math.max(0, Math.ceil((targetMs - nowMs()) / 1000))
}
