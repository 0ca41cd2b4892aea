import type { Sale } from '@e-events/shared/contract/sales/sales.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { useTranslation } from 'react-i18next'

/** A bank has not decided yet: somebody has to answer it. */
export const isDisputed = ({ dispute }: Pick<Sale, 'dispute'>): boolean => dispute?.status === 'open' || dispute?.status === 'inquiry'

export function SaleState({ sale: { refund, status, dispute } }: { sale: Sale }) {
  const { t } = useTranslation('sales-table')
  if (dispute?.status === 'open') return <StatusDot tone="red">{t('dispute.state.open')}</StatusDot>
  if (dispute?.status === 'inquiry') return <StatusDot tone="amber">{t('dispute.state.inquiry')}</StatusDot>
  if (refund === null) return <StatusDot tone="green">{t('paid')}</StatusDot>
  if (refund.status === 'succeeded' && status !== 'refunded') return <StatusDot tone="amber">{t('refund.status.partly')}</StatusDot>
  const tone = refund.isOverdue ? 'red' : refund.status === 'succeeded' ? 'neutral' : 'amber'
  return <StatusDot tone={tone}>{t(refund.isOverdue ? 'refund.overdue' : `refund.status.${refund.status}`)}</StatusDot>
}
