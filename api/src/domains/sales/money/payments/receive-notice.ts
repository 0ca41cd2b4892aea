import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { writeAudit, type AuditContext } from '../../../../db/audit-log.ts'
import type { RateLimits } from '../../../../http/rate-limit.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import {
  isDisputeNotice,
  isRefundNotice,
  type DisputeNotice,
  type PaymentProvider,
  type ProviderNotice,
  type RefundNotice,
} from './payment-provider.ts'
import type { ReadProviders } from './providers.ts'
import type { SettlePayment } from './settle-payment.ts'

export type ReceiveNotice = ReturnType<typeof createReceiveNotice>

/** Who sent it, as far as a door without a session knows. */
export type NoticeSender = Pick<AuditContext, 'requestId' | 'address'>

/** The door of the providers: reads a notice, and hands it to whatever it is about. */
export function createReceiveNotice(deps: {
  knex: Knex
  readProviders: ReadProviders
  settle: SettlePayment
  takeDispute(notice: DisputeNotice): Promise<void>
  takeReturned(notice: RefundNotice): Promise<void>
  attempts: Pick<AttemptLimits, 'countRefusal'>
  rateLimits: Pick<RateLimits, 'countBeyond'>
}) {
  const { readProviders, settle, attempts } = deps

  /**
   * Read, or refused with a line in the audit log. Anybody may knock, so that only the first ones of an hour are
   * written there.
   */
  async function read(provider: PaymentProvider, call: Call): Promise<ProviderNotice | undefined> {
    try {
      return await provider.readNotice(call.body, call.header)
    } catch (error) {
      const isForged = error instanceof DomainError && error.code === 'BAD_REQUEST'
      if (isForged && (await deps.rateLimits.countBeyond('forgedNotices', provider.id)) === 0)
        await writeAudit(deps.knex, {
          ...call.from,
          actorId: null,
          action: 'media_pay.refuse_notice',
          subject: { type: 'media_pay', id: provider.id },
          before: null,
          after: { reason: error.message },
        })
      throw error
    }
  }

  /** @throws DomainError NOT_FOUND for another provider, BAD_REQUEST for a notice that is not the provider's */
  return async (id: string, call: Call): Promise<void> => {
    const provider = (await readProviders()).find(id)
    if (!provider) throw new DomainError('NOT_FOUND')
    const notice = await read(provider, call)
    if (!notice) return
    if (isDisputeNotice(notice)) return deps.takeDispute(notice)
    if (isRefundNotice(notice)) return deps.takeReturned(notice)
    const isNew = await settle.notice(notice)
    // Cards are not tried out any further with this payment.
    if (isNew && notice.isRefusal && (await attempts.countRefusal(notice)))
      await settle.payment(provider.id, await provider.cancel(notice.payment.paymentId))
  }
}

interface Call {
  body: string
  header(name: string): string
  from: NoticeSender
}
