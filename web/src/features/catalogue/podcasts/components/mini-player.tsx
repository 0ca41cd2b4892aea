import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { clock } from '@e-events/shared/ui/format.ts'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import { chapterAt } from '../../../../lib/chapters.ts'
import { usePodcast } from '../podcast-context.ts'
import { PlayButton, SkipButton } from './transport.tsx'

/** At the foot of every page while a podcast is open; its title leads back to the player. */
export function MiniPlayer({ heightPx }: { heightPx: number }) {
  const { t } = useTranslation('podcasts')
  const { player, snapshot } = usePodcast()
  const { track, positionSec, durationSec, chapters } = snapshot
  if (!track) return null
  const chapter = chapters[chapterAt(chapters, positionSec)]
  return (
    <Box
      component="aside"
      aria-label={t('mini.label')}
      data-mode="dark"
      sx={{
        position: 'fixed',
        inset: 'auto 0 0 0',
        height: heightPx,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        px: { xs: 1.5, sm: 'var(--ee-gutter)' },
        bgcolor: 'surface.raised',
        borderTop: 1,
        borderColor: 'border.subtle',
        '& .MuiIconButton-root': { color: 'text.primary' },
      }}
    >
      <Box
        aria-hidden
        style={{ transform: `scaleX(${durationSec > 0 ? positionSec / durationSec : 0})` }}
        sx={{ position: 'absolute', inset: '-1px 0 auto 0', height: 3, bgcolor: 'live.main', transformOrigin: '0 0' }}
      />
      <ArtImage
        src={track.artUrl}
        alt=""
        fallback={{ title: track.title }}
        ratio="16 / 9"
        sx={{ width: { xs: 64, sm: 86 }, flexShrink: 0, borderRadius: '8px' }}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography
          component={Link}
          to={paths.player(track.slug)}
          variant="h6"
          noWrap
          sx={{ display: 'block', color: 'text.primary', '&:hover': { textDecoration: 'underline' } }}
        >
          {track.title}
        </Typography>
        <Typography variant="caption" component="p" noWrap sx={{ m: 0, color: 'text.secondary' }}>
          {snapshot.phase === 'failed' ? t('failed.short') : (chapter?.title ?? track.channelTitle)}
        </Typography>
      </Box>
      <Box className="tabular" sx={{ display: { xs: 'none', md: 'block' }, typography: 'body2', color: 'text.secondary' }}>
        {clock(positionSec)} / {clock(durationSec)}
      </Box>
      <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
        <SkipButton direction="back" onClick={() => player.seekBy(-15)} />
      </Box>
      <PlayButton snapshot={snapshot} onClick={() => player.toggle()} />
      <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
        <SkipButton direction="forward" onClick={() => player.seekBy(15)} />
      </Box>
      <Tooltip title={t('mini.close')}>
        <IconButton aria-label={t('mini.close')} onClick={() => player.close()}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
    </Box>
  )
}
