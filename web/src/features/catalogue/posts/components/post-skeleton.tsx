import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** The boxes of a post before it is there. */
export function PostSkeleton() {
  return (
    <Box aria-hidden>
      <Box sx={{ maxWidth: 720, mx: 'auto' }}>
        <Skeleton width={160} height={20} />
        <Skeleton width="92%" height={58} sx={{ mt: 1 }} />
        <Skeleton width="60%" height={58} />
        <Box sx={{ display: 'flex', gap: 1.5, mt: 3 }}>
          <Skeleton variant="circular" width={40} height={40} />
          <Box>
            <Skeleton width={120} />
            <Skeleton width={170} />
          </Box>
        </Box>
      </Box>
      <Skeleton
        variant="rectangular"
        sx={{ mt: 5, maxWidth: 1080, mx: 'auto', width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: '20px' }}
      />
      <Box sx={{ maxWidth: 720, mx: 'auto', mt: 5 }}>
        {[100, 97, 99, 72].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={28} />
        ))}
      </Box>
    </Box>
  )
}
