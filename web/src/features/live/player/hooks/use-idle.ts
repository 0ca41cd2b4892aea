import { useCallback, useEffect, useRef, useState } from 'react'

/** True after nothing happened for a while; `wake` says that something did, `sleep` that nothing more will. */
export function useIdle(afterMs: number): { isIdle: boolean; wake: () => void; sleep: () => void } {
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
