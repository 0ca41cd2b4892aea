import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface FullHeightPageProps {
  /** Pixels; a lower window scrolls the page. */
  minHeight: number
  /** Off: as tall as its content. */
  isOn?: boolean
  children: ReactNode
}

/**
 * A page of the back office as tall as the window between the bar (56) and the edge (40): its table or editor scrolls
 * inside, so that head and foot stay in sight.
 */
export function FullHeightPage({ minHeight, isOn = true, children }: FullHeightPageProps) {
  const height = isOn ? { height: { md: 'calc(100dvh - 56px - 40px)' }, minHeight: { md: minHeight } } : {}
  return <Box sx={{ display: 'flex', flexDirection: 'column', ...height }}>{children}</Box>
}
