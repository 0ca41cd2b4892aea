import { useTranslation } from 'react-i18next'
import { SessionsEditor } from '../sessions-editor.tsx'
import { StepCard } from '../step-card.tsx'

/** When it takes place. */
export function DatesStep() {
  const { t } = useTranslation('product-editor')
  return (
    <StepCard title={t('dates.title')} note={t('dates.noteRequired')}>
      <SessionsEditor isRequired />
    </StepCard>
  )
}
