import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export const line = 'border.subtle'

/** A quiet remark at the right of a panel's head. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Box component="span" className="tabular" sx={{ fontSize: 12, color: 'text.tertiary' }}>
    {children}
  </Box>
)

interface PanelProps {
  title: string
  aside?: ReactNode
  /** Draws the line to the panel before it. */
  edge?: boolean
  children: ReactNode
}

export function Panel({ title, aside, edge = false, children }: PanelProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        borderLeft: { md: edge ? 1 : 0 },
        borderTop: { xs: edge ? 1 : 0, md: 0 },
        borderColor: { xs: line, md: line },
      }}
    >
      <Box sx={{ flexShrink: 0, height: 38, px: 1.5, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h6" component="h2">
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Box>
  )
}
