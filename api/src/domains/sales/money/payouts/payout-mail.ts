import type { Knex } from 'knex'
import type { PayoutRow } from '../../../../db/tables/sales-ledger.ts'
import type { Mailer } from '../../../../mail/mailer.ts'

interface Owner {
  email: string
  name: string
  locale: 'es' | 'en' | 'pt'
  slug: string
  title: string
}
export type MailPayout = (trx: Knex, owner: Owner, news: { payout: PayoutRow; outcome: 'paid' | 'failed' }) => Promise<void>

/** Tells an organizer that money is on its way, or that the bank gave it back, in the transaction of the change. */
export function createPayoutMail(mailer: Pick<Mailer, 'enqueue'>): MailPayout {
  return (trx, owner, { payout, outcome }) =>
    mailer.enqueue(trx, {
      template: outcome === 'paid' ? 'payout_paid' : 'payout_failed',
      to: owner.email,
      language: owner.locale,
      data: {
        name: owner.name,
        channel: owner.title,
        slug: owner.slug,
        amountMinor: payout.amount_minor,
        currency: payout.currency,
        ending: payout.iban.slice(-4),
      },
    })
}
