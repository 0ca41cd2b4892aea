import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import { prepared } from '../../../db/knex.ts'
import type { TicketInsert } from '../../../db/tables/sales.ts'
import { isRecorded, nextStartsAt, showRuns } from '../../catalogue/read/event-facts.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { closeCheckouts, closesCheckouts } from '../opportunities/opened-checkouts.ts'

export interface TicketCardRow extends ProductCardRow {
  ticket_id: string
  source: Ticket['source']
  through: string | null
  acquired_at: Date
  ticket_expires_at: Date | null
  revoked_at: Date | null
  sort_key: string
}

export type TicketRepository = ReturnType<typeof createTicketRepository>

const columns = `${productCardColumns}, k.id as ticket_id, k.source, k.through, k.acquired_at, k.expires_at as ticket_expires_at, k.revoked_at`

/** Tickets with their source as lists show it. */
const shownTickets = `select t.id, t.user_id, t.product_id, case when t.through_product_id is null then t.source else 'bundle' end as source,
    through.title as through, t.acquired_at, t.expires_at, t.revoked_at
  from tickets t left join products through on through.id = t.through_product_id`

/** All that an account has; $2: now, $3: the account. */
const owned = `${shownTickets} where t.user_id = $3
  union all (
    select distinct on (i.product_id) i.id, o.user_id, i.product_id, 'order', null::text, o.paid_at, null::timestamptz,
      case when o.total_minor > 0 and i.refunded_minor >= i.total_minor + i.buyer_fee_minor + i.support_minor then o.updated_at end
    from orders o join order_items i on i.order_id = o.id
    where o.user_id = $3 and o.paid_at is not null and i.kind = 'physical' and i.product_id is not null order by i.product_id, o.paid_at desc)
  union all
  select p.id, $3::uuid, p.id, 'subscription', case when s.channel_id is not null then c.title end, s.since, s.until, null::timestamptz
  from (select channel_id, min(subscribed_at) as since, max(greatest(valid_until, grace_until)) as until from subscriptions
        where user_id = $3 group by channel_id having max(greatest(valid_until, grace_until)) > $2) s
  join products p on case when s.channel_id is not null then p.channel_id = s.channel_id and p.subscription_only
    else (p.plan = 'paid' or p.subscription_only) and p.id in (select v.product_id from playback_sessions v where v.user_id = $3) end
  join channels c on c.id = p.channel_id
  where p.status = 'published' and c.status = 'published' and (s.channel_id is not null or c.in_platform_subscription)
    and not exists (select 1 from tickets t where t.user_id = $3 and t.product_id = p.id and t.revoked_at is null)`

/**
 * Running events, then the next ones (the soonest first), then what can be watched whenever one likes, at last what is
 * over: the newest ticket first in each. One text, so that it is a cursor too. $2: now.
 */
const place = `case
  when k.revoked_at is not null or k.expires_at <= $2 or p.cancelled_at is not null then '3' || ${newestFirst('k.acquired_at')}
  when ${showRuns} then '0' || ${newestFirst('k.acquired_at')}
  when ${nextStartsAt} is not null then '1' || ${inMicroseconds(nextStartsAt)}
  when p.type not in ('broadcast', 'live', 'meet') or ${isRecorded} or not exists (select 1 from product_sessions d where d.product_id = p.id)
    then '2' || ${newestFirst('k.acquired_at')}
  else '3' || ${newestFirst('k.acquired_at')} end`

function inMicroseconds(instant: string): string {
  return `lpad((extract(epoch from ${instant}) * 1000000)::bigint::text, 18, '0')`
}
function newestFirst(instant: string): string {
  return `lpad((900000000000000000 - (extract(epoch from ${instant}) * 1000000)::bigint)::text, 18, '0')`
}

export function createTicketRepository(knex: Knex) {
  return {
    /** The unique index on account and product decides between requests of the same moment. */
    async insertFree(
      trx: Knex,
      ticket: { userId: string; productId: string; acquiredAt: Date; expiresAt: Date | null },
    ): Promise<{ id: string } | 'taken'> {
      try {
        const [row] = await trx('tickets')
          .insert({
            user_id: ticket.userId,
            product_id: ticket.productId,
            source: 'free',
            acquired_at: ticket.acquiredAt,
            expires_at: ticket.expiresAt,
          })
          .returning('id')
        if (!row) throw new Error('no ticket row')
        await closeCheckouts(trx, ticket.userId, [ticket.productId], ticket.acquiredAt)
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'tickets_one_per_user_and_product') return 'taken'
        throw error
      }
    },

    /** A ticket that has run out is got again; undefined when somebody was faster. */
    async renewExpired(trx: Knex, ticketId: string, now: Date, expiresAt: Date | null): Promise<{ id: string } | undefined> {
      const [row] = await trx('tickets')
        .where({ id: ticketId })
        .whereNull('revoked_at')
        .where('expires_at', '<=', now)
        .update({ acquired_at: now, expires_at: expiresAt })
        .returning('id')
      return row
    },

    /** Access by a code, a coupon or an order; the unique index settles races. */
    async insert(trx: Knex, ticket: TicketInsert): Promise<{ id: string } | 'taken'> {
      const { rows } = await trx.raw<{ rows: { id: string }[] }>(
        `with made as (:insert on conflict (user_id, product_id) where revoked_at is null do nothing returning id, user_id, product_id, acquired_at),
           closed as (${closesCheckouts('made')})
         select id from made`,
        { insert: trx('tickets').insert(ticket) },
      )
      return rows[0] ?? 'taken'
    },

    /** Makes room for another ticket. */
    async expire(trx: Knex, ticketId: string, now: Date): Promise<void> {
      await trx('tickets').where({ id: ticketId }).update({ revoked_at: now, revoked_reason: 'expired' })
    },

    async get(id: string, language: Language, now: Date): Promise<TicketCardRow> {
      const [row] = await prepared<TicketCardRow>(
        knex,
        'ticket',
        `select ${columns} from (${shownTickets}) k join products p on p.id = k.product_id ${productCardJoins} where k.id = $3`,
        [language, now, id],
      )
      if (!row) throw new Error('the ticket is gone')
      return row
    },

    async list(filter: {
      userId: string
      language: Language
      now: Date
      source: Ticket['source'] | undefined
      type: ProductType | undefined
      state: 'open' | 'over' | undefined
      after: readonly [sortKey: string, id: string] | undefined
      limit: number
    }): Promise<TicketCardRow[]> {
      const after = filter.after ?? ['', '00000000-0000-0000-0000-000000000000']
      return prepared<TicketCardRow>(
        knex,
        'ticket-list',
        `with mine as materialized (
           select k.*, (${place}) collate "C" as sort_key from (${owned}) k join products p on p.id = k.product_id
           where ($7::text is null or k.source = $7) and ($8::text is null or p.type = $8)
         ), page as materialized (
           select * from mine where (sort_key, id) > ($4::text collate "C", $5::uuid)
             and ($9::text is null or (left(sort_key, 1) = '3') = ($9 = 'over')) order by sort_key, id limit $6
         )
         select ${columns}, k.sort_key from page k join products p on p.id = k.product_id ${productCardJoins}
         order by k.sort_key, k.id`,
        [
          filter.language,
          filter.now,
          filter.userId,
          after[0],
          after[1],
          filter.limit,
          filter.source ?? null,
          filter.type ?? null,
          filter.state ?? null,
        ],
      )
    },
  }
}
