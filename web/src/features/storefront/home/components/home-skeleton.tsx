import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { MediaCardSkeleton } from '../../../../components/media/media-card.tsx'
import { heroHeight } from './hero.tsx'

/** The boxes of the real page, so that nothing moves when it arrives. */
export function HomeSkeleton() {
  return (
    <Box aria-hidden>
      <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', minHeight: heroHeight, display: 'flex', alignItems: 'flex-end' }}>
        <Box sx={{ px: 'var(--ee-gutter)', pb: { xs: 8, md: 8 }, width: 1, maxWidth: 680 }}>
          <Skeleton sx={{ width: 104, height: 24 }} />
          <Skeleton sx={{ mt: 2.5, width: '82%', height: { xs: 40, md: 56 } }} />
          <Skeleton sx={{ mt: 2.5, width: '94%', height: 18 }} />
          <Skeleton sx={{ mt: 1, width: '66%', height: 18 }} />
          <Skeleton sx={{ mt: 4, width: { xs: 1, sm: 220 }, height: 52, borderRadius: '10px' }} />
        </Box>
      </Box>
      {(['live', 'upcoming', 'vod'] as const).map((kind) => (
        <Box key={kind} sx={{ mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)', overflow: 'hidden' }}>
          <Box sx={{ height: 36, mb: 2.5, display: 'flex', alignItems: 'center' }}>
            <Skeleton sx={{ width: 190, height: 22 }} />
          </Box>
          <Box
            sx={{
              display: 'grid',
              gridAutoFlow: 'column',
              gridAutoColumns: { xs: '78%', sm: '44%', md: '30.5%', lg: '23.4%', xl: '18.9%' },
              gap: { xs: 1.5, md: 2.5 },
            }}
          >
            {[0, 1, 2, 3, 4].map((card) => (
              <MediaCardSkeleton key={card} date={kind === 'upcoming'} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
