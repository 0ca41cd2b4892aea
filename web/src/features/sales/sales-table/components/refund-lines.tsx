import type { Sale } from '@e-events/shared/contract/sales/sales.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { minorText, parseMinor } from '../../../../lib/money.ts'

/** A line of the order with the amount as it is typed. */
export interface RefundLine {
  id: string
  title: string
  mostMinor: number
  text: string
  isChosen: boolean
}

/** All that is left, of this sale; the other lines of its order wait to be chosen. */
export function linesOf(sale: Sale, language: Language): RefundLine[] {
  return sale.lines.map(({ id, title, refundable }) => ({
    id,
    title,
    mostMinor: refundable.minor,
    text: minorText(refundable.minor, language, decimalsOf(refundable.currency)),
    isChosen: id === sale.id,
  }))
}

/** Undefined where nothing, or more than is left, is typed. */
export function minorOf({ text, mostMinor }: RefundLine, currency: string): number | undefined {
  const parsed = parseMinor(text, decimalsOf(currency))
  return 'minor' in parsed && parsed.minor > 0 && parsed.minor <= mostMinor ? parsed.minor : undefined
}

interface RefundLinesProps {
  lines: readonly RefundLine[]
  currency: string
  disabled: boolean
  onChange: (lines: RefundLine[]) => void
}

/** Which lines are given back, and how much of each. */
export function RefundLines({ lines, currency, disabled, onChange }: RefundLinesProps) {
  const { t } = useTranslation('sales-table')
  const language = useLanguage()
  const change = (id: string, fields: Partial<RefundLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...fields } : line)))
  return (
    <Box role="group" aria-label={t('refund.lines')} sx={{ mt: 2, display: 'grid', gap: 1.5 }}>
      {lines.map((line) => {
        const isWrong = line.isChosen && minorOf(line, currency) === undefined
        const most = money(line.mostMinor, currency, language)
        return (
          <Box key={line.id} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr) 128px', gap: 1.5, alignItems: 'start' }}>
            {lines.length > 1 ? (
              <FormControlLabel
                control={
                  <Checkbox
                    size="small"
                    checked={line.isChosen}
                    onChange={(_, isChosen) => change(line.id, { isChosen })}
                    disabled={disabled}
                  />
                }
                label={line.title}
                sx={{ mr: 0, color: 'text.primary' }}
              />
            ) : (
              <Box sx={{ pt: 1.25, color: 'text.primary' }}>{line.title}</Box>
            )}
            <TextField
              size="small"
              label={t('refund.amount', { currency })}
              value={line.text}
              disabled={disabled || !line.isChosen}
              error={isWrong}
              helperText={t('refund.most', { most })}
              onChange={({ target }) => change(line.id, { text: target.value })}
              slotProps={{
                htmlInput: { inputMode: 'decimal', maxLength: 12, 'aria-label': t('refund.amountLabel', { title: line.title }) },
              }}
            />
          </Box>
        )
      })}
    </Box>
  )
}
