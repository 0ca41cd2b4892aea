import { useEffect, useState } from 'react'

/** True once something has been going on for longer than anybody expects to wait without a word. */
export function useSlow(isWaiting: boolean, afterMs = 4_000): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting, afterMs])
  return isWaiting && isSlow
}
