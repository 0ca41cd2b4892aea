import { useState } from 'react'

/** True from the first time on: what was needed once stays mounted, so that it can also leave with its transition. */
export function useWasEver(isNow: boolean): boolean {
  const [wasEver, setWasEver] = useState(isNow)
  if (isNow && !wasEver) setWasEver(true)
  return wasEver || isNow
}
