import type { Dispute, EvidenceKind } from '@e-events/shared/contract/sales/money/disputes.ts'
import type { Knex } from 'knex'

export interface DisputeListRow {
  id: string
  number: number
  order_id: string
  user_id: string
  product: string
  channel: string
  name: string
  email: string
  status: Dispute['status']
  reason: string
  amount_minor: number
  fee_minor: number
  currency: string
  opened_at: Date
  due_at: Date | null
  closed_at: Date | null
}

export interface FactRow {
  at: Date
  kind: EvidenceKind
  detail: string
  amount_minor: number | null
  duration_ms: number | null
}

const dayMs = 86_400_000

export async function listDisputes(knex: Knex, id?: string): Promise<DisputeListRow[]> {
  const { rows } = await knex.raw<{ rows: DisputeListRow[] }>(
    `select d.id, o.number, o.id as order_id, o.user_id, d.status, d.reason, d.amount_minor, d.fee_minor, d.currency, d.opened_at, d.due_at, d.closed_at,
       btrim(u.name || ' ' || u.surname) as name, o.email::text as email,
       (select string_agg(i.title, ', ' order by i.position) from order_items i where i.order_id = o.id) as product,
       coalesce((select c.title from order_items i join channels c on c.id = i.channel_id where i.order_id = o.id limit 1), '') as channel
     from disputes d join payments y on y.id = d.payment_id join orders o on o.id = y.order_id join users u on u.id = o.user_id
     where :id::uuid is null or d.id = :id
     order by d.status in ('inquiry', 'open') desc, d.opened_at desc, d.id limit 200`,
    { id: id ?? null },
  )
  return rows
}

/** Everything that happened around an order, with its time; log-ins from a day before the order on. */
export async function listFacts(
  knex: Knex,
  { order_id: orderId, user_id: userId, opened_at: openedAt }: DisputeListRow,
): Promise<FactRow[]> {
  const { rows } = await knex.raw<{ rows: FactRow[] }>(
    `with o as (select * from orders where id = :orderId), i as (select * from order_items where order_id = :orderId),
       k as (select k.*, i.title from tickets k join i on i.id = k.order_item_id)
     select created_at as at, 'account' as kind, email::text as detail, null::bigint as amount_minor, null::bigint as duration_ms from users where id = :userId
     union all select s.created_at, 'login', concat_ws(' · ', nullif(s.device_label, ''), host(s.ip)), null, null
       from user_sessions s, o where s.user_id = :userId and s.created_at between o.created_at - :before::interval and :openedAt
     union all select terms_accepted_at, 'terms', '', null, null from o
     union all select withdrawal_waived_at, 'waiver', '', null, null from o where withdrawal_waived_at is not null
     union all select created_at, 'order', number::text, total_minor, null from o
     union all select o.paid_at, 'paid', y.provider || ' ' || y.provider_payment_id, y.amount_minor, null from o join payments y on y.order_id = o.id where y.succeeded_at is not null
     union all select v.issued_at, 'invoice', s.name || '-' || lpad(v.number::text, 6, '0'), v.total_minor, null
       from invoices v join invoice_series s on s.id = v.series_id where v.order_id = :orderId
     union all select acquired_at, 'ticket', title, null, null from k
     union all select paid_at, 'mail', number::text, null, null from o where paid_at is not null
     union all select acquired_at, 'mail', title, null, null from k where source <> 'order'
     union all select p.started_at, 'visit', x.title, null, p.watched_ms
       from playback_sessions p join i x on x.product_id = p.product_id where p.user_id = :userId
     union all select q.created_at, 'refund_asked', q.asked_text, null, null from refund_proposals q join i on i.id = q.order_item_id
     union all select succeeded_at, 'refunded', reason, amount_minor, null from refunds where order_id = :orderId and status = 'succeeded'
     union all select d.opened_at, 'dispute', d.reason, d.amount_minor, null from disputes d join payments y on y.id = d.payment_id where y.order_id = :orderId
     union all select d.statement_at, 'statement', d.statement, null, null from disputes d join payments y on y.id = d.payment_id where y.order_id = :orderId and d.statement is not null
     order by at, kind limit 500`,
    { orderId, userId, openedAt, before: `${dayMs / 1000} seconds` },
  )
  return rows
}
