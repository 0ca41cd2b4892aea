import { limits } from '@e-events/shared/limits.ts'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor-context.ts'
import { isStepped } from '../../steps.ts'
import { PictureField } from '../picture-field.tsx'
import { StepCard } from '../step-card.tsx'

/** Pictures of the product on cards and at the top of its page. */
export function ImageStep() {
  const { t } = useTranslation('product-editor')
  const { form } = useEditor()
  const size = { width: limits.imageWidthPx, height: limits.imageHeightPx, mb: limits.imageBytes / 1024 / 1024 }
  return (
    <>
      <StepCard title={t('image.title')} note={t('image.note')}>
        <PictureField name="image" label={t('image.main')} required ratio="16:9" hint={t('image.hint', size)} />
      </StepCard>
      {!isStepped(form.fields.type) && <HeroPicture />}
    </>
  )
}

export function HeroPicture() {
  const { t } = useTranslation('product-editor')
  return (
    <StepCard title={t('image.heroTitle')} note={t('image.heroNote')}>
      <PictureField name="heroImage" label={t('image.hero')} ratio="16:9" />
    </StepCard>
  )
}
