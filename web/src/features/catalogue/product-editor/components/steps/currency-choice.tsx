import { currencies } from '@e-events/shared/domain/currencies.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../../lib/language.ts'
import { useField } from '../bound-fields.tsx'

interface Choice {
  code: string
  label: string
  /** It is found by this, beside its label. */
  sign: string
}

const filterOptions = createFilterOptions<Choice>({ stringify: ({ label, sign }) => `${label} ${sign}` })

/** Money of the price, the offer and the shipping, found by its code, its name or its sign. */
export function CurrencyChoice() {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const tag = localeTags[useLanguage()]
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'currency' })
    return currencies.map((code): Choice => ({ code, label: `${code} · ${names.of(code) ?? code}`, sign: signOf(code, tag) }))
  }, [tag])
  const { field, error } = useField('currency')
  const chosen = choices.find(({ code }) => code === field.value)
  return (
    <Autocomplete
      options={choices}
      // One that is not sold in any more stays as it is.
      value={chosen ?? { code: field.value, label: field.value, sign: '' }}
      onChange={(_, choice) => field.onChange(choice.code)}
      onBlur={field.onBlur}
      getOptionKey={({ code }) => code}
      isOptionEqualToValue={(option, choice) => option.code === choice.code}
      filterOptions={filterOptions}
      disableClearable
      autoHighlight
      noOptionsText={t('price.currencyNone')}
      openText={t('price.currencyOpen')}
      closeText={tc('action.close')}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={t('price.currency')}
          error={error !== undefined}
          helperText={error ?? t('price.currencyNote')}
        />
      )}
    />
  )
}

const signOf = (currency: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''
