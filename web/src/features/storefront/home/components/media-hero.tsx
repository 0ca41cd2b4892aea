import { heroSizes } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { clamp, heroHeight, ProductButton } from './hero.tsx'

interface MediaHeroProps {
  section: ShownSectionOf<'hero'>
  heading: 'h1' | 'h2'
}

/** A picture or a silent video that an editor chose, with their words over it. */
export function MediaHero({ section, heading }: MediaHeroProps) {
  const { t } = useTranslation('home')
  const { media, title, subtitle, product } = section
  return (
    <Box
      component="section"
      data-mode="dark"
      aria-label={t('hero.label')}
      sx={{
        position: 'relative',
        bgcolor: 'surface.canvas',
        overflow: 'hidden',
        minHeight: heroHeight,
        display: 'flex',
        alignItems: 'flex-end',
      }}
    >
      <Box sx={{ position: 'absolute', inset: 0 }}>
        {media.kind !== 'catalogue' && (
          <Picture
            src={media.imageUrl}
            alt=""
            fallback={{ title, bare: true }}
            ratio="auto"
            eager
            sizes={heroSizes}
            sx={{ position: 'absolute', inset: 0, bgcolor: 'surface.canvas', objectPosition: { xs: '52% 0', md: '50% 20%' } }}
          />
        )}
        {media.kind === 'video' && <SilentVideo key={media.videoUrl} src={media.videoUrl} />}
        <Box
          sx={(theme) => ({
            position: 'absolute',
            inset: 0,
            pointerEvents: 'none',
            backgroundImage: theme.vars.palette.onArt.heroPhone,
            [theme.breakpoints.up('md')]: { backgroundImage: theme.vars.palette.onArt.heroDesk },
          })}
        />
      </Box>
      <Box
        sx={{ position: 'relative', px: 'var(--ee-gutter)', pb: { xs: 4, md: 8 }, pt: 14, width: 1, maxWidth: { xs: 1, md: 680, lg: 780 } }}
      >
        <Typography variant="display" component={heading} sx={{ overflowWrap: 'anywhere', ...clamp(3) }}>
          {title}
        </Typography>
        {subtitle !== '' && (
          <Typography variant="subtitle1" component="p" sx={{ mt: 2, color: 'text.secondary', maxWidth: 560 }}>
            {subtitle}
          </Typography>
        )}
        {product && (
          <Box sx={{ mt: 3.5, display: 'flex' }}>
            <ProductButton product={product} />
          </Box>
        )}
      </Box>
    </Box>
  )
}

/**
 * Plays by itself only where movement is welcome, can always be stopped, and leaves the picture behind it when it does
 * not load.
 */
function SilentVideo({ src }: { src: string }) {
  const { t } = useTranslation('home')
  const wantsCalm = useMediaQuery('(prefers-reduced-motion: reduce)')
  const element = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [broken, setBroken] = useState(false)
  if (broken) return null
  const toggle = () => (playing ? element.current?.pause() : void element.current?.play().catch(() => undefined))
  return (
    <>
      <Box
        component="video"
        ref={element}
        src={src}
        muted
        loop
        playsInline
        autoPlay={!wantsCalm}
        preload={wantsCalm ? 'none' : 'auto'}
        aria-hidden
        tabIndex={-1}
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken(true)}
        sx={{
          position: 'absolute',
          inset: 0,
          width: 1,
          height: 1,
          objectFit: 'cover',
          opacity: playing ? 1 : 0,
          transition: (theme) => theme.transitions.create('opacity'),
        }}
      />
      <IconButton
        onClick={toggle}
        aria-label={t(playing ? 'hero.pause' : 'hero.play')}
        sx={{
          position: 'absolute',
          right: 'var(--ee-gutter)',
          bottom: { xs: 24, md: 64 },
          zIndex: 1,
          bgcolor: 'onArt.panel',
          color: 'onArt.paper',
        }}
      >
        {playing ? <PauseRounded /> : <PlayArrowRounded />}
      </IconButton>
    </>
  )
}
