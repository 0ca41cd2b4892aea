import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

interface FormSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** Places the title of a card at its left, or above it where there is no room. */
export function FormSection({ title, note, children }: FormSectionProps) {
  const headingId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '220px minmax(0,1fr)' },
        columnGap: 4,
        rowGap: 1,
        '& + &': { mt: 3 },
      }}
    >
      <Box sx={{ pt: { md: 1.75 } }}>
        <Typography variant="h4" component="h2" id={headingId}>
          {title}
        </Typography>
        {note && (
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
      </Box>
      {/* Clipped, not hidden: the wide input of a switch would let the card scroll under a keyboard. */}
      <Card sx={{ overflow: 'clip' }}>{children}</Card>
    </Box>
  )
}
