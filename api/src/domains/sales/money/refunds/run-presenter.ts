import type { OverdueRefund, RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import { businessDaysBetween } from '@e-events/shared/domain/business-days.ts'
import type { OverdueRow, RunRow } from './run-repository.ts'

export function toRun(row: RunRow, now: Date): RefundRun {
  return {
    product: { slug: row.slug, title: row.title },
    channel: { slug: row.channel_slug, title: row.channel_title },
    reason: row.reason,
    startedAt: row.started_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    total: row.total,
    done: row.done,
    failing: row.failing,
    amounts: row.amounts,
    isOverdue: row.done < row.total && row.due_at < now,
  }
}

export function toOverdue(row: OverdueRow, now: Date): OverdueRefund {
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    channel: row.channel,
    email: row.email,
    amount: { minor: row.amount_minor, currency: row.currency },
    dueAt: row.due_at.toISOString(),
    daysOver: businessDaysBetween(row.due_at, now),
    failure: row.failure_code,
  }
}
