import type { Knex } from 'knex'

export interface RunRow {
  slug: string
  title: string
  channel_slug: string
  channel_title: string
  reason: 'organizer' | 'provider'
  started_at: Date
  due_at: Date
  total: number
  done: number
  failing: number
  amounts: { currency: string; minor: number }[]
}

export interface OverdueRow {
  id: string
  number: number
  product: string
  channel: string
  email: string
  amount_minor: number
  currency: string
  due_at: Date
  failure_code: string | null
}

/** Refunds of events that were called off, as far as they have come: read from the refunds themselves. */
export async function listRuns(knex: Knex, filter: { ownerId: string | undefined; since: Date }): Promise<RunRow[]> {
  const { rows } = await knex.raw<{ rows: RunRow[] }>(
    `select p.slug, p.title, c.slug as channel_slug, c.title as channel_title, min(r.reason) as reason, min(r.created_at) as started_at,
       min(r.due_at) as due_at, count(*)::int as total, count(*) filter (where r.status = 'succeeded')::int as done,
       count(*) filter (where r.status <> 'succeeded' and r.failure_code is not null)::int as failing,
       (select json_agg(s) from (
         select x.currency, sum(x.amount_minor)::bigint as minor from refunds x join order_items y on y.id = x.order_item_id
         where coalesce(x.part_product_id, y.product_id) = p.id and x.due_at is not null and x.reason in ('organizer', 'provider')
         group by x.currency order by x.currency) s) as amounts
     from refunds r join order_items i on i.id = r.order_item_id join products p on p.id = coalesce(r.part_product_id, i.product_id)
     join channels c on c.id = p.channel_id
     where r.due_at is not null and r.reason in ('organizer', 'provider') and (:ownerId::uuid is null or c.owner_id = :ownerId)
     group by p.id, c.id
     having count(*) filter (where r.status <> 'succeeded') > 0 or max(r.succeeded_at) > :since
     order by count(*) filter (where r.status <> 'succeeded') > 0 desc, min(r.due_at), p.id limit 100`,
    { ownerId: filter.ownerId ?? null, since: filter.since },
  )
  return rows
}

/** Refunds whose last day is over, the oldest first. */
export async function listOverdue(knex: Knex, now: Date): Promise<OverdueRow[]> {
  const { rows } = await knex.raw<{ rows: OverdueRow[] }>(
    `select r.id, o.number, coalesce(x.title, i.title, '') as product, coalesce(c.title, '') as channel, o.email::text as email, r.amount_minor, r.currency,
       r.due_at, r.failure_code
     from refunds r join orders o on o.id = r.order_id left join order_items i on i.id = r.order_item_id
     left join order_item_parts x on x.order_item_id = i.id and x.product_id = r.part_product_id left join channels c on c.id = i.channel_id
     where r.status <> 'succeeded' and r.due_at < :now order by r.due_at, r.id limit 200`,
    { now },
  )
  return rows
}

export async function countWaiting(knex: Knex, now: Date): Promise<{ overdue: number; proposals: number; disputes: number }> {
  const { rows } = await knex.raw<{ rows: { overdue: number; proposals: number; disputes: number }[] }>(
    `select (select count(*)::int from refunds where status <> 'succeeded' and due_at < :now) as overdue,
       (select count(*)::int from refund_proposals where status = 'open') as proposals,
       (select count(*)::int from disputes where status = 'open') as disputes`,
    { now },
  )
  return rows[0] ?? { overdue: 0, proposals: 0, disputes: 0 }
}
