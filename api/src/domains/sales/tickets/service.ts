import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { isPubliclyVisible, type ProductAccess } from '../../catalogue/read/product-access.ts'
import type { Stock } from '../stock/stock.ts'
import type { GrantTickets } from './grant.ts'
import { ticketEnd } from './policy.ts'
import type { TicketRepository } from './repository.ts'
import type { MailTicket } from './ticket-mail.ts'

export type Tickets = ReturnType<typeof createTickets>

export function createTickets(deps: {
  knex: Knex
  repository: TicketRepository
  findAccess(slug: string, userId: string): Promise<ProductAccess | undefined>
  /** Nothing of it is to come, and nothing can be watched again; or nobody can open it. */
  isClosed(productId: string, now: Date): Promise<boolean>
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  mailTicket: MailTicket
  grants: Pick<GrantTickets, 'giveParts'>
  stock: Pick<Stock, 'take'>
  clock: Clock
}) {
  const { repository, clock } = deps
  return {
    list: repository.list,
    get: repository.get,

    /**
     * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SALE_NOT_OPEN, NOT_PURCHASABLE, PAYMENT_REQUIRED, SOLD_OUT,
     * SUBSCRIPTION_REQUIRED
     */
    async redeemFree(slug: string, userId: string): Promise<string> {
      const now = clock.now()
      const access = await deps.findAccess(slug, userId)
      if (!access || (!isPubliclyVisible(access) && access.ticket_id === null)) throw new DomainError('NOT_FOUND')
      const expired = access.ticket_expires_at !== null && access.ticket_expires_at <= now
      if (access.ticket_id !== null && !expired) throw new DomainError('ALREADY_HAS_TICKET')
      assertForSale(access, now)
      if (await deps.isClosed(access.id, now)) throw new DomainError('NOT_PURCHASABLE')
      const expiresAt = ticketEnd(access, now)
      const { id: ticketId, productIds } = await deps.knex.transaction(async (trx) => {
        const ticket =
          access.ticket_id === null
            ? await repository.insertFree(trx, { userId, productId: access.id, acquiredAt: now, expiresAt })
            : await repository.renewExpired(trx, access.ticket_id, now, expiresAt)
        if (ticket === 'taken' || ticket === undefined) throw new DomainError('ALREADY_HAS_TICKET')
        await deps.stock.take(trx, [{ productId: access.id, quantity: 1, holder: { ticket_id: ticket.id } }], userId)
        await deps.mailTicket(trx, ticket.id, now)
        const parts = await deps.grants.giveParts(trx, access.id, { userId, now, source: { source: 'free' } })
        return { id: ticket.id, productIds: [access.id, ...parts] }
      })
      for (const productId of productIds) await deps.onGranted(userId, productId)
      return ticketId
    },
  }
}

function assertForSale(access: ProductAccess, now: Date): void {
  if (!isPubliclyVisible(access)) throw new DomainError('NOT_FOUND')
  if (access.sale_starts_at !== null && access.sale_starts_at > now) throw new DomainError('SALE_NOT_OPEN')
  const isOver = access.cancelled_at !== null || (access.sale_ends_at !== null && access.sale_ends_at <= now)
  const accessIsOver = access.expires_at !== null && access.expires_at <= now
  if (isOver || accessIsOver || access.type === 'physical') throw new DomainError('NOT_PURCHASABLE')
  if (access.subscription_only) throw new DomainError('SUBSCRIPTION_REQUIRED')
  if (access.plan === 'paid') throw new DomainError('PAYMENT_REQUIRED')
}
