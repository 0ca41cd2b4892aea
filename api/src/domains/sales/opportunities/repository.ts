import type { Opportunity, OpportunityKind, opportunitiesQuery } from '@e-events/shared/contract/sales/opportunities.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { prepared } from '../../../db/knex.ts'
import { dateIsAhead, isRecorded } from '../../catalogue/read/event-facts.ts'
import { isStockLeft } from '../../catalogue/read/sale-state.ts'

export type OpportunityFilters = Omit<z.output<typeof opportunitiesQuery>, 'cursor' | 'limit'>

export interface FollowUpFacts {
  kind: OpportunityKind
  newsletter: boolean
  is_sold_out: boolean
  /** Last mail to this person about this product or channel, by anybody. */
  sent_at: Date | null
  /** Last mail to this person by this organizer, about anything. */
  last_sent_at: Date | null
}

export interface OpportunityRow extends FollowUpFacts {
  id: string
  kind: Opportunity['kind']
  user_id: string
  name: string
  email: string
  locale: Language
  product_id: string | null
  slug: string | null
  title: string | null
  type: ProductType | null
  plan: 'free' | 'paid' | null
  channel_id: string
  channel_slug: string
  channel_title: string
  at: Date
  country: string | null
  sort_text: string
  total: number
}

const dayMs = 86_400_000

/**
 * Everybody who came close to buying from the channels of an organizer ($1), at the moment $2: between $3 and $4, or
 * with access that ends between $5 and $6. One row for a person and a product, of the strongest kind. A ticket that is
 * good, or a purchase since, ends it.
 */
const open = `with own as (
    select p.id, p.plan, p.expires_at from products p join channels c on c.id = p.channel_id
    where c.owner_id = $1 and c.status = 'published' and p.status = 'published' and p.cancelled_at is null and not p.subscription_only
      and (p.sale_ends_at is null or p.sale_ends_at > $2) and (p.expires_at is null or p.expires_at > $2)
      and (p.type not in ('broadcast', 'live', 'meet') or not exists (select 1 from product_sessions d where d.product_id = p.id)
        or exists (select 1 from product_sessions t where t.product_id = p.id and ${dateIsAhead('t')}) or ${isRecorded})
  ), signs as (
    select 'checkout' as kind, 1 as rank, o.id, o.user_id, o.product_id, null::uuid as channel_id, o.opened_at as at, o.country::text as country
    from opened_checkouts o where o.closed_at is null and o.product_id in (select id from own) and o.opened_at > $3 and o.opened_at <= $4
    union all
    select 'waiting', 2, w.id, w.user_id, w.product_id, null, w.created_at, null from waiting_list_entries w
    where w.status in ('waiting', 'offered', 'passed') and w.product_id in (select id from own) and w.created_at > $3 and w.created_at <= $4
    union all
    select 'expiring', 3, k.id, k.user_id, k.product_id, null, k.expires_at, null from tickets k join own on own.id = k.product_id
    where k.revoked_at is null and k.expires_at > $5 and k.expires_at <= $6 and own.plan = 'paid'
      and (own.expires_at is null or own.expires_at > k.expires_at)
    union all
    select 'expiring', 3, s.id, s.user_id, null, s.channel_id, s.valid_until, null from subscriptions s join channels c on c.id = s.channel_id
    where c.owner_id = $1 and c.status = 'published' and c.subscription_active and s.status = 'cancelled' and s.valid_until > $5 and s.valid_until <= $6
      and not exists (select 1 from subscriptions r where r.user_id = s.user_id and r.channel_id = s.channel_id and r.valid_until > s.valid_until)
    union all
    select 'saved', 4, v.id, v.user_id, v.product_id, null, v.saved_at, null from saved_products v join own on own.id = v.product_id
    where own.plan = 'paid' and v.saved_at > $3 and v.saved_at <= $4
  ), strongest as (
    select distinct on (x.user_id, coalesce(x.product_id, x.channel_id)) x.* from signs x
    where (x.kind = 'expiring' or not exists (select 1 from tickets k where k.user_id = x.user_id and k.product_id = x.product_id
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)))
      and not exists (select 1 from orders b join order_items i on i.order_id = b.id
        where b.user_id = x.user_id and i.product_id = x.product_id and b.paid_at >= x.at)
    order by x.user_id, coalesce(x.product_id, x.channel_id), x.rank, x.at desc, x.id
  ), shown as (
    select x.id, x.kind, x.user_id, u.name, u.email::text as email, u.locale, u.newsletter, x.product_id, p.slug, p.title, p.type, p.plan,
      c.id as channel_id, c.slug as channel_slug, c.title as channel_title, x.at, coalesce(x.country, u.billing_country, u.country) as country,
      (p.id is not null and not ${isStockLeft}) as is_sold_out,
      (select max(f.sent_at) from follow_ups f where f.user_id = x.user_id and (f.product_id = x.product_id or f.channel_id = x.channel_id)) as sent_at,
      (select max(f.sent_at) from follow_ups f where f.user_id = x.user_id and f.sent_by = $1) as last_sent_at
    from strongest x join users u on u.id = x.user_id left join products p on p.id = x.product_id
    join channels c on c.id = coalesce(x.channel_id, p.channel_id)
    where u.deleted_at is null and u.blocked_at is null and u.id <> $1
  )`

