import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor-context.ts'
import { traitsOf } from '../../steps.ts'
import { SessionsEditor } from '../sessions-editor.tsx'
import { StepCard } from '../step-card.tsx'

/** When it takes place. */
export function DatesStep() {
  const { t } = useTranslation('product-editor')
  const { form } = useEditor()
  const isRequired = traitsOf(form.fields.type).dates === 'required'
  return (
    <StepCard title={t('dates.title')} note={t(isRequired ? 'dates.noteRequired' : 'dates.note')}>
      <SessionsEditor isRequired={isRequired} />
    </StepCard>
  )
}
