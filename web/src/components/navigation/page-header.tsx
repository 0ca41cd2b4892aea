import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
}

/** The head of a back-office sheet: one title, one line about it, one row of actions. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2.5 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {lead !== undefined && (
          <Typography variant="body2" component="div" className="tabular" sx={{ mt: 0.25, minHeight: 20, color: 'text.secondary' }}>
            {lead}
          </Typography>
        )}
      </Box>
      {actions && <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{actions}</Box>}
    </Box>
  )
}
