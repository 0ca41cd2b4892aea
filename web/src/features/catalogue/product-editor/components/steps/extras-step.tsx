import { hasField } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor-context.ts'
import { BoundCounted, BoundText } from '../bound-fields.tsx'
import { BundleEditor } from '../bundle-editor.tsx'
import { MetadataEditor } from '../metadata-editor.tsx'
import { PictureField } from '../picture-field.tsx'
import { StepCard } from '../step-card.tsx'

/** Rare fields. */
export function ExtrasStep() {
  const { t } = useTranslation('product-editor')
  const { form } = useEditor()
  return (
    <>
      {form.fields.type === 'post' && (
        <StepCard title={t('extras.seo')} note={t('extras.seoNote')}>
          <BoundCounted name="seoTitle" label={t('extras.seoTitle')} max={200} />
          <BoundCounted name="seoDescription" label={t('extras.seoDescription')} max={400} multiline minRows={2} />
        </StepCard>
      )}
      <StepCard title={t('extras.bundle')} note={t('extras.bundleNote')}>
        <BundleEditor />
      </StepCard>
      <StepCard title={t('extras.metadata')} note={t('extras.metadataNote')}>
        <MetadataEditor />
      </StepCard>
      <StepCard title={t('extras.pictures')} note={t('extras.picturesNote')}>
        <PictureField name="secondaryImage" label={t('extras.secondary')} ratio="16:9" hint={t('extras.secondaryNote')} />
        <PictureField name="adBanner" label={t('extras.banner')} ratio="3:1" hint={t('extras.bannerNote')} />
        <BoundText name="bannerUrl" type="url" label={t('extras.bannerUrl')} helperText={t('extras.bannerUrlNote')} slotProps={url} />
      </StepCard>
      {hasField(form.fields.type, 'surveyUrl') && (
        <StepCard title={t('extras.survey')} note={t('extras.surveyNote')}>
          <BoundText name="surveyUrl" type="url" label={t('extras.surveyUrl')} slotProps={url} />
        </StepCard>
      )}
    </>
  )
}

const url = { htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } } as const
