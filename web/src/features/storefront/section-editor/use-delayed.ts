import { useEffect, useState } from 'react'
import { isSame } from './sections.ts'

/** The value as it was when it last stood still for that long: what is typed is not sent with every key. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  const differs = !isSame(settled, value)
  useEffect(() => {
    if (!differs) return undefined
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  })
  return settled
}
