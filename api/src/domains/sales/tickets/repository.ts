import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import { prepared } from '../../../db/knex.ts'
import type { TicketInsert } from '../../../db/tables/sales.ts'
import { isRecorded, nextStartsAt, showRuns } from '../../catalogue/read/event-facts.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { closeCheckouts } from '../opportunities/opened-checkouts.ts'

export interface TicketCardRow extends ProductCardRow {
  ticket_id: string
  source: Ticket['source']
  acquired_at: Date
  ticket_expires_at: Date | null
  revoked_at: Date | null
  sort_key: string
}

export type TicketRepository = ReturnType<typeof createTicketRepository>

const columns = `${productCardColumns}, k.id as ticket_id, k.source, k.acquired_at, k.expires_at as ticket_expires_at, k.revoked_at`

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
      const [row] = await trx('tickets')
        .insert(ticket)
        .onConflict(trx.raw('(user_id, product_id) where revoked_at is null'))
        .ignore()
        .returning(['id', 'user_id', 'product_id', 'acquired_at'])
      if (!row) return 'taken'
      await closeCheckouts(trx, row.user_id, [row.product_id], row.acquired_at)
      return { id: row.id }
    },

    /** Makes room for another ticket. */
    async expire(trx: Knex, ticketId: string, now: Date): Promise<void> {
      await trx('tickets').where({ id: ticketId }).update({ revoked_at: now, revoked_reason: 'expired' })
    },

    async get(id: string, language: Language, now: Date): Promise<TicketCardRow> {
      const [row] = await prepared<TicketCardRow>(
        knex,
        'ticket',
        `select ${columns} from tickets k join products p on p.id = k.product_id ${productCardJoins} where k.id = $3`,
        [language, now, id],
      )
      if (!row) throw new Error('the ticket is gone')
      return row
    },

    async list(filter: {
      userId: string
      language: Language
      now: Date
      after: readonly [sortKey: string, id: string] | undefined
      limit: number
    }): Promise<TicketCardRow[]> {
      const after = filter.after ?? ['', '00000000-0000-0000-0000-000000000000']
      return prepared<TicketCardRow>(
        knex,
        'ticket-list',
        `with mine as materialized (
           select k.id, (${place}) collate "C" as sort_key from tickets k join products p on p.id = k.product_id where k.user_id = $3
         ), page as materialized (
           select id, sort_key from mine where (sort_key, id) > ($4::text collate "C", $5::uuid) order by sort_key, id limit $6
         )
         select ${columns}, page.sort_key from page join tickets k on k.id = page.id join products p on p.id = k.product_id ${productCardJoins}
         order by page.sort_key, page.id`,
        [filter.language, filter.now, filter.userId, after[0], after[1], filter.limit],
      )
    },
  }
}
