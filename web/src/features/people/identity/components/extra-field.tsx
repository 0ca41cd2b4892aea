import type { registerFieldSchema } from '@e-events/shared/contract/settings/config.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { languageNames } from '../../../../config/language-names.ts'
import { useLanguage } from '../../../../lib/language.ts'

export type RegisterField = z.infer<typeof registerFieldSchema>
type ExtraFieldProps = Omit<TextFieldProps, 'label' | 'required'> & { field: RegisterField }

/** A field that the site's administrators asked for; without a label of theirs it has ours. */
export function ExtraField({ field, ...rest }: ExtraFieldProps) {
  const { t } = useTranslation('identity')
  const language = useLanguage()
  const { name, required, type, values } = field
  const label = field.label?.[language] || t(`signUp.${name}`)
  const common = { ...rest, label, required }
  if (name === 'country' && values.length === 0) return <CountryField {...common} emptyLabel={t('signUp.choose')} />
  if (name === 'language')
    return (
      <TextField {...common} select slotProps={{ select: { native: true } }}>
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </TextField>
    )
  if (type === 'select')
    return (
      <TextField {...common} select slotProps={{ select: { native: true } }}>
        <option value="">{t('signUp.choose')}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </TextField>
    )
  return <TextField {...common} {...(name === 'company' ? { slotProps: { htmlInput: { autoComplete: 'organization' } } } : {})} />
}
