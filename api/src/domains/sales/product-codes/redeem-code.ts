import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { CodeRepository } from './repository.ts'
import { ticketEnd } from '../tickets/policy.ts'
import type { MailTicket } from '../tickets/ticket-mail.ts'
import type { TicketRepository } from '../tickets/repository.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess, hasValidTicket } from '../../catalogue/read/product-access.ts'

/** An access code becomes the ticket that it stands for. It is good once, whatever happens at the same moment. */
export function createRedeemCode(deps: {
  knex: Knex
  codes: CodeRepository
  tickets: TicketRepository
  mailTicket: MailTicket
  rateLimits: Pick<RateLimits, 'consume'>
  /** The switch of the site. */
  takesCoupons(): Promise<boolean>
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  clock: Clock
}) {
  const { knex, codes, tickets, clock } = deps

  /**
   * @throws DomainError COUPONS_OFF, COUPON_NOT_FOUND, COUPON_REDEEMED, ALREADY_HAS_TICKET, NOT_PURCHASABLE;
   * RATE_LIMITED for whoever tries codes
   */
  return async function redeemCode(text: string, userId: string): Promise<string> {
    if (!(await deps.takesCoupons())) throw new DomainError('COUPONS_OFF')
    const outcome = await knex.transaction((trx) => redeem(trx, text, userId))
    if (outcome === 'unknown') {
      await deps.rateLimits.consume('codes', userId)
      throw new DomainError('COUPON_NOT_FOUND')
    }
    await deps.onGranted(userId, outcome.productId)
    return outcome.ticketId
  }

  async function redeem(trx: Knex, text: string, userId: string): Promise<{ ticketId: string; productId: string } | 'unknown'> {
    const now = clock.now()
    const code = await codes.lockByText(trx, text)
    if (!code || code.revoked_at !== null) return 'unknown'
    if (code.redeemed_at !== null) throw new DomainError('COUPON_REDEEMED')
    const product = await trx('products').where({ id: code.product_id }).first('slug')
    const access = product && (await findProductAccess(trx, product.slug, userId))
    // A channel that is gone takes its products along, codes or not.
    if (!access || access.status === 'draft' || access.channel_status !== 'published') return 'unknown'
    if (hasValidTicket(access, now)) throw new DomainError('ALREADY_HAS_TICKET')
    const isOver = access.cancelled_at !== null || (access.expires_at !== null && access.expires_at <= now)
    if (isOver || access.type === 'physical' || (await isEventClosed(trx, access.id, now))) throw new DomainError('NOT_PURCHASABLE')
    await codes.redeem(trx, code.id, { userId, now })
    if (access.ticket_id !== null) await tickets.expire(trx, access.ticket_id, now)
    const ticket = await tickets.insert(trx, {
      source: 'code',
      user_id: userId,
      product_id: access.id,
      access_code_id: code.id,
      acquired_at: now,
      expires_at: ticketEnd(access, now),
    })
    if (ticket === 'taken') throw new DomainError('ALREADY_HAS_TICKET')
    await deps.mailTicket(trx, ticket.id, now)
    return { ticketId: ticket.id, productId: access.id }
  }
}
