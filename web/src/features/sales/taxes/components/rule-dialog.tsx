import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { DateField } from '../../../../components/forms/date-field.tsx'
import { useServices } from '../../../../lib/services.ts'
import { refreshTaxRules } from '../queries.ts'

/** A rate that begins on a day to come. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('taxes')
  const { t: tc } = useTranslation('common')
  const { api, queries, clock } = useServices()
  const snacks = useSnacks()
  const titleId = useId()
  const [country, setCountry] = useState('')
  const [productType, setProductType] = useState<ProductType | ''>('')
  const [rate, setRate] = useState('')
  const [validFrom, setValidFrom] = useState('')
  const [note, setNote] = useState('')
  const basisPoints = toBasisPoints(rate)
  const isWrongRate = rate.trim() !== '' && basisPoints === undefined
  const isPast = validFrom !== '' && validFrom <= new Date(clock.nowMs()).toISOString().slice(0, 10)
  const isComplete = country !== '' && basisPoints !== undefined && validFrom !== '' && !isPast
  const add = useMutation({
    mutationFn: () =>
      api.call(taxes.addRule, {
        body: {
          country,
          productType: productType === '' ? null : productType,
          basisPoints: basisPoints ?? 0,
          validFrom,
          note: note.trim(),
        },
      }),
    onSuccess: async () => {
      snacks.success(t('rules.added'), { key: 'tax-rule' })
      onClose()
      await refreshTaxRules(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !add.isPending) add.mutate()
  }
  const isTaken = add.error instanceof ApiError && add.error.code === 'STATE_CONFLICT'
  return (
    <Dialog open onClose={add.isPending ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t('rules.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('rules.addText')}</Box>
          <CountryField
            label={t('rules.country')}
            emptyLabel={t('rules.chooseCountry')}
            value={country}
            required
            onChange={({ target }) => setCountry(target.value)}
          />
          <TextField
            label={t('rules.rate')}
            value={rate}
            required
            error={isWrongRate}
            helperText={isWrongRate ? t('rules.rateWrong') : t('rules.rateHelp')}
            onChange={({ target }) => setRate(target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', className: 'tabular' } }}
          />
          <Box>
            <DateField label={t('rules.validFrom')} value={validFrom} onChange={setValidFrom} />
            {(isPast || isTaken) && (
              <Box role="alert" sx={{ mt: 0.75, mx: 1.75, typography: 'caption', color: 'error.main' }}>
                {t(isPast ? 'rules.past' : 'rules.taken')}
              </Box>
            )}
          </Box>
          <TextField
            select
            label={t('rules.type')}
            value={productType}
            onChange={({ target }) => setProductType(productTypes.find((type) => type === target.value) ?? '')}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('rules.everyType')}</MenuItem>
            {productTypes.map((type) => (
              <MenuItem key={type} value={type}>
                {tc(`type.${type}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t('rules.note')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {!isTaken && <FailureAlert error={add.error} failure="dataUpdate" />}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={add.isPending} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="inherit" disabled={!isComplete} loading={add.isPending}>
            {t('rules.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** '25,5' as 2550; undefined for what is no rate from 0 to 100. */
function toBasisPoints(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s?%?$/.exec(text.trim()) ?? []
  if (whole === '') return undefined
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return basisPoints <= 10_000 ? basisPoints : undefined
}
