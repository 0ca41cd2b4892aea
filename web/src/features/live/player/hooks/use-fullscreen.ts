import { useCallback, useEffect, useState, type RefObject } from 'react'

export function useFullscreen(target: RefObject<HTMLElement | null>): { isFullscreen: boolean; toggleFullscreen: () => void } {
  const [isFullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    const onChange = () => setFullscreen(document.fullscreenElement === target.current && target.current !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [target])
  const toggleFullscreen = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void target.current?.requestFullscreen().catch(() => undefined)
  }, [target])
  return { isFullscreen, toggleFullscreen }
}
