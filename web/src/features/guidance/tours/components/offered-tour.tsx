import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import IconButton from '@mui/material/IconButton'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useTour } from '../use-tour.ts'
import { InlineTour } from './inline-tour.tsx'
import { Tour } from './tour.tsx'

interface OfferedTourProps {
  /** Remembered under it: once ended, it comes again only by its button. */
  name: string
  steps: ComponentProps<typeof Tour>['steps']
  /** Shown by itself to somebody who never made one of these; else by its button alone. */
  isFirst: boolean
  /** Stands inside the form, which is a dialog. */
  inline?: boolean
}

/** A tour that is shown before somebody's first one, and again by the button. */
export function OfferedTour({ name, steps, isFirst, inline = false }: OfferedTourProps) {
  const { t } = useTranslation('tours')
  const { isDue, isAsked, end, start } = useTour(name)
  const isShown = isAsked || (isFirst && isDue)
  return (
    <>
      <IconButton aria-label={t('again')} title={t('again')} onClick={start}>
        <HelpOutlineRounded />
      </IconButton>
      {isShown && (inline ? <InlineTour onEnd={end} steps={steps} /> : <Tour onEnd={end} steps={steps} />)}
    </>
  )
}
