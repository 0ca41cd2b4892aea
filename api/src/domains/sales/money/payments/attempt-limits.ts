import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { clientKey, type RateLimits } from '../../../../http/rate-limit.ts'
import { RateLimitedError } from '../../../../http/refusal.ts'
import type { PaymentNotice } from './payment-provider.ts'

/** An account, or a card, that was refused too often waits this long. */
const pauseSec = 60 * 60

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

/**
 * Stolen card numbers are tried out where small amounts can be paid. A network and an account have budgets of attempts,
 * and an account and a card budgets of refusals; the cards are counted by the name that the provider gives them.
 */
export function createAttemptLimits({ knex, rateLimits }: { knex: Knex; rateLimits: RateLimits }) {
  return {
    /** @throws RateLimitedError for the network, DomainError TOO_MANY_DECLINES for the account */
    async assertMayPay(by: { userId: string; address: string }): Promise<void> {
      await rateLimits.consume('checkoutNetwork', clientKey('checkoutNetwork', by.address))
      try {
        await rateLimits.assertNoPause('declines', by.userId)
      } catch (error) {
        if (error instanceof RateLimitedError) throw new DomainError('TOO_MANY_DECLINES')
        throw error
      }
    },

    /** Counts a refused attempt, once per notice. True where its payment has to end. */
    async countRefusal({ provider, payment }: PaymentNotice): Promise<boolean> {
      const row = await knex('payments').where({ provider, provider_payment_id: payment.paymentId }).first('order_id')
      const order = row && (await knex('orders').where({ id: row.order_id }).first('user_id'))
      if (!order) return false
      const userId = order.user_id
      const ofAccount = await rateLimits.countBeyond('declines', userId)
      if (ofAccount > 0) await rateLimits.pause('declines', userId, pauseSec)
      const ofCard = payment.card === undefined ? 0 : await rateLimits.countBeyond('cardDeclines', `${provider}:${payment.card}`)
      return ofAccount > 0 || ofCard > 0
    },
  }
}
