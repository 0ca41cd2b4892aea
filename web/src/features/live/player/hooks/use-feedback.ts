import { useCallback, useEffect, useState } from 'react'
import { following, type Act, type Feedback } from '../feedback.ts'

const shownMs = 900

/** Keeps the effect of the last key for a moment. */
export function useFeedback(): { feedback: Feedback | null; say: (act: Act) => void } {
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const say = useCallback((act: Act) => setFeedback((before) => following(before, act)), [])
  useEffect(() => {
    if (feedback === null) return undefined
    const timer = setTimeout(() => setFeedback(null), shownMs)
    return () => clearTimeout(timer)
  }, [feedback])
  return { feedback, say }
}
