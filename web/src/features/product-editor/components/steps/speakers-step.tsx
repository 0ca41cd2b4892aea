import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor-context.ts'
import { useSlots } from '../../slots.ts'
import { useField } from '../bound-fields.tsx'
import { StepCard } from '../step-card.tsx'

/** Who is on stage: at least one. */
export function SpeakersStep() {
  const { t } = useTranslation('product-editor')
  const { SpeakerPicker } = useSlots()
  const { form } = useEditor()
  const { field, error } = useField('speakers')
  return (
    <StepCard title={t('speakers.title')} note={t('speakers.note')}>
      <SpeakerPicker
        required
        value={field.value}
        onChange={(next) => form.form.setValue('speakers', next, { shouldValidate: true, shouldTouch: true, shouldDirty: true })}
        error={error}
      />
    </StepCard>
  )
}
