import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Plays everybody who is heard. Where the browser wants a press first, there is a button for it. */
export function Sounds({ tracks }: { tracks: ReadonlyMap<string, MediaStreamTrack> }) {
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
          <Sound key={key} track={track} onBlocked={() => setBlocked(true)} />
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

function Sound({ track, onBlocked }: { track: MediaStreamTrack; onBlocked: () => void }) {
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
  return <audio ref={audio} autoPlay />
}
