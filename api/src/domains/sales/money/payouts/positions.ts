import type { PayoutHold, StatementLine } from '@e-events/shared/domain/payouts.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'

/**
 * Every entry of an organizer's account, as the organizer sees it (what is owed is positive), with the month that it is
 * paid in: the one after the event, or after the sale, refund or charge where that comes later or there is no event.
 * Dates are the product's own of today, because events move. Sales whose event is not over, or whose refund
 * waits, or that a bank holds the money of, are due in the next month at the earliest. An entry that was taken into a
 * payout keeps its month.
 * :now, :nextMonth
 */
export const positions = `
  select e.id, a.channel_id, a.currency, -e.amount_minor as amount_minor, x.occurred_at, x.order_id, x.kind,
    coalesce(e.line, case x.kind when 'sale' then 'takings' when 'refund' then 'refund' when 'dispute' then 'dispute' else 'correction' end) as line,
    coalesce(item.product_id, u.product_id) as product_id, taken.payout_id,
    case when taken.payout_id is not null then null when state.is_disputed then 'disputed' when state.is_ahead then 'event_ahead'
      when state.is_waiting then 'refund_pending' end as hold,
    coalesce(taken.period, case when state.is_ahead or state.is_waiting or state.is_disputed then greatest(due.period, :nextMonth::date) else due.period end) as period
  from ledger_entries e
  join ledger_accounts a on a.id = e.account_id and a.kind = 'organizer_payable'
  join ledger_transactions x on x.id = e.transaction_id and x.kind <> 'payout'
  left join usage_charges u on u.id = x.usage_charge_id
  left join payout_items taken on taken.entry_id = e.id and not taken.is_released
  left join order_items item on item.id = x.order_item_id
  cross join lateral (
    select max(s.starts_at) as starts_at, max(s.ends_at) as ends_at from product_sessions s
    where s.product_id = item.product_id and s.state = 'scheduled') event
  cross join lateral (
    select coalesce(event.ends_at > :now, false) as is_ahead,
      x.kind = 'sale' and exists (
        select 1 from refunds r where r.order_id = x.order_id and r.status in ('pending', 'processing')
          and (r.order_item_id is null or r.order_item_id = item.id)) as is_waiting,
      x.kind = 'sale' and exists (
        select 1 from payments y join disputes d on d.payment_id = y.id where y.order_id = x.order_id and d.status = 'open') as is_disputed) state
  cross join lateral (
    select (date_trunc('month', greatest(x.occurred_at, event.starts_at) at time zone '${eventTimeZone}') + interval '1 month')::date as period) due`

/** Sum of positions of a channel, month and line. */
export interface PositionSum {
  channel_id: string
  currency: string
  /** First day of the month. */
  period: string
  line: StatementLine
  count: number
  amount_minor: number
  hold: Extract<PayoutHold, 'event_ahead' | 'refund_pending' | 'disputed'> | null
}
