import { pictureSet } from '@e-events/shared/domain/picture-set.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { trailerQuery } from '../queries.ts'

export interface TrailerPlayerProps {
  slug: string
  posterUrl: string | null
  title: string
  /** It was asked for already: no second press. */
  autoPlay?: boolean
}

/** Plays a product's trailer in place; anyone may watch it. Nothing of it is loaded before somebody wants to see it. */
export function TrailerPlayer({ slug, posterUrl, title, autoPlay = false }: TrailerPlayerProps) {
  const { t } = useTranslation('trailer')
  const { api } = useServices()
  const [isWanted, setWanted] = useState(autoPlay)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const trailer = useQuery({ ...trailerQuery(api, slug), enabled: isWanted })
  const { data } = trailer
  const isBroken = hasFailed || trailer.isError
  useEffect(() => {
    if (!video || !data || hasFailed) return undefined
    let stop: (() => void) | undefined
    let isGone = false
    const fail = () => setFailed(true)
    playHls(video, data.masterUrl, fail).then((stopper) => {
      if (isGone) return stopper()
      stop = stopper
      // A browser that wants another press shows its own button.
      video.play()?.catch(() => undefined)
    }, fail)
    return () => {
      isGone = true
      stop?.()
    }
  }, [video, data, hasFailed])
  const again = () => {
    setFailed(false)
    void trailer.refetch()
  }
  return (
    <Box
      component="section"
      data-mode="dark"
      aria-label={t('label', { title })}
      sx={{
        position: 'relative',
        aspectRatio: '16 / 9',
        borderRadius: '12px',
        overflow: 'hidden',
        bgcolor: 'onArt.ink',
        color: 'text.primary',
      }}
    >
      {isWanted && data && !isBroken ? (
        <Box
          component="video"
          ref={setVideo}
          controls
          playsInline
          poster={posterUrl ?? data.posterUrl ?? undefined}
          aria-label={t('label', { title })}
          sx={{ width: 1, height: 1, objectFit: 'contain', display: 'block' }}
        />
      ) : (
        <>
          <ArtImage src={posterUrl} srcSet={pictureSet(posterUrl)} sizes="(min-width:960px) 640px, 100vw" alt="" fallback={{ title }} />
          <Box
            sx={{
              position: 'absolute',
              inset: 0,
              display: 'grid',
              placeContent: 'center',
              justifyItems: 'center',
              gap: 1.5,
              p: 2,
              bgcolor: isBroken ? 'onArt.shade' : undefined,
            }}
          >
            {isBroken ? (
              <>
                <Typography role="alert" sx={{ textAlign: 'center' }}>
                  {t('failed')}
                </Typography>
                <Button variant="contained" color="inherit" onClick={again}>
                  {t('again')}
                </Button>
              </>
            ) : (
              <Button
                variant="contained"
                color="inherit"
                size="large"
                loading={isWanted}
                loadingPosition="start"
                startIcon={<PlayArrowRounded />}
                onClick={() => setWanted(true)}
              >
                {t(isWanted ? 'loading' : 'play')}
              </Button>
            )}
          </Box>
        </>
      )}
    </Box>
  )
}

/**
 * Plays an HLS address in a video element: by itself where the browser can, with hls.js (fetched now) elsewhere.
 * Answers what stops it.
 */
async function playHls(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<() => void> {
  if (video.canPlayType('application/vnd.apple.mpegurl') !== '' && !('MediaSource' in globalThis)) {
    video.src = url
    video.addEventListener('error', onFailed)
    return () => {
      video.removeEventListener('error', onFailed)
      video.removeAttribute('src')
      video.load()
    }
  }
  const [{ default: Hls }, { FragmentLoader }] = await Promise.all([import('hls.js'), import('../../../../lib/fragment-loader.ts')])
  if (!Hls.isSupported()) {
    onFailed()
    return () => undefined
  }
  const hls = new Hls({ fLoader: FragmentLoader, capLevelToPlayerSize: true, maxBufferLength: 20 })
  hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (fatal) onFailed()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
