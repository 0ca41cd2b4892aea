import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import { AdapterLuxon } from '@mui/x-date-pickers/AdapterLuxon'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, esES, ptPT } from '@mui/x-date-pickers/locales'
import type { ReactNode } from 'react'
import { useLanguage } from '../../lib/language.ts'

const texts = {
  // The library leaves out the accent.
  es: { ...esES.components.MuiLocalizationProvider.defaultProps.localeText, day: 'Día' },
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
  pt: ptPT.components.MuiLocalizationProvider.defaultProps.localeText,
} satisfies Record<Language, unknown>

/** Pickers in the language of the page. */
export function PickerWords({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale={localeTags[language]} localeText={texts[language]}>
      {children}
    </LocalizationProvider>
  )
}
