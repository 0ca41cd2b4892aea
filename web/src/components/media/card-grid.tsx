import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Cards of products, channels and posts side by side, as list items. `isStale`: those of the question before. */
export function CardGrid({ isStale = false, children }: { isStale?: boolean; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-busy={isStale}
      sx={{
        listStyle: 'none',
        m: 0,
        mt: 3,
        p: 0,
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        },
        columnGap: { xs: 1.5, md: 2.5 },
        rowGap: { xs: 3, md: 4 },
        opacity: isStale ? 0.55 : 1,
        transition: (theme) => theme.transitions.create('opacity'),
      }}
    >
      {children}
    </Box>
  )
}
