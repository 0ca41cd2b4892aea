import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { netOf, taxOf } from '@e-events/shared/domain/money.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/language.ts'
import { minorText, parseBasisPoints, parseMinor } from '../../../lib/money.ts'

interface PriceFieldsProps {
  /** ISO 4217. */
  currency: string
  /** As typed. */
  net: string
  tax: string
  onNet: (text: string) => void
  onTax: (text: string) => void
  onBlur?: () => void
  netError?: string | undefined
  taxError?: string | undefined
  required?: boolean
  disabled?: boolean
  labels?: { net?: string; tax?: string; total?: string }
}

/**
 * Net, tax and total together. The net is what is stored; a total that is typed becomes the net that comes nearest
 * without exceeding it.
 */
export function PriceFields({
  currency,
  net,
  tax,
  onNet,
  onTax,
  onBlur,
  netError,
  taxError,
  required = false,
  disabled = false,
  labels,
}: PriceFieldsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [typedTotal, setTypedTotal] = useState<string | null>(null)
  const decimals = decimalsOf(currency)
  const parsed = parseMinor(net, decimals)
  const rate = parseBasisPoints(tax)
  const isKnown = 'minor' in parsed && rate !== undefined
  const taxMinor = isKnown ? taxOf(parsed.minor, rate) : undefined
  const total = isKnown && taxMinor !== undefined ? minorText(parsed.minor + taxMinor, language, decimals) : ''
  const changeTotal = (text: string) => {
    setTypedTotal(text)
    const wanted = parseMinor(text, decimals)
    if ('minor' in wanted && rate !== undefined) onNet(minorText(netOf(wanted.minor, rate), language, decimals))
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(3, minmax(0,1fr))' } }}>
      <TextField
        label={labels?.net ?? t('price.net')}
        value={net}
        required={required}
        disabled={disabled}
        error={netError !== undefined}
        helperText={netError}
        onChange={({ target }) => onNet(target.value)}
        onBlur={() => {
          // The parsed amount is shown as it will be stored.
          if ('minor' in parsed) onNet(minorText(parsed.minor, language, decimals))
          onBlur?.()
        }}
        slotProps={amountIn(currency)}
      />
      <TextField
        label={labels?.tax ?? t('price.tax')}
        value={tax}
        required={required}
        disabled={disabled}
        error={taxError !== undefined}
        helperText={
          taxError ?? (taxMinor === undefined ? undefined : t('price.taxAmount', { amount: money(taxMinor, currency, language) }))
        }
        onChange={({ target }) => onTax(target.value)}
        {...(onBlur ? { onBlur } : {})}
        slotProps={percent}
      />
      <TextField
        label={labels?.total ?? t('price.total')}
        value={typedTotal ?? total}
        disabled={disabled || rate === undefined}
        helperText={t('price.totalNote')}
        onChange={({ target }) => changeTotal(target.value)}
        onBlur={() => {
          setTypedTotal(null)
          onBlur?.()
        }}
        slotProps={amountIn(currency)}
      />
    </Box>
  )
}

const htmlInput = { inputMode: 'decimal', className: 'tabular', autoComplete: 'off' } as const
const amountIn = (currency: string) => ({
  htmlInput,
  input: { endAdornment: <InputAdornment position="end">{currency === 'EUR' ? '€' : currency}</InputAdornment> },
})
const percent = { htmlInput, input: { endAdornment: <InputAdornment position="end">%</InputAdornment> } }
