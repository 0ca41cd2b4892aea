import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { productGrid } from './product-grid.ts'

export function ProductSkeleton() {
  return (
    <Box aria-hidden sx={productGrid}>
      <Box sx={{ gridArea: 'head' }}>
        <Skeleton sx={{ width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: { xs: '14px', md: '20px' } }} />
        <Skeleton sx={{ mt: 4, width: 120, height: 26 }} />
        <Skeleton sx={{ mt: 2, width: '70%', height: 44 }} />
        <Box sx={{ mt: 2, display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Skeleton variant="circular" width={36} height={36} />
          <Skeleton width={180} height={16} />
        </Box>
        <Skeleton sx={{ mt: 3, width: '92%', height: 18 }} />
        <Skeleton sx={{ mt: 1, width: '60%', height: 18 }} />
        <Skeleton sx={{ mt: 7, width: 160, height: 26 }} />
        <Skeleton sx={{ mt: 2, width: 1, height: 168, borderRadius: '16px' }} />
      </Box>
      <Box sx={{ gridArea: 'offer', display: { xs: 'none', md: 'block' } }}>
        <Skeleton sx={{ width: 1, height: 340, borderRadius: '20px' }} />
      </Box>
    </Box>
  )
}
