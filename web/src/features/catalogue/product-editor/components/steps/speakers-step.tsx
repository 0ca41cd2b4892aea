import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../../lib/services.ts'
import { useEditor } from '../../editor-context.ts'
import { ownChannelsQuery } from '../../queries.ts'
import { useSlots } from '../../slots.ts'
import { useField } from '../bound-fields.tsx'
import { StepCard } from '../step-card.tsx'

/** Who is on stage: at least one. */
export function SpeakersStep() {
  const { t } = useTranslation('product-editor')
  const { SpeakerPicker } = useSlots()
  const { form, product } = useEditor()
  const { field, error } = useField('speakers')
  const { api } = useServices()
  const channels = useQuery(ownChannelsQuery(api))
  const channel = channels.data?.items.find(({ slug }) => slug === form.fields.channelSlug) ?? product?.channel
  return (
    <StepCard title={t('speakers.title')} note={t('speakers.note')}>
      <SpeakerPicker
        required
        suggestion={channel?.title}
        value={field.value}
        onChange={(next) => form.form.setValue('speakers', next, { shouldValidate: true, shouldTouch: true, shouldDirty: true })}
        error={error}
      />
    </StepCard>
  )
}
