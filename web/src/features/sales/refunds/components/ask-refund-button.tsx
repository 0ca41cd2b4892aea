import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { soldStatuses } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskRefundDialog } from './ask-refund-dialog.tsx'

/** Opens the refunds of an order that took money. */
export function AskRefundButton({ order }: { order: Order }) {
  const { t } = useTranslation('refunds')
  const [isOpen, setOpen] = useState(false)
  if (!soldStatuses.some((status) => status === order.status) || order.total.minor === 0) return null
  return (
    <>
      <Button size="small" aria-haspopup="dialog" aria-label={t('ask.actionLabel', { number: order.number })} onClick={() => setOpen(true)}>
        {t('ask.action')}
      </Button>
      {isOpen && <AskRefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}
