import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ChapterList } from '../../../../components/media/chapter-list.tsx'
import { paths } from '../../../../config/paths.ts'
import { stopOf } from '../../../../lib/resume.ts'
import { useServices } from '../../../../lib/services.ts'
import { usePodcast } from '../podcast-context.ts'
import { chaptersQuery, peaksQuery } from '../queries.ts'
import { ListeningSettings } from './listening-settings.tsx'
import { PlayButton, SkipButton } from './transport.tsx'
import { WaveformSeek } from './waveform-seek.tsx'

type Ready = Extract<Playback, { state: 'ready' }>

/** The player of a podcast: nothing to look at but the sound itself. It goes on when one leaves. */
export function PodcastView({ playback }: { playback: Ready }) {
  const { t } = useTranslation('podcasts')
  const { api } = useServices()
  const { player, snapshot } = usePodcast()
  const { product, media } = playback
  const masterUrl = media.feeds[0]?.masterUrl ?? ''
  const chapters = useQuery(chaptersQuery(api, product.slug))
  const peaks = useQuery({ ...peaksQuery(product.slug, masterUrl), enabled: masterUrl !== '' })
  // A link inside the site was a user gesture: then it may play at once.
  const camePressing = useLocation().key !== 'default'
  useOpened(playback, camePressing)
  useEffect(() => {
    if (chapters.data) player.setChapters(product.slug, chapters.data.chapters)
  }, [player, product.slug, chapters.data])
  useKeys()

  const isMine = snapshot.track?.slug === product.slug
  const art = product.heroUrl ?? product.posterUrl
  return (
    <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', color: 'text.primary', minHeight: '100dvh' }}>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 1, md: 2 }, height: 64 }}>
        <Tooltip title={t('back')}>
          <IconButton aria-label={t('back')} href={paths.product(product.slug)} sx={{ color: 'text.primary' }}>
            <ArrowBackRounded />
          </IconButton>
        </Tooltip>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {t('goesOn')}
        </Typography>
      </Box>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ maxWidth: 820, mx: 'auto', px: 'var(--ee-gutter)', pt: { xs: 1, md: 4 }, pb: 8, outline: 'none' }}
      >
        <ArtImage
          src={art}
          alt=""
          eager
          fallback={{ title: product.title, kicker: product.channel.title }}
          sizes="(min-width: 600px) 480px, 92vw"
          sx={{ width: 1, maxWidth: 480, mx: 'auto', borderRadius: '20px', boxShadow: (theme) => theme.vars.palette.shadow.lift }}
        />
        <Typography
          variant="h1"
          sx={{ mt: 4, fontSize: { xs: 26, sm: 34 }, textAlign: 'center', textWrap: 'balance', overflowWrap: 'anywhere' }}
        >
          {product.title}
        </Typography>
        <Typography sx={{ mt: 1, mb: 4, textAlign: 'center', color: 'text.secondary' }}>
          <Link href={paths.channel(product.channel.slug)} color="inherit">
            {product.channel.title}
          </Link>
        </Typography>
        {isMine && snapshot.phase === 'failed' && (
          <Alert
            severity="error"
            sx={{ mb: 3 }}
            action={
              <Button size="small" variant="text" onClick={() => void player.play()}>
                {t('failed.retry')}
              </Button>
            }
          >
            {t('failed.text')}
          </Alert>
        )}
        <WaveformSeek snapshot={snapshot} peaks={peaks.data ?? null} onSeek={(positionSec) => player.seekTo(positionSec)} />
        <Box
          role="group"
          aria-label={t('controls')}
          sx={{
            display: 'flex',
            justifyContent: 'center',
            alignItems: 'center',
            gap: 2,
            my: 3,
            '& .MuiIconButton-root': { color: 'text.primary' },
          }}
        >
          <SkipButton direction="back" large onClick={() => player.seekBy(-15)} />
          <PlayButton snapshot={snapshot} large onClick={() => player.toggle()} />
          <SkipButton direction="forward" large onClick={() => player.seekBy(15)} />
        </Box>
        <ListeningSettings player={player} snapshot={snapshot} />
        {snapshot.chapters.length > 0 && (
          <Box sx={{ mt: 5 }}>
            <ChapterList
              title={t('chapters.title')}
              chapters={snapshot.chapters}
              positionSec={snapshot.positionSec}
              durationSec={snapshot.durationSec}
              onSeek={(positionSec) => {
                player.seekTo(positionSec)
                void player.play()
              }}
            />
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** Once per podcast: fresh signatures that come with every answer change nothing for what plays. */
function useOpened({ product, media }: Ready, play: boolean): void {
  const { player } = usePodcast()
  const { slug } = product
  const masterUrl = media.feeds[0]?.masterUrl
  useEffect(() => {
    if (masterUrl === undefined) return
    const isPlayingIt = player.getSnapshot().track?.slug === slug
    void player.open(
      {
        slug,
        title: product.title,
        channelTitle: product.channel.title,
        artUrl: product.heroUrl ?? product.posterUrl,
        masterUrl,
        durationSec: (media.durationMs ?? 0) / 1000,
        stopped: stopOf(media.resume),
      },
      { play: play && !isPlayingIt },
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the podcast is its slug
  }, [player, slug])
}

/** The keys of the video player, as far as a sound has something for them. */
function useKeys(): void {
  const { player } = usePodcast()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      // A focused button or menu keeps the keys that press it.
      const isPressable = target.closest('button, a, [role="menuitemradio"], [role="slider"]') !== null
      const act = { k: () => player.toggle(), j: () => player.seekBy(-15), l: () => player.seekBy(15) }[event.key.toLowerCase()]
      if (act) act()
      else if (event.key === ' ' && !isPressable) player.toggle()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [player])
}
