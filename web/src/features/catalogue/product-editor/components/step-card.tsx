import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

interface StepCardProps {
  title: string
  note?: ReactNode
  children: ReactNode
  /** Rows that bring their own padding (switches, tables). */
  flush?: boolean
}

/** One group of fields of a step. */
export function StepCard({ title, note, children, flush = false }: StepCardProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ overflow: 'clip', '& + &': { mt: 2 } }}>
      <Box sx={{ px: 2, pt: 2, pb: flush ? 1.5 : 0 }}>
        <Typography variant="h4" component="h3" id={id}>
          {title}
        </Typography>
        {note && (
          <Typography variant="body2" component="div" sx={{ mt: 0.25, color: 'text.secondary', textWrap: 'pretty' }}>
            {note}
          </Typography>
        )}
      </Box>
      {flush ? (
        <Box sx={{ borderTop: 1, borderColor: 'border.subtle' }}>{children}</Box>
      ) : (
        <Box sx={{ p: 2, display: 'grid', gap: 2.25 }}>{children}</Box>
      )}
    </Card>
  )
}

/** Two fields beside each other where there is room. */
export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' },
  gap: 2,
  alignItems: 'start',
} as const
