import Box from '@mui/material/Box'
import { useEffect, useRef, type RefObject } from 'react'

/** How much of the text has been read. For the eyes only: a reader's own program tells the place by itself. */
export function ReadingProgress({ of }: { of: RefObject<HTMLElement | null> }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      frame = 0
      const { current: text } = of
      if (!text || !bar.current) return
      const { top, height } = text.getBoundingClientRect()
      const length = Math.max(1, height - window.innerHeight * 0.6)
      const read = Math.min(1, Math.max(0, (window.innerHeight * 0.2 - top) / length))
      bar.current.style.transform = `scaleX(${read})`
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(draw)
    }
    draw()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [of])
  return (
    <Box
      ref={bar}
      aria-hidden
      sx={{
        position: 'fixed',
        inset: '0 0 auto 0',
        height: 3,
        bgcolor: 'live.main',
        transformOrigin: '0 0',
        transform: 'scaleX(0)',
        zIndex: 'appBar',
      }}
    />
  )
}
