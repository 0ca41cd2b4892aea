import { useRef, type PointerEvent, useCallback, useEffect, useState } from 'react'

/**
 * When what lies on the picture is seen. A mouse shows it by moving and presses play and pause; a finger has the first
 * tap for showing it and the next one for putting it away, so that nobody stops a show by looking for its controls.
 */
export function useStageChrome(mayHide: boolean): {
  isHidden: boolean
  wake: () => void
  /** For every pointer that goes down anywhere on the stage. */
  onPointerDown: (event: PointerEvent) => void
  /** @returns whether a press of the picture was for the controls, and not for play and pause */
  takePress: () => boolean
} {
  const { isIdle, wake, sleep } = useIdle(3_000)
  const isHidden = isIdle && mayHide
  const press = useRef({ isTouch: false, wasHidden: false })
  const wasCalled = useRef(false)
  const onPointerDown = (event: PointerEvent) => {
    press.current = { isTouch: event.pointerType === 'touch', wasHidden: isHidden }
    wake()
  }
  const takePress = () => {
    const { isTouch, wasHidden } = press.current
    if (!isTouch) return false
    wasCalled.current = wasHidden || !wasCalled.current
    if (!wasCalled.current) sleep()
    return true
  }
  return { isHidden, wake, onPointerDown, takePress }
}

/** True after nothing happened for a while; `wake` says that something did, `sleep` that nothing more will. */
function useIdle(afterMs: number): { isIdle: boolean; wake: () => void; sleep: () => void } {
  const [isIdle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sleep = useCallback(() => setIdle(true), [])
  const wake = useCallback(() => {
    setIdle(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(sleep, afterMs)
  }, [afterMs, sleep])
  useEffect(() => {
    timer.current = setTimeout(sleep, afterMs)
    return () => clearTimeout(timer.current)
  }, [afterMs, sleep])
  return { isIdle, wake, sleep }
}
