import type { Ticket } from '@e-events/shared/contract/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../db/errors.ts'
import { prepared } from '../../db/knex.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../read/product-card.ts'

export interface TicketCardRow extends ProductCardRow {
  ticket_id: string
  source: Ticket['source']
  acquired_at: Date
  ticket_expires_at: Date | null
  revoked_at: Date | null
  sort_at: string
}

export type TicketRepository = ReturnType<typeof createTicketRepository>

const columns = `${productCardColumns}, k.id as ticket_id, k.source, k.acquired_at, k.expires_at as ticket_expires_at, k.revoked_at,
  to_char(k.acquired_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at`

export function createTicketRepository(knex: Knex) {
  return {
    /** The unique index on account and product decides between requests of the same moment. */
    async insertFree(ticket: {
      userId: string
      productId: string
      acquiredAt: Date
      expiresAt: Date | null
    }): Promise<{ id: string } | 'taken'> {
      try {
        const [row] = await knex('tickets')
          .insert({
            user_id: ticket.userId,
            product_id: ticket.productId,
            source: 'free',
            acquired_at: ticket.acquiredAt,
            expires_at: ticket.expiresAt,
          })
          .returning('id')
        if (!row) throw new Error('no ticket row')
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'tickets_one_per_user_and_product') return 'taken'
        throw error
      }
    },

    /** A ticket that has run out is got again; undefined when somebody was faster. */
    async renewExpired(ticketId: string, now: Date, expiresAt: Date | null): Promise<{ id: string } | undefined> {
      const [row] = await knex('tickets')
        .where({ id: ticketId })
        .whereNull('revoked_at')
        .where('expires_at', '<=', now)
        .update({ acquired_at: now, expires_at: expiresAt })
        .returning('id')
      return row
    },

    /** Of an access code. The unique index decides here too. */
    async insertForCode(
      trx: Knex,
      ticket: { userId: string; productId: string; codeId: string; acquiredAt: Date; expiresAt: Date | null },
    ): Promise<{ id: string } | 'taken'> {
      const [row] = await trx('tickets')
        .insert({
          user_id: ticket.userId,
          product_id: ticket.productId,
          source: 'code',
          access_code_id: ticket.codeId,
          acquired_at: ticket.acquiredAt,
          expires_at: ticket.expiresAt,
        })
        .onConflict(trx.raw('(user_id, product_id) where revoked_at is null'))
        .ignore()
        .returning('id')
      return row ?? 'taken'
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
      after: readonly [acquiredAt: string, id: string] | undefined
      limit: number
    }): Promise<TicketCardRow[]> {
      const after = filter.after ?? ['9999-12-31T00:00:00.000Z', '00000000-0000-0000-0000-000000000000']
      return prepared<TicketCardRow>(
        knex,
        'ticket-list',
        `select ${columns} from tickets k join products p on p.id = k.product_id ${productCardJoins}
         where k.user_id = $3 and (k.acquired_at, k.id) < ($4::timestamptz, $5::uuid)
         order by k.acquired_at desc, k.id desc limit $6`,
        [filter.language, filter.now, filter.userId, after[0], after[1], filter.limit],
      )
    },
  }
}
