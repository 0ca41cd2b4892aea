import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useServices } from '../../../../lib/services.ts'
import { refreshSales } from '../queries.ts'

/** A refund that no payment service pays out: an administrator does, and says so. */
export function PaidByHand({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sales-table')
  const { api, queries } = useServices()
  const mark = useMutation({
    mutationFn: () => api.call(sales.paidByHand, { params: { id: sale.id } }),
    onSettled: () => refreshSales(queries),
  })
  return (
    <>
      <Alert
        severity="warning"
        role="note"
        action={
          <Button color="inherit" loading={mark.isPending} onClick={() => mark.mutate()}>
            {t('refund.markPaid')}
          </Button>
        }
      >
        {t(sale.refund?.isReturned ? 'refund.returned' : 'refund.byHand')}
      </Alert>
      <FailureAlert error={mark.error} failure="payment" />
    </>
  )
}
