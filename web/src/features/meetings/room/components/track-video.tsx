import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'

interface TrackVideoProps {
  track: MediaStreamTrack
  label: string
  isMirrored?: boolean
  /** All of it, with bars, as a screen needs it; a face fills its tile. */
  isWhole?: boolean
}

/** The picture of one track; its sound is played elsewhere. */
export function TrackVideo({ track, label, isMirrored = false, isWhole = false }: TrackVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    element.srcObject = new MediaStream([track])
    void element.play().catch(() => undefined)
    return () => {
      element.srcObject = null
    }
  }, [track])
  return (
    <Box
      component="video"
      ref={video}
      muted
      playsInline
      autoPlay
      aria-label={label}
      sx={{
        position: 'absolute',
        inset: 0,
        width: 1,
        height: 1,
        objectFit: isWhole ? 'contain' : 'cover',
        transform: isMirrored ? 'scaleX(-1)' : 'none',
      }}
    />
  )
}
