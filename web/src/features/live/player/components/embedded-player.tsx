import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'

/** Somebody else's player in a frame that may play, and do nothing to the page around it. */
export function EmbeddedPlayer({ playback }: { playback: Extract<Playback, { state: 'embedded' }> }) {
  const { t } = useTranslation('player')
  const { product, embedUrl } = playback
  const host = new URL(embedUrl).hostname.replace(/^(www|player|open|w)\./, '').replace('-nocookie', '')
  const isAudio = product.type === 'podcast'
  return (
    <Box
      data-mode="dark"
      sx={{ minHeight: '100dvh', bgcolor: 'surface.canvas', color: 'text.primary', display: 'flex', flexDirection: 'column' }}
    >
      <Box component="header" sx={{ px: { xs: 1, md: 2 }, height: 60, display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('back')} href={paths.product(product.slug)}>
          <ArrowBackRounded />
        </IconButton>
        <Typography variant="h5" component="h1" noWrap sx={{ m: 0 }}>
          {product.title}
        </Typography>
      </Box>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        data-state="embedded"
        sx={{ '&:focus': { outline: 'none' }, flex: 1, display: 'grid', placeContent: 'center', px: { xs: 0, md: 3 }, pb: 4 }}
      >
        <Box
          component="iframe"
          src={embedUrl}
          title={t('embedded.frame', { host })}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          sx={{
            border: 0,
            display: 'block',
            bgcolor: 'common.black',
            borderRadius: { md: '12px' },
            ...(isAudio
              ? { width: 'min(100vw, 720px)', height: 352 }
              : { width: 'min(100vw, 1280px, calc((100dvh - 140px) * 16 / 9))', aspectRatio: '16 / 9' }),
          }}
        />
        <Typography variant="caption" component="p" sx={{ m: 0, mt: 1.5, px: { xs: 2, md: 0 }, color: 'text.secondary' }}>
          {t('embedded.note', { host })}
        </Typography>
      </Box>
    </Box>
  )
}
