import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTicket } from './presenter.ts'
import type { Tickets } from './service.ts'

export interface TicketRouteDeps {
  tickets: Tickets
  clock: Clock
}

export function ticketRoutes(router: ApiRouter, bind: Bind, deps: TicketRouteDeps): void {
  const { tickets: service, clock } = deps
  bind(router, tickets, {
    async redeem({ params, user, language }) {
      const id = await service.redeemFree(params.slug, user.id)
      return toTicket(await service.get(id, language, clock.now()), clock.now())
    },
    async list({ query, user, language }) {
      const after = decodeCursor(query.cursor, [/^\d{19}$/, cursorKey.uuid]) as [string, string] | undefined
      const now = clock.now()
      const { source, type, state } = query
      const rows = await service.list({ userId: user.id, language, now, source, type, state, after, limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: (row) => toTicket(row, now), cursor: (row) => [row.sort_key, row.ticket_id] })
    },
  })
}
