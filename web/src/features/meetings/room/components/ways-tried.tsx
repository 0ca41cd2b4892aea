import { mediaWayKinds, type MediaWays, type WayState } from '@e-events/shared/rtc/meeting/media-ways.ts'
import BlockRounded from '@mui/icons-material/BlockRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

const marks: Record<WayState, { icon: typeof SvgIcon; color: string }> = {
  open: { icon: CheckRounded, color: 'success.main' },
  blocked: { icon: BlockRounded, color: 'warning.main' },
  unreachable: { icon: BlockRounded, color: 'warning.main' },
  untried: { icon: RemoveRounded, color: 'text.secondary' },
  absent: { icon: RemoveRounded, color: 'text.secondary' },
}

/** The ways that pictures and sound might have taken, and what became of each. */
export function WaysTried({ ways }: { ways: MediaWays }) {
  const { t } = useTranslation('room')
  return (
    <Box
      component="section"
      aria-labelledby="ways-tried"
      sx={{ mt: 3, width: 1, maxWidth: 520, p: 2, borderRadius: '14px', bgcolor: 'surface.raised', textAlign: 'left' }}
    >
      <Typography id="ways-tried" component="h2" variant="subtitle2">
        {t('end.failed.media.tried')}
      </Typography>
      <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', rowGap: 0.75 }}>
        {mediaWayKinds.map((kind) => {
          const { icon: Icon, color } = marks[ways[kind]]
          return (
            <Box key={kind} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2' }}>
              <Box component="dt" sx={{ flex: '1 1 150px' }}>
                {t(`end.failed.media.way.${kind}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, flex: '1 1 190px', display: 'flex', alignItems: 'center', gap: 0.75 }}>
                <Icon aria-hidden sx={{ fontSize: 18, color }} />
                {t(`end.failed.media.state.${ways[kind]}`)}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
