import type { Theme } from '@mui/material/styles'
import Box from '@mui/material/Box'
import type { SystemStyleObject } from '@mui/system'
import type { ReactNode } from 'react'

interface PageProps {
  /** Pixels; the page stands in the middle of what is wider. */
  maxWidth: number
  sx?: SystemStyleObject<Theme>
  children: ReactNode
}

/** A page of the store within its gutters. */
export function Page({ maxWidth, sx, children }: PageProps) {
  return <Box sx={{ px: 'var(--ee-gutter)', maxWidth, mx: 'auto', ...sx }}>{children}</Box>
}
