import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import type { Knex } from 'knex'
import type { UsageChargeInsert, UsageChargeRow } from '../../../../db/tables/sales-ledger.ts'

/** Facts of a show that the cost of its hours depends on. */
export interface ShowFacts {
  id: string
  kind: 'live' | 'rehearsal'
  product_id: string
  channel_id: string
  is_private: boolean
  ended_at: Date | null
  /** Minutes that were sent, and those that earlier shows of the same date had sent before. */
  minutes: number
  minutes_before: number
  tickets: number
  accesses: number
  /** A live of the channel was to come when it began. */
  has_live: boolean
}

/** A show that ended and of which nothing was charged yet. */
export type EndedShow = ShowFacts & { ended_at: Date }

/** The running show of a product, or its last one. */
export type LatestShow = ShowFacts & {
  state: 'on_air' | 'interrupted' | 'ended'
  is_recording: boolean
  /** It has become a VOD product. */
  is_vod: boolean
  first_media_at: Date | null
  plan: ShowPlan
  prepaid_minutes: number
}

export interface Cause {
  id: string
  product_id: string
  channel_id: string
  at: Date
}

/** Shows, codes and recordings from before charges existed cost nothing. */
const since = `(select migration_time from knex_migrations where name = '0051_payouts')`
/** Minutes that are charged by use. A show that is on air has sent until now. */
const minutesOf = (b: string, until = 'null') => {
  const last = `case ${b}.state when 'on_air' then ${until}::timestamptz else coalesce(${b}.last_media_at, ${b}.ended_at, ${until}::timestamptz) end`
  const prepaid = `(select coalesce(sum(v.minutes), 0) from prepaid_uses v where v.broadcast_id = ${b}.id)`
  return `case when ${b}.first_media_at is null or exists (select 1 from broadcast_plans q where q.broadcast_id = ${b}.id and q.plan = 'free') then 0
    else greatest(0, extract(epoch from ${last} - ${b}.first_media_at) / 60 - ${prepaid}) end`
}
const ticketsAt = (at: string) => `(select count(*) from tickets t where t.product_id = p.id and t.source in ('order', 'coupon', 'gift')
  and t.acquired_at <= ${at} and (t.revoked_at is null or t.revoked_at > ${at}))`
const accessesAt = (at: string) => `(select count(*) from access_codes c where c.product_id = p.id and c.redeemed_at <= ${at})`
const factsOf = (at: string) => `b.id, b.kind, b.product_id, p.channel_id, p.status = 'private' as is_private, b.ended_at,
  (${minutesOf('b', at)})::float8 as minutes,
  (select coalesce(sum(${minutesOf('e')}), 0)::float8 from broadcasts e
   where b.kind = 'live' and e.kind = 'live' and e.session_id = b.session_id and e.ended_at < ${at}) as minutes_before,
  ${ticketsAt(at)} as tickets, ${accessesAt(at)} as accesses,
  exists (select 1 from product_sessions s join products d on d.id = s.product_id
    where d.channel_id = p.channel_id and d.status <> 'draft' and s.state = 'scheduled' and s.starts_at > b.started_at) as has_live`

export type ChargeRepository = ReturnType<typeof createChargeRepository>

export function createChargeRepository(knex: Knex) {
  return {
    async endedShows(limit: number): Promise<EndedShow[]> {
      const { rows } = await knex.raw<{ rows: EndedShow[] }>(
        `select ${factsOf('b.ended_at')} from broadcasts b join products p on p.id = b.product_id
         where b.state = 'ended' and b.kind <> 'meeting' and b.ended_at >= ${since} and not exists (select 1 from usage_charges u where u.broadcast_id = b.id)
           and not exists (select 1 from broadcast_plans q where q.broadcast_id = b.id and not q.is_settled)
         order by b.ended_at, b.id limit ?`,
        [limit],
      )
      return rows
    },

    /** Undefined before the first one. */
    async latestShow(productId: string, now: Date): Promise<LatestShow | undefined> {
      const { rows } = await knex.raw<{ rows: LatestShow[] }>(
        `select ${factsOf('coalesce(b.ended_at, :now)')}, b.state, b.is_recording, b.first_media_at, coalesce(f.plan, 'usage') as plan,
           (select coalesce(sum(v.minutes), 0)::int from prepaid_uses v where v.broadcast_id = b.id) as prepaid_minutes,
           exists (select 1 from recordings r where r.broadcast_id = b.id and r.published_product_id is not null) as is_vod
         from broadcasts b join products p on p.id = b.product_id left join broadcast_plans f on f.broadcast_id = b.id
         where b.product_id = :productId and b.kind = 'live'
         order by b.state = 'ended', b.started_at desc limit 1`,
        { productId, now },
      )
      return rows[0]
    },

    /** Tickets and codes of a product whose show is still to come. */
    async unitsOf(productId: string, now: Date): Promise<Pick<ShowFacts, 'is_private' | 'tickets' | 'accesses'>> {
      const { rows } = await knex.raw<{ rows: Pick<ShowFacts, 'is_private' | 'tickets' | 'accesses'>[] }>(
        `select p.status = 'private' as is_private, ${ticketsAt(':now')} as tickets, ${accessesAt(':now')} as accesses
         from products p where p.id = :productId`,
        { productId, now },
      )
      if (!rows[0]) throw new Error('the product is gone')
      return rows[0]
    },

    /** Codes of private products that were redeemed. */
    async redeemedCodes(limit: number): Promise<Cause[]> {
      const { rows } = await knex.raw<{ rows: Cause[] }>(
        `select c.id, c.product_id, p.channel_id, c.redeemed_at as at from access_codes c join products p on p.id = c.product_id
         where c.redeemed_at >= ${since} and p.status = 'private' and not exists (select 1 from usage_charges u where u.access_code_id = c.id)
         order by c.redeemed_at, c.id limit ?`,
        [limit],
      )
      return rows
    },

    async recordings(limit: number): Promise<(Cause & { is_vod: boolean })[]> {
      const { rows } = await knex.raw<{ rows: (Cause & { is_vod: boolean })[] }>(
        `select r.id, r.product_id, p.channel_id, r.ready_at as at, r.published_product_id is not null as is_vod
         from recordings r join products p on p.id = r.product_id join broadcasts b on b.id = r.broadcast_id
         where r.state = 'ready' and b.kind = 'live' and r.ready_at >= ${since}
           and not exists (select 1 from usage_charges u where u.recording_id = r.id)
         order by r.ready_at, r.id limit ?`,
        [limit],
      )
      return rows
    },

    /** Charged recordings that became a VOD product since. */
    async publishedRecordings(limit: number): Promise<UsageChargeRow[]> {
      return knex('usage_charges as u')
        .join('recordings as r', 'r.id', 'u.recording_id')
        .whereNotNull('r.published_product_id')
        .whereNull('u.waived_reason')
        .limit(limit)
        .select<UsageChargeRow[]>('u.*')
    },

    /** Undefined where it was charged before. */
    async insert(trx: Knex, charge: UsageChargeInsert): Promise<UsageChargeRow | undefined> {
      const [row] = await trx('usage_charges').insert(charge).onConflict().ignore().returning('*')
      return row
    },

    /** False where it was waived before. */
    async waive(trx: Knex, id: string): Promise<boolean> {
      const rows = await trx('usage_charges')
        .where({ id })
        .whereNull('waived_reason')
        .update({ waived_reason: 'published_as_vod', amount_minor: 0 })
        .returning('id')
      return rows.length > 0
    },
  }
}
