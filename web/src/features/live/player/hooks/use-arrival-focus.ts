import { useEffect, useRef, type RefObject } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/**
 * For content that comes after its address, when what had the focus is gone: whoever was led here goes on at its start.
 */
export function useArrivalFocus(): RefObject<HTMLDivElement | null> {
  const main = useRef<HTMLDivElement>(null)
  const isLedHere = useNavigationType() !== NavigationType.Pop
  useEffect(() => {
    if (isLedHere && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it comes
  }, [])
  return main
}
