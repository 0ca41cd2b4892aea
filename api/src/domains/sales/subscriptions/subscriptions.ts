import type { Base, Timer } from '../../../base.ts'
import type { Fulfil } from '../orders/fulfil.ts'
import type { OrderRepository } from '../orders/repository.ts'
import type { ReadProviders } from '../money/payments/providers.ts'
import type { TaxLines } from '../money/taxes/tax-lines.ts'
import type { SettlePayment } from '../money/payments/settle-payment.ts'
import { createFulfilSubscription } from './fulfil.ts'
import { createRenew } from './renew.ts'
import { createSubscriptionRepository } from './repository.ts'
import { createSubscriptions, type StoredSubscriptionSettings, type SubscriptionSettings } from './service.ts'
import { createSubscriptionMail } from './subscription-mail.ts'
import { createSubscriptionOrders, renewing } from './subscription-orders.ts'

/** Wires subscriptions in two steps: settlement hands over what renewals then need settlement for. */
export function createSubscriptionParts(
  { knex, mailer, clock, log, events }: Pick<Base, 'knex' | 'mailer' | 'clock' | 'log' | 'events'>,
  orders: OrderRepository,
) {
  const repository = createSubscriptionRepository(knex)
  const mail = createSubscriptionMail(repository, mailer)
  const fulfil: Fulfil = createFulfilSubscription({ repository, mail })

  // Nothing is charged for an account that is gone, and no card of it is kept.
  events.subscribe('account.erased', async ({ trx, user }) => {
    const now = clock.now()
    await trx('subscriptions')
      .where({ user_id: user.id, status: 'subscribed' })
      .update({ status: 'cancelled', cancelled_at: now, end_reason: 'account', grace_until: null, due_at: null })
    await trx('subscriptions').where({ user_id: user.id }).update({ method: null, method_label: null })
  })

  return {
    fulfil,
    returnPathOf: async (orderId: string) => (await repository.findLink(knex, orderId))?.return_path,

    connect(deps: {
      readProviders: ReadProviders
      settle: SettlePayment
      taxes: TaxLines
      settings(): Promise<StoredSubscriptionSettings>
    }) {
      const { readProviders, settle, taxes } = deps
      const settings = async (): Promise<SubscriptionSettings> => {
        const { platform, ...others } = await deps.settings()
        return { ...others, platform: platform && { ...platform, taxBasisPoints: await taxes.platformRate(knex) } }
      }
      const placing = createSubscriptionOrders({ knex, repository, orders, readProviders, taxes, clock })
      const service = createSubscriptions({
        knex,
        repository,
        orders: placing,
        settings,
        async openProviders() {
          const providers = await readProviders()
          if (!providers.mayCharge) return undefined
          return (currency) => renewing(providers, currency)
        },
        mail,
        clock,
      })
      const renewals = createRenew({
        knex,
        repository,
        orders: placing,
        readProviders,
        settle,
        settings,
        offerOf: service.offerOf,
        mail,
        clock,
        log,
      })
      const timers: Timer[] = [{ name: 'subscriptions', periodMs: 30_000, run: renewals.run }]
      return {
        renewals,
        timers,
        service,
      }
    },
  }
}
