import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'

interface TrackVideoProps {
  track: MediaStreamTrack | null
  label: string
  contain?: boolean
}

/** A track as a picture. Muted for good: the desk's sound is never played back into the room. */
export function TrackVideo({ track, label, contain = false }: TrackVideoProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current
    if (!video) return undefined
    video.muted = true
    video.srcObject = track ? new MediaStream([track]) : null
    // A tab in the background may refuse; the picture starts when it is seen.
    if (track) void video.play().catch(() => undefined)
    return () => {
      video.srcObject = null
    }
  }, [track])
  return (
    <Box
      component="video"
      ref={ref}
      aria-label={label}
      autoPlay
      muted
      playsInline
      sx={{ display: 'block', width: 1, height: 1, objectFit: contain ? 'contain' : 'cover', bgcolor: 'onArt.ink' }}
    />
  )
}
