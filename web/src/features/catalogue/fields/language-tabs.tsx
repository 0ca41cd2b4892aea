import { languages, type Language } from '@e-events/shared/domain/language.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../config/language-names.ts'

interface LanguageTabsProps {
  /** The language that it is written in, shown first; the others are translations. */
  main: Language
  isWrong?: (language: Language) => boolean
  /** The fields of a language. */
  children: (language: Language) => ReactNode
}

/** The same texts in each language of the site. */
export function LanguageTabs({ main, isWrong, children }: LanguageTabsProps) {
  const { t } = useTranslation()
  const id = useId()
  // Null is the main one, whichever that is: who reads it goes on reading it when another language becomes the main
  // one.
  const [chosen, setChosen] = useState<Language | null>(null)
  const shown = chosen ?? main
  const ordered = [main, ...languages.filter((language) => language !== main)]
  return (
    <>
      <Tabs value={shown} onChange={(_, next: Language) => setChosen(next === main ? null : next)} aria-label={t('languageTabs.label')}>
        {ordered.map((language) => (
          <Tab
            key={language}
            value={language}
            id={`${id}-tab-${language}`}
            aria-controls={`${id}-panel`}
            label={
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
                <span lang={language}>{languageNames[language]}</span>
                {language === main && <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{t('languageTabs.main')}</Box>}
                {isWrong?.(language) && (
                  <Box
                    role="img"
                    aria-label={t('languageTabs.wrong')}
                    sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'warning.light' }}
                  />
                )}
              </Box>
            }
          />
        ))}
      </Tabs>
      {/* Each language has fields of its own, and the main one others than a translation: another key, so that none
         shows the other's text for a moment. */}
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${shown}`}
        key={`${main}-${shown}`}
        sx={{ display: 'grid', gap: 2.25 }}
      >
        {shown !== main && (
          <Alert severity="info" role="note">
            {t('languageTabs.fallback', { language: languageNames[main] })}
          </Alert>
        )}
        {children(shown)}
      </Box>
    </>
  )
}
