import type { disputeGrounds } from '@e-events/shared/contract/sales/money/disputes.ts'
import type { DisputeRow } from '../../../../db/tables/sales-refunds.ts'

type Ground = (typeof disputeGrounds)[number]

/** Reasons as payment services name them. */
const grounds: Partial<Record<string, Ground>> = {
  fraudulent: 'fraudulent',
  unrecognized: 'fraudulent',
  product_not_received: 'not_received',
  product_unacceptable: 'unacceptable',
  duplicate: 'duplicate',
  credit_not_processed: 'not_refunded',
  subscription_canceled: 'cancelled',
}

export const groundOf = (reason: string): Ground => grounds[reason] ?? 'other'

/** Whether the bank still takes evidence. */
export function takesStatement(
  { status, due_at: dueAt }: Pick<DisputeRow, 'status'> & { due_at: string | Date | null },
  now: Date,
): boolean {
  return (status === 'inquiry' || status === 'open') && (dueAt === null || new Date(dueAt) > now)
}
