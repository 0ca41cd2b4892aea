import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { prepaid, type Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { breakDownLine } from '@e-events/shared/domain/pricing.ts'
import { limits } from '@e-events/shared/limits.ts'
import { money } from '@e-events/shared/ui/format.ts'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

interface BuyHoursProps {
  offer: NonNullable<Prepaid['offer']>
  isTest: boolean
  onPlaced: (order: Order) => void
  /** The price may be another one by now. */
  onRefused: () => void
}

/** Asks how many hours, says what they cost, and leads to their payment. */
export function BuyHours({ offer, isTest, onPlaced, onRefused }: BuyHoursProps) {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const language = useLanguage()
  const [text, setText] = useState('10')
  const [hasTerms, setTerms] = useState(false)
  // The same key for every press of one number: a retry after a lost answer leads to the same order.
  const [keys] = useState(() => new Map<number, string>())
  const hours = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  const isGood = hours >= 1 && hours <= limits.prepaidHours
  const { currency } = offer.total
  const price = breakDownLine({
    kind: 'prepaid_hours',
    quantity: isGood ? hours : 1,
    netMinor: offer.net.minor,
    currency,
    taxBasisPoints: offer.taxBasisPoints,
    unitTaxMinor: offer.tax.minor,
    ticketFeePayer: 'organizer',
  })
  const amount = (minor: number) => money(minor, currency, language)
  const place = useMutation({
    mutationFn: () => {
      const idempotencyKey = keys.get(hours) ?? crypto.randomUUID()
      keys.set(hours, idempotencyKey)
      return api.call(prepaid.buy, { body: { hours, expectedTotalMinor: price.totalMinor, termsAccepted: true, idempotencyKey } })
    },
    onSuccess: onPlaced,
    onError: onRefused,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isGood && hasTerms && !place.isPending && !place.isSuccess) place.mutate()
  }
  return (
    <Card component="form" noValidate onSubmit={submit} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Typography variant="h4" component="h2">
        {t('hours.buy.title')}
      </Typography>
      <TextField
        label={t('hours.buy.hours')}
        value={text}
        required
        error={!isGood}
        helperText={
          isGood ? t('hours.buy.hourPrice', { amount: amount(offer.net.minor) }) : t('hours.buy.range', { most: limits.prepaidHours })
        }
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', className: 'tabular', autoComplete: 'off' } }}
        sx={{ maxWidth: 280 }}
      />
      {isGood && (
        <Box aria-live="polite" className="tabular">
          <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 26 }}>
            {amount(price.totalMinor)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('hours.buy.tax', { net: amount(price.netMinor), tax: amount(price.taxMinor) })}
          </Typography>
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {t('hours.buy.note')}
      </Typography>
      <FormControlLabel
        control={<Checkbox required checked={hasTerms} onChange={(event) => setTerms(event.target.checked)} />}
        label={
          <Typography component="span" variant="body2">
            <Trans t={t} i18nKey="hours.buy.terms" components={{ terms: <Link href={paths.terms} target="_blank" rel="noreferrer" /> }} />
          </Typography>
        }
      />
      {place.isError && <FailureAlert error={place.error} failure="payment" />}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        disabled={!isGood || !hasTerms}
        loading={place.isPending || place.isSuccess}
        loadingPosition="start"
        startIcon={<LockOutlined />}
        className="tabular"
        sx={{ justifySelf: 'start' }}
      >
        {t('hours.buy.pay', { total: amount(price.totalMinor) })}
      </Button>
      {isTest && (
        <Alert severity="info" role="note">
          {t('hours.buy.test')}
        </Alert>
      )}
    </Card>
  )
}
