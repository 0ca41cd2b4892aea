import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import IconButton from '@mui/material/IconButton'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useTour } from '../use-tour.ts'
import { Tour } from './tour.tsx'

interface OfferedTourProps {
  /** Remembered under it: once ended, it comes again only by its button. */
  name: string
  steps: ComponentProps<typeof Tour>['steps']
}

/** A tour that is shown on somebody's first visit, and again by the button. */
export function OfferedTour({ name, steps }: OfferedTourProps) {
  const { t } = useTranslation('tours')
  const { isDue, end, start } = useTour(name)
  return (
    <>
      <IconButton aria-label={t('again')} title={t('again')} onClick={start}>
        <HelpOutlineRounded />
      </IconButton>
      {isDue && <Tour onEnd={end} steps={steps} />}
    </>
  )
}
