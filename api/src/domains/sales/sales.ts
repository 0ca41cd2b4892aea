import { restorePlayback } from '@e-events/shared/node/revocations.ts'
import type { Base } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { isEventClosed } from '../catalogue/read/event-facts.ts'
import { findProductAccess } from '../catalogue/read/product-access.ts'
import { eraseBuyer } from './orders/erase.ts'
import { createRedeemCode } from './product-codes/redeem-code.ts'
import { createCodeRepository } from './product-codes/repository.ts'
import { productCodeRoutes } from './product-codes/routes.ts'
import { createProductCodes } from './product-codes/service.ts'
import { createTicketRepository } from './tickets/repository.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { createTickets } from './tickets/service.ts'
import { createTicketMail } from './tickets/ticket-mail.ts'

export type Sales = ReturnType<typeof createSales>

interface SalesDeps {
  /** The site takes coupons and codes. */
  takesCoupons(): Promise<boolean>
}

/** Access that is given or sold: tickets and the codes that open them. */
export function createSales({ knex, redis, mailer, rateLimits, events, clock, log }: Base, { takesCoupons }: SalesDeps) {
  const codes = createCodeRepository()
  const repository = createTicketRepository(knex)
  const mailTicket = createTicketMail(mailer)
  /** Lifts what was revoked: playback tokens of the account work again. */
  const onGranted = (userId: string, productId: string): Promise<void> =>
    restorePlayback(redis, userId, productId).catch((error: unknown) => log.warn({ err: error }, 'could not lift a revocation'))
  const productCodes = createProductCodes({ knex, repository: codes, clock })
  const redeemCode = createRedeemCode({ knex, codes, tickets: repository, mailTicket, rateLimits, takesCoupons, onGranted, clock })
  const tickets = createTickets({
    knex,
    repository,
    findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
    isClosed: (productId, now) => isEventClosed(knex, productId, now),
    mailTicket,
    onGranted,
    clock,
  })
  events.subscribe('account.erased', ({ trx, user, pseudonym }) => eraseBuyer(trx, user.id, pseudonym))
  return {
    routes(router: ApiRouter, bind: Bind): void {
      productCodeRoutes(router, bind, { productCodes, clock })
      ticketRoutes(router, bind, { tickets, redeemCode, clock })
    },
  }
}
