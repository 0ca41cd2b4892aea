import { useRef } from 'react'

const doubleClickMs = 500

/** A double click is one click: the second one comes before a button can show that it was pressed. */
export function useOnce(action: (() => void) | undefined): () => void {
  const lastMs = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const nowMs = performance.now()
    if (nowMs - lastMs.current < doubleClickMs) return
    lastMs.current = nowMs
    action?.()
  }
}
