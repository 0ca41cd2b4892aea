import { limits } from '@e-events/shared/limits.ts'
import { useTranslation } from 'react-i18next'
import { LanguageTabs } from '../../../fields/language-tabs.tsx'
import { useEditor } from '../../editor-context.ts'
import { hasTexts } from '../../fields.ts'
import { BoundCounted } from '../bound-fields.tsx'
import { StepCard } from '../step-card.tsx'

/** Title and descriptions, per language. */
export function TextsStep() {
  const { t } = useTranslation('product-editor')
  const { form } = useEditor()
  const { fields, faults } = form
  const main = fields.language
  return (
    <StepCard title={t('texts.title')} note={t('texts.note')}>
      <LanguageTabs
        main={main}
        isWrong={(language) =>
          Object.keys(faults).some((path) => path.startsWith(`texts.${language}.`)) && hasTexts(fields.texts[language])
        }
      >
        {(language) => (
          <>
            <BoundCounted
              name={`texts.${language}.title`}
              label={t('texts.titleField')}
              required={language === main || hasTexts(fields.texts[language])}
              max={limits.titleChars}
            />
            <BoundCounted
              name={`texts.${language}.shortDescription`}
              label={t('texts.short')}
              helperText={t('texts.shortNote')}
              max={limits.productShortDescriptionChars}
              multiline
              minRows={2}
            />
            <BoundCounted
              name={`texts.${language}.description`}
              label={t('texts.description')}
              helperText={t('texts.descriptionNote')}
              recommended={limits.descriptionRecommendedChars}
              multiline
              minRows={8}
              maxRows={24}
            />
          </>
        )}
      </LanguageTabs>
    </StepCard>
  )
}
