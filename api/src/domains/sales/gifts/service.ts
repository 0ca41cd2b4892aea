import type { GiftWish } from '@e-events/shared/contract/sales/gifts.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { GiftRow } from '../../../db/tables/sales.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { makeCode } from '../product-codes/code-text.ts'
import type { GrantTickets } from '../tickets/grant.ts'
import type { MailTicket } from '../tickets/ticket-mail.ts'
import { deliverAt, isDeliverable } from './policy.ts'
import type { GiftRepository } from './repository.ts'

export type Gifts = ReturnType<typeof createGifts>

/** Access bought for somebody else: a code that is mailed on its day and redeemed once. */
export function createGifts(deps: {
  knex: Knex
  repository: GiftRepository
  grants: GrantTickets
  mailer: Pick<Mailer, 'enqueue'>
  mailTicket: MailTicket
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  clock: Clock
}) {
  const { knex, repository, grants, clock } = deps

  async function mail(trx: Knex, gift: Pick<GiftRow, 'id' | 'code' | 'recipient_name' | 'recipient_email' | 'message'>): Promise<void> {
    const facts = await repository.factsOf(trx, gift.id)
    if (!facts || gift.code === null) throw new Error('no gift to write of')
    await deps.mailer.enqueue(trx, {
      template: 'gift',
      to: gift.recipient_email,
      language: facts.language,
      data: { name: gift.recipient_name, from: facts.from, title: facts.title, code: gift.code, message: gift.message || null },
    })
    await repository.update(trx, gift.id, { mailed_at: clock.now() })
  }

  return {
    /** Keeps the wish of an order. @throws DomainError VALIDATION_FAILED: a day on which the gift is worth nothing */
    async wish(trx: Knex, item: { id: string; productId: string; expiresAt: Date | null }, wish: GiftWish): Promise<void> {
      const now = clock.now()
      const at = deliverAt(wish, now)
      const ends = await repository.lastEnd(trx, item.productId)
      if (!isDeliverable(at, { expires_at: item.expiresAt, last_ends_at: ends }, now))
        throw new DomainError('VALIDATION_FAILED', {
          issues: [{ path: 'body.gift.deliverOn', rule: 'too_late', message: 'the product is over by then' }],
        })
      await repository.insert(trx, {
        order_item_id: item.id,
        product_id: item.productId,
        recipient_name: wish.recipientName,
        recipient_email: wish.recipientEmail,
        message: wish.message === '' ? null : wish.message,
        deliver_at: at,
      })
    },

    /** Makes the code of a gift that was paid. False where its product cannot be had any more. */
    async pay(trx: Knex, itemId: string, now: Date): Promise<boolean> {
      const gift = await repository.lockOfItem(trx, itemId)
      // Nobody's account: only what is over for everybody counts.
      if (!gift || (await grants.check(trx, gift.product_id, { userId: null, now })) !== undefined) return false
      const code = makeCode()
      await repository.update(trx, gift.id, { code })
      if (gift.deliver_at <= now) await mail(trx, { ...gift, code })
      return true
    },

    /** Mails the gifts whose day has come. */
    async deliverDue(): Promise<void> {
      await knex.transaction(async (trx) => {
        for (const gift of await repository.lockDue(trx, clock.now(), 50)) await mail(trx, gift)
      })
    },

    /**
     * Undefined where no gift has this code.
     * @throws DomainError COUPON_REDEEMED, ALREADY_HAS_TICKET, COUPON_INVALID (over, or of another product than this
     * one)
     */
    async redeem(wanted: {
      text: string
      userId: string
      productSlug: string | undefined
    }): Promise<{ kind: 'access'; ticketId: string; productIds: readonly string[] } | undefined> {
      const { userId } = wanted
      const grant = await knex.transaction(async (trx) => {
        const now = clock.now()
        const gift = await repository.lockByCode(trx, wanted.text)
        if (!gift || gift.revoked_at !== null) return undefined
        if (gift.redeemed_at !== null) throw new DomainError('COUPON_REDEEMED')
        if (wanted.productSlug !== undefined && wanted.productSlug !== gift.slug) throw new DomainError('COUPON_INVALID')
        // The item of the order: its refund ends the ticket.
        const source = { source: 'gift', gift_id: gift.id, order_item_id: gift.order_item_id } as const
        const outcome = await grants.give(trx, gift.product_id, { userId, now, source })
        if (outcome === 'owned') throw new DomainError('ALREADY_HAS_TICKET')
        if (outcome === 'over') throw new DomainError('COUPON_INVALID')
        await repository.update(trx, gift.id, { redeemed_by: userId, redeemed_at: now })
        await deps.mailTicket(trx, outcome.ticketId, now)
        return outcome
      })
      if (!grant) return undefined
      for (const productId of grant.productIds) await deps.onGranted(userId, productId)
      return { kind: 'access', ...grant }
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT (not paid, redeemed or refunded) */
    async resend(id: string, by: { userId: string; recipientEmail: string | undefined }): Promise<GiftRow> {
      return knex.transaction(async (trx) => {
        const gift = await repository.lockOwn(trx, id, by.userId)
        if (!gift) throw new DomainError('NOT_FOUND')
        if (gift.code === null || gift.redeemed_at !== null || gift.revoked_at !== null) throw new DomainError('STATE_CONFLICT')
        const recipient_email = by.recipientEmail ?? gift.recipient_email
        await repository.update(trx, id, { recipient_email })
        await mail(trx, { ...gift, recipient_email })
        const after = await repository.lockOwn(trx, id, by.userId)
        if (!after) throw new Error('the gift is gone')
        return after
      })
    },
  }
}
