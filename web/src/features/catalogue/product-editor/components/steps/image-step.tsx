import { limits } from '@e-events/shared/limits.ts'
import { useTranslation } from 'react-i18next'
import { PictureField } from '../picture-field.tsx'
import { StepCard } from '../step-card.tsx'

/** Pictures of the product on cards and at the top of its page. */
export function ImageStep() {
  const { t } = useTranslation('product-editor')
  const size = { width: limits.imageWidthPx, height: limits.imageHeightPx, mb: limits.imageBytes / 1024 / 1024 }
  return (
    <>
      <StepCard title={t('image.title')} note={t('image.note')}>
        <PictureField name="image" label={t('image.main')} required ratio="16:9" hint={t('image.hint', size)} />
      </StepCard>
      <StepCard title={t('image.heroTitle')} note={t('image.heroNote')}>
        <PictureField name="heroImage" label={t('image.hero')} ratio="16:9" />
      </StepCard>
    </>
  )
}
