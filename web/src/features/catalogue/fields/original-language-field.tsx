import { languages, type Language } from '@e-events/shared/domain/language.ts'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../config/language-names.ts'

interface OriginalLanguageFieldProps {
  value: Language
  onChange: (language: Language) => void
  disabled?: boolean
}

/** The language that the texts of `LanguageTabs` are written in. */
export function OriginalLanguageField({ value, onChange, disabled = false }: OriginalLanguageFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      label={t('languageTabs.original')}
      helperText={t('languageTabs.originalNote')}
      value={value}
      onChange={({ target }) => onChange(target.value as Language)}
      disabled={disabled}
      slotProps={{ select: { native: true } }}
    >
      {languages.map((one) => (
        <option key={one} value={one} lang={one}>
          {languageNames[one]}
        </option>
      ))}
    </TextField>
  )
}
