import { testPayments, type TestPayment } from '@e-events/shared/contract/sales/money/test-payments.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useServices } from '../../../../lib/services.ts'
import { testPaymentQuery } from './test-payment-form.tsx'

/** Disputes a payment that was paid, as its buyer would at the bank, and decides as the bank would. */
export function TestDispute({ payment }: { payment: TestPayment }) {
  const { t } = useTranslation('test-payments')
  const { api } = useServices()
  const queries = useQueryClient()
  const params = { id: payment.id }
  const tell = useMutation({
    mutationFn: (outcome: 'open' | 'won' | 'lost') => api.call(testPayments.dispute, { params, body: { outcome } }),
    onSuccess: (now) => queries.setQueryData(testPaymentQuery(api, payment.id).queryKey, now),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {payment.dispute !== null && <Box role="status">{t(`dispute.state.${payment.dispute}`)}</Box>}
      <FailureAlert error={tell.error} failure="dataUpdate" />
      {payment.dispute === null && (
        <Button loading={tell.isPending} onClick={() => tell.mutate('open')}>
          {t('dispute.action')}
        </Button>
      )}
      {payment.dispute === 'open' && (
        <>
          <Button disabled={tell.isPending} onClick={() => tell.mutate('won')}>
            {t('dispute.won')}
          </Button>
          <Button disabled={tell.isPending} onClick={() => tell.mutate('lost')}>
            {t('dispute.lost')}
          </Button>
        </>
      )}
    </Box>
  )
}
