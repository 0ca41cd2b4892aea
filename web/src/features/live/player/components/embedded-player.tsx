import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { EmbeddedFrame } from './embedded-frame.tsx'

/** A product that somebody else's player shows. */
export function EmbeddedPlayer({ playback }: { playback: Extract<Playback, { state: 'embedded' }> }) {
  const { t } = useTranslation('player')
  const { product, embedUrl } = playback
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
        <EmbeddedFrame embedUrl={embedUrl} isAudio={product.type === 'podcast'} />
      </Box>
    </Box>
  )
}
