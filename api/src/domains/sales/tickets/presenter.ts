import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { toProductCard } from '../../catalogue/read/product-card.ts'
import type { TicketCardRow } from './repository.ts'

export function toTicket(row: TicketCardRow, now: Date): Ticket {
  return {
    id: row.ticket_id as Ticket['id'],
    product: toProductCard(row),
    source: row.source,
    through: row.through,
    acquiredAt: row.acquired_at.toISOString(),
    expiresAt: row.ticket_expires_at?.toISOString() ?? null,
    state: ticketState(row, now),
  }
}

function ticketState(row: Pick<TicketCardRow, 'revoked_at' | 'ticket_expires_at'>, now: Date): Ticket['state'] {
  if (row.revoked_at !== null) return 'revoked'
  return row.ticket_expires_at !== null && row.ticket_expires_at <= now ? 'expired' : 'valid'
}
