import { useEffect } from 'react'
import { useServices } from '../../../../lib/services.ts'

/** Waiting tabs ask within this time, not all in the same instant. */
const spreadMs = 1_500
/** Asked again while the server's clock is a little behind. */
const repeatMs = 2_000
/** A timer takes no more. */
const longestMs = 2 ** 31 - 1

/** Asks when time alone makes the answer another one, by the server's clock, until it is. */
export function useDue(changesAt: string | null | undefined, ask: () => void): void {
  const { clock } = useServices()
  const dueMs = changesAt == null ? null : Date.parse(changesAt)
  useEffect(() => {
    if (dueMs === null) return () => undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      timer = setTimeout(
        () => {
          if (clock.nowMs() >= dueMs) ask()
          wait(Math.max(repeatMs, dueMs - clock.nowMs()))
        },
        Math.min(longestMs, ms),
      )
    }
    wait(Math.max(0, dueMs - clock.nowMs()) + Math.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [dueMs, clock, ask])
}
