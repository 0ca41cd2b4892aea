import type { Knex } from 'knex'
import type { Mailer } from '../../../../mail/mailer.ts'
import type { ProposalRow } from './repository.ts'

export type MailDecision = (trx: Knex, proposal: ProposalRow) => Promise<void>

/** Tells a buyer what was decided about a refund, in the transaction of the decision. Erased accounts get no mail. */
export function createDecisionMail(mailer: Pick<Mailer, 'enqueue'>): MailDecision {
  return async (trx, proposal) => {
    const buyer = await trx('users').where({ id: proposal.user_id }).whereNull('deleted_at').first('email', 'name', 'locale')
    if (!buyer) return
    await mailer.enqueue(trx, {
      template: 'refund_decided',
      to: buyer.email,
      language: buyer.locale,
      data: {
        name: buyer.name,
        title: proposal.title,
        amountMinor: proposal.decided_minor,
        currency: proposal.currency,
        number: proposal.number,
        answer: proposal.answer,
      },
    })
  }
}
