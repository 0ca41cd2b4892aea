import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Plays everybody who is heard, on `sinkId` ('': the loudspeakers of the system). Where the browser wants a press
 * first, there is a button for it.
 */
export function Sounds({ tracks, sinkId }: { tracks: ReadonlyMap<string, MediaStreamTrack>; sinkId: string }) {
  const { t } = useTranslation('room')
  const box = useRef<HTMLDivElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  const audible = [...tracks].filter(([, { kind }]) => kind === 'audio')
  const playAll = () => {
    setBlocked(false)
    for (const audio of box.current?.querySelectorAll('audio') ?? []) void audio.play().catch(() => setBlocked(true))
  }
  return (
    <>
      <div ref={box} hidden>
        {audible.map(([key, track]) => (
          <Sound key={key} track={track} sinkId={sinkId} onBlocked={() => setBlocked(true)} />
        ))}
      </div>
      {isBlocked && (
        <Box sx={{ position: 'absolute', top: 68, left: 0, right: 0, display: 'grid', justifyItems: 'center', zIndex: 2 }}>
          <Button variant="contained" color="primary" startIcon={<VolumeUpRounded />} onClick={playAll}>
            {t('soundBlocked')}
          </Button>
        </Box>
      )}
    </>
  )
}

function Sound({ track, sinkId, onBlocked }: { track: MediaStreamTrack; sinkId: string; onBlocked: () => void }) {
  const audio = useRef<HTMLAudioElement>(null)
  const blocked = useRef(onBlocked)
  useEffect(() => {
    blocked.current = onBlocked
  })
  useEffect(() => {
    const element = audio.current
    if (!element) return undefined
    element.srcObject = new MediaStream([track])
    element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') blocked.current()
    })
    return () => {
      element.srcObject = null
    }
  }, [track])
  useEffect(() => {
    const element = audio.current
    // Unplugged in this moment: it goes on where it is, and the list of devices says so.
    if (element && 'setSinkId' in element && element.sinkId !== sinkId) element.setSinkId(sinkId).catch(() => undefined)
  }, [sinkId])
  return <audio ref={audio} autoPlay />
}
