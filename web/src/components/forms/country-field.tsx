import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useMemo } from 'react'
import { countriesIn } from '../../lib/countries.ts'
import { useLanguage } from '../../lib/language.ts'

/** A country by its name. The browser's own list: it is found by typing, and fits a phone. */
export function CountryField({ emptyLabel, ...field }: TextFieldProps & { emptyLabel: string }) {
  const language = useLanguage()
  const countries = useMemo(() => countriesIn(language), [language])
  return (
    <TextField {...field} select slotProps={{ select: { native: true }, htmlInput: { autoComplete: 'country' } }}>
      <option value="">{emptyLabel}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </TextField>
  )
}
