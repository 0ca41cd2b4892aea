import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TourStep } from './tour.tsx'

interface InlineTourProps {
  steps: readonly TourStep[]
  /** After the last step, and wherever it is left. */
  onEnd: () => void
}

/** A tour of a form that is a dialog itself: it stands in the form, since nothing comes up over a dialog. */
export function InlineTour({ steps, onEnd }: InlineTourProps) {
  const { t } = useTranslation('tours')
  const id = useId()
  const [index, setIndex] = useState(0)
  const step = steps[index]
  if (!step) return null
  const isLast = index === steps.length - 1
  return (
    <Box
      component="section"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // It ends the tour, not the form around it.
        event.stopPropagation()
        onEnd()
      }}
      sx={{ flex: '1 0 calc(100% - 32px)', ml: 3, mr: 1, p: 2, borderRadius: '12px', bgcolor: 'tint.blue' }}
    >
      <Box aria-live="polite">
        <Typography id={id} variant="label" component="h3">
          {step.title}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25 }}>
          {step.text}
        </Typography>
      </Box>
      <Box sx={{ mt: 1, display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="caption" className="tabular" sx={{ flex: 1, color: 'text.secondary' }}>
          {t('progress', { number: index + 1, total: steps.length })}
        </Typography>
        {!isLast && (
          <Button size="small" variant="text" onClick={onEnd}>
            {t('skip')}
          </Button>
        )}
        <Button size="small" onClick={() => (isLast ? onEnd() : setIndex(index + 1))}>
          {t(isLast ? 'done' : 'next')}
        </Button>
      </Box>
    </Box>
  )
}
