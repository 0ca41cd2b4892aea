import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Box {
  width: number
  height: number
}

/** Size of an element in CSS pixels, and of every change of it. */
export function useBox(): { ref: RefObject<HTMLDivElement | null>; box: Box } {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>({ width: 960, height: 540 })
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      const rect = entry?.contentRect
      if (rect && rect.width > 0 && rect.height > 0) setBox({ width: Math.floor(rect.width), height: Math.floor(rect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, box }
}
