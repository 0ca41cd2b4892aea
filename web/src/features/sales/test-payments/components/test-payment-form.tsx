import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { testCards, testPayments, type TestCard, type TestPayment } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

export function testPaymentQuery(api: Client, id: string) {
  const params = { id }
  return queryOptions({
    queryKey: queryKey(testPayments.get, { params }),
    queryFn: ({ signal }) => api.call(testPayments.get, { params }, { signal }),
  })
}

const cards = Object.keys(testCards) as TestCard[]
const spaced = (card: string) => card.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** The hosted page of the test provider: a card is chosen, not typed, because none of them costs anything. */
export function TestPaymentForm({ payment, onDone }: { payment: TestPayment; onDone: (payment: TestPayment) => void }) {
  const { t } = useTranslation('test-payments')
  const { api } = useServices()
  const queries = useQueryClient()
  const language = useLanguage()
  const [card, setCard] = useState<TestCard>('4242424242424242')
  const params = { id: payment.id }
  const learn = (now: TestPayment) => {
    queries.setQueryData(testPaymentQuery(api, payment.id).queryKey, now)
    if (now.state === 'succeeded' || now.state === 'settling') onDone(now)
  }
  const pay = useMutation({ mutationFn: () => api.call(testPayments.pay, { params, body: { card } }), onSuccess: learn })
  const confirm = useMutation({
    mutationFn: (approved: boolean) => api.call(testPayments.confirm, { params, body: { approved } }),
    onSuccess: learn,
  })
  const total = money(payment.amount.minor, payment.amount.currency, language)
  const error = pay.error ?? confirm.error
  if (payment.state === 'confirming')
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h3" component="h2">
          {t('bank.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('bank.text', { total, title: payment.description })}</Typography>
        <FailureAlert error={error} failure="payment" />
        <Button variant="contained" color="primary" size="large" loading={confirm.isPending} onClick={() => confirm.mutate(true)}>
          {t('bank.approve')}
        </Button>
        <Button disabled={confirm.isPending} onClick={() => confirm.mutate(false)}>
          {t('bank.refuse')}
        </Button>
      </Box>
    )
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        pay.mutate()
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      {payment.failure !== null && (
        <Alert severity="error" role="alert">
          {t(`failure.${payment.failure}`)}
        </Alert>
      )}
      <RadioGroup aria-label={t('card')} value={card} onChange={(_, value) => setCard(value as TestCard)} sx={{ gap: 1 }}>
        {cards.map((number) => (
          <FormControlLabel
            key={number}
            value={number}
            control={<Radio />}
            sx={{ mr: 0, ml: 0, px: 1, py: 0.75, border: 1, borderColor: 'border.default', borderRadius: '12px' }}
            label={
              <Box>
                <Box className="tabular" sx={{ fontWeight: 600 }}>
                  {spaced(number)}
                </Box>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t(`cards.${testCards[number]}`)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      <FailureAlert error={error} failure="payment" />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pay.isPending} className="tabular">
        {t('pay', { total })}
      </Button>
      <Button href={payment.cancelUrl}>{t('cancel')}</Button>
    </Box>
  )
}
