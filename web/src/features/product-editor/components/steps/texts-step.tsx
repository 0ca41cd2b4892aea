import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../config/language-names.ts'
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
  const [shown, setShown] = useState<Language>(main)
  const ordered = [main, ...languages.filter((language) => language !== main)]
  const isMain = shown === main
  const isRequired = isMain || hasTexts(fields.texts[shown])
  return (
    <StepCard title={t('texts.title')} note={t('texts.note')}>
      <Tabs value={shown} onChange={(_, next: Language) => setShown(next)} aria-label={t('texts.languages')}>
        {ordered.map((language) => (
          <Tab
            key={language}
            value={language}
            id={`texts-tab-${language}`}
            aria-controls="texts-panel"
            label={
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
                <span lang={language}>{languageNames[language]}</span>
                {language === main && <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{t('texts.main')}</Box>}
                {Object.keys(faults).some((path) => path.startsWith(`texts.${language}.`)) && hasTexts(fields.texts[language]) && (
                  <Box
                    role="img"
                    aria-label={t('step.wrong')}
                    sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'warning.light' }}
                  />
                )}
              </Box>
            }
          />
        ))}
      </Tabs>
      {/* Each language has fields of its own: another key, so that none shows the other's text for a moment. */}
      <Box role="tabpanel" id="texts-panel" aria-labelledby={`texts-tab-${shown}`} key={shown} sx={{ display: 'grid', gap: 2.25 }}>
        {!isMain && (
          <Alert severity="info" role="note">
            {t('texts.fallback', { language: languageNames[main] })}
          </Alert>
        )}
        <BoundCounted name={`texts.${shown}.title`} label={t('texts.titleField')} required={isRequired} max={limits.titleChars} />
        <BoundCounted
          name={`texts.${shown}.shortDescription`}
          label={t('texts.short')}
          helperText={t('texts.shortNote')}
          max={limits.productShortDescriptionChars}
          multiline
          minRows={2}
        />
        <BoundCounted
          name={`texts.${shown}.description`}
          label={t('texts.description')}
          helperText={t('texts.descriptionNote')}
          recommended={limits.descriptionRecommendedChars}
          multiline
          minRows={8}
          maxRows={24}
        />
      </Box>
    </StepCard>
  )
}
