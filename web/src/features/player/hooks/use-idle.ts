import { useCallback, useEffect, useRef, useState } from 'react'

/** True after nothing happened for a while; `wake` says that something did. */
export function useIdle(afterMs: number): { isIdle: boolean; wake: () => void } {
  const [isIdle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setIdle(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIdle(true), afterMs)
  }, [afterMs])
  useEffect(() => {
    timer.current = setTimeout(() => setIdle(true), afterMs)
    return () => clearTimeout(timer.current)
  }, [afterMs])
  return { isIdle, wake }
}