const sortText = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const filtered = `select * from shown where ($7::text is null or kind = $7)
  and ($8::text is null or plain_text(coalesce(title, channel_title)) like '%' || plain_text($8) || '%')
  and ($9::text is null or country = $9)
  and ($10::date is null or at >= ($10::date)::timestamp at time zone '${eventTimeZone}')
  and ($11::date is null or at < ($11::date + 1)::timestamp at time zone '${eventTimeZone}')`
const page = (order: 'asc' | 'desc') => `${open}, filtered as (${filtered})
  select *, ${sortText} as sort_text, (select count(*) from filtered) as total from filtered
  where $12::timestamptz is null or (at, id) ${order === 'asc' ? '>' : '<'} ($12, $13::uuid)
  order by at ${order}, id ${order} limit $14`

function moments(ownerId: string, now: Date): unknown[] {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const { opportunityAfterMs, opportunityDays, expiringDays } = limits
  return [ownerId, now, at(-opportunityDays * dayMs), at(-opportunityAfterMs), at(-expiringDays * dayMs), at(expiringDays * dayMs)]
}
const escaped = (text: string | undefined) => text?.replaceAll(/[\\%_]/g, String.raw`\$&`) ?? null

export type OpportunityRepository = ReturnType<typeof createOpportunityRepository>

export function createOpportunityRepository(knex: Knex) {
  return {
    list(
      filters: OpportunityFilters,
      by: { ownerId: string; now: Date },
      { after, limit }: { after: readonly string[] | undefined; limit: number },
    ): Promise<OpportunityRow[]> {
      const { kind, product, country, from, to, order } = filters
      const values = [
        kind ?? null,
        escaped(product),
        country ?? null,
        from ?? null,
        to ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit,
      ]
      return prepared<OpportunityRow>(knex, `opportunities-${order}`, page(order), [...moments(by.ownerId, by.now), ...values])
    },

    async count(ownerId: string, now: Date): Promise<number> {
      const sql = `${open} select count(*) as count from shown`
      const [row] = await prepared<{ count: number }>(knex, 'opportunity-count', sql, moments(ownerId, now))
      return row?.count ?? 0
    },

    async find(db: Knex, id: string, by: { ownerId: string; now: Date }): Promise<OpportunityRow | undefined> {
      const [row] = await prepared<OpportunityRow>(db, 'opportunity', `${open} select * from shown where id = $7`, [
        ...moments(by.ownerId, by.now),
        id,
      ])
      return row
    },

    /** Mails to one person are sent one after the other. */
    async lockPerson(trx: Knex, userId: string): Promise<void> {
      await trx.raw('select id from users where id = ? for no key update', [userId])
    },

    async keepFollowUp(trx: Knex, row: OpportunityRow, by: { ownerId: string; now: Date }): Promise<void> {
      const kind: OpportunityKind = row.kind
      const subject = row.product_id === null ? { channel_id: row.channel_id } : { product_id: row.product_id }
      await trx('follow_ups').insert({ user_id: row.user_id, ...subject, sent_by: by.ownerId, kind, sent_at: by.now })
    },
  }
}
