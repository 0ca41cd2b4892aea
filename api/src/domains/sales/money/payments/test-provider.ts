import { createHash, createHmac, randomUUID } from 'node:crypto'
import { testCards, type TestCard, type TestPayment } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../../../../adapters/clock.ts'
import type { TestPaymentRow } from '../../../../db/tables/sales.ts'
import { assertNotice, signNotice } from './notice-signature.ts'
import type { PaymentProvider, ProviderDispute, ProviderPayment } from './payment-provider.ts'
import type { createTestPaymentRepository } from './test-repository.ts'

/** A card that settles late does so after this. */
const settlesAfterMs = 10_000
/** Charged for a dispute, and the time for its evidence. */
const disputeFeeMinor = 1_500
const evidenceMs = 7 * 86_400_000

export type TestProvider = ReturnType<typeof createTestProvider>

/**
 * The payment service that `npm start` sells with: a hosted page, cards that succeed, are refused, ask for a
 * confirmation or settle late, and signed notices. No money moves. It keeps its own books and knows nothing of orders.
 */
export function createTestProvider(deps: {
  repository: ReturnType<typeof createTestPaymentRepository>
  /** Secret of this installation; the key of the notices is derived from it. */
  secret: string
  /** Sends a notice to the platform. One that is lost is found by the reconciler. */
  send(body: string, signature: string): Promise<unknown>
  clock: Clock
}) {
  const { repository, clock } = deps
  const key = createHmac('sha256', deps.secret).update('notices of the test provider').digest('hex')

  const provider: PaymentProvider = {
    id: 'test',
    way: 'card',
    isTest: true,
    takes: () => true,
    async start(order) {
      const row = await repository.start({
        id: idOf('tp', order.orderId),
        reference: order.orderId,
        amount_minor: order.amountMinor,
        currency: order.currency,
        description: order.description,
        return_url: order.returnUrl,
        cancel_url: order.cancelUrl,
        keeps_method: order.keepsMethod !== undefined,
      })
      return { paymentId: row.id }
    },
    async find(paymentId) {
      return toProviderPayment(await get(paymentId))
    },
    step: async ({ paymentId }) => ({ provider: 'test', url: paths.testPayment(paymentId) }),
    async cancel(paymentId) {
      const cancelled = await repository.move(paymentId, ['open', 'confirming'], { state: 'cancelled' })
      return toProviderPayment(cancelled ?? (await get(paymentId)))
    },
    // Nobody is told: whoever charges again asks what became of it, and repeats it with the same key.
    async chargeAgain({ paymentId, method, key: reference, owner }) {
      const card = cards.find((number) => methodOf(number).reference === method)
      const outcome = card === undefined ? 'declined' : testCards[card]
      const row = await repository.charge({ reference, paymentId }, (earlier) => ({
        ...(owner && outcome === 'asks_for_confirmation'
          ? ({ state: 'confirming', failure: null } as const)
          : renewalOf(outcome, earlier, clock.nowMs())),
        card: card ?? null,
      }))
      return toProviderPayment(row)
    },
    // A card is named by its number: nothing is stored.
    forget: async () => {},
    async refund(refund) {
      const { paymentId, amountMinor } = refund
      return { refundId: await repository.refund({ id: idOf('tr', refund.key), paymentId, reference: refund.key, amountMinor }) }
    },
    checkConnection: async () => ({ findings: [], isTest: true, account: null, noticesUrl: null }),
    async readBooks() {
      const rows = await repository.books()
      return rows.map(({ kind, reference, amount_minor: amountMinor, currency }) => ({ kind, reference, amountMinor, currency }))
    },
    async readNotice(body, header) {
      assertNotice(body, header('payment-signature'), { key, nowMs: clock.nowMs() })
      const { id, type, at, ...about } = JSON.parse(body) as Stamp & ({ payment: ProviderPayment } | { dispute: DisputeOnWire })
      const notice = { provider: 'test', eventId: id, type, occurredAt: new Date(at), payload: { id, type, at, ...about } } as const
      if ('dispute' in about) return { ...notice, dispute: { ...about.dispute, evidenceDueAt: dateOf(about.dispute.evidenceDueAt) } }
      const { payment } = about
      return { ...notice, payment, isRefusal: type === 'payment.refused' }
    },
  }

  async function get(id: string): Promise<TestPaymentRow> {
    const row = await repository.find(id)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }

  /** Writes a change, then tells the platform. */
  async function move(id: string, from: TestPaymentRow['state'][], to: Parameters<typeof repository.move>[2]): Promise<TestPaymentRow> {
    const row = await repository.move(id, from, to)
    if (!row) {
      await get(id)
      throw new DomainError('STATE_CONFLICT')
    }
    await notify(row)
    return row
  }

  function notify(row: TestPaymentRow): Promise<unknown> {
    return tell(`payment.${row.failure === null ? row.state : 'refused'}`, { payment: toProviderPayment(row) })
  }

  function tell(type: string, about: { payment: ProviderPayment } | { dispute: DisputeOnWire }): Promise<unknown> {
    const notice: Stamp = { id: `te_${randomUUID()}`, type, at: clock.now().toISOString() }
    const body = JSON.stringify({ ...notice, ...about })
    return deps.send(body, signNotice(body, { key, nowMs: clock.nowMs() }))
  }

  return {
    ...provider,

    async show(id: string): Promise<TestPayment> {
      return toTestPayment(await get(id))
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT when it does not wait for a card */
    async pay(id: string, card: TestCard): Promise<TestPayment> {
      const outcome = testCards[card]
      const next = {
        succeeds: { state: 'succeeded', failure: null },
        renews_late: { state: 'succeeded', failure: null },
        renews_never: { state: 'succeeded', failure: null },
        asks_for_confirmation: { state: 'confirming', failure: null },
        settles_late: { state: 'settling', failure: null, settles_at: new Date(clock.nowMs() + settlesAfterMs) },
        declined: { state: 'open', failure: 'declined' },
        insufficient_funds: { state: 'open', failure: 'insufficient_funds' },
      } as const satisfies Record<typeof outcome, Parameters<typeof repository.move>[2]>
      return toTestPayment(await move(id, ['open'], { ...next[outcome], card }))
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT when the bank asks nothing */
    async confirm(id: string, approved: boolean): Promise<TestPayment> {
      const next = approved ? { state: 'succeeded', failure: null } : { state: 'open', failure: 'authentication_failed' }
      return toTestPayment(await move(id, ['confirming'], next as Parameters<typeof repository.move>[2]))
    },

    /**
     * The buyer disputes a payment at the bank, or the bank decides.
     * @throws DomainError NOT_FOUND, STATE_CONFLICT where it was not paid, is disputed already, or is not disputed
     */
    async dispute(id: string, outcome: 'open' | 'won' | 'lost'): Promise<TestPayment> {
      const row = await repository.dispute(id, outcome)
      if (!row) {
        await get(id)
        throw new DomainError('STATE_CONFLICT')
      }
      await tell(`dispute.${outcome}`, { dispute: toDispute(row, outcome, clock.now()) })
      return toTestPayment(row)
    },

    /** Settles what was given some seconds ago. */
    async settleDue(): Promise<void> {
      for (const id of await repository.due(clock.now())) {
        const row = await repository.move(id, ['settling'], { state: 'succeeded', settles_at: null })
        if (row) await notify(row)
      }
    },

    /** For tests of the door: a notice as the provider would sign it. */
    sign: (body: string, nowMs = clock.nowMs()) => signNotice(body, { key, nowMs }),
  }
}

interface Stamp {
  id: string
  type: string
  at: string
}
/** Dates are text in a notice. */
type DisputeOnWire = Omit<ProviderDispute, 'evidenceDueAt'> & { evidenceDueAt: string | null }
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

function toDispute(row: TestPaymentRow, status: 'open' | 'won' | 'lost', now: Date): DisputeOnWire {
  return {
    disputeId: idOf('td', row.reference),
    paymentId: row.id,
    status,
    reason: 'fraudulent',
    amountMinor: row.amount_minor - row.refunded_minor,
    feeMinor: disputeFeeMinor,
    currency: row.currency,
    evidenceDueAt: new Date(now.getTime() + evidenceMs).toISOString(),
  }
}

/** The same reference has the same id. Nobody can guess one: a reference is random itself. */
const idOf = (prefix: string, reference: string): string => `${prefix}_${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`

const cards = Object.keys(testCards) as TestCard[]

/** Card that was kept, as the platform stores it. */
const methodOf = (card: string) => ({ reference: `card_${card}`, label: `•••• ${card.slice(-4)}` })

/** Outcome of a charge without the card's owner, after so many of the same payment. */
function renewalOf(
  outcome: (typeof testCards)[TestCard],
  earlier: number,
  nowMs: number,
): { state: TestPaymentRow['state']; failure: TestPaymentRow['failure']; settles_at?: Date } {
  const isRefused = outcome === 'declined' || outcome === 'renews_never' || (outcome === 'renews_late' && earlier === 0)
  if (isRefused) return { state: 'open', failure: 'declined' }
  if (outcome === 'insufficient_funds') return { state: 'open', failure: 'insufficient_funds' }
  if (outcome === 'settles_late') return { state: 'settling', failure: null, settles_at: new Date(nowMs + settlesAfterMs) }
  return { state: 'succeeded', failure: null }
}

const statuses = { open: 'open', confirming: 'open', settling: 'processing', succeeded: 'succeeded', cancelled: 'cancelled' } as const

function toProviderPayment(row: TestPaymentRow): ProviderPayment {
  return {
    paymentId: row.id,
    status: statuses[row.state],
    amountMinor: row.amount_minor,
    currency: row.currency,
    failure: row.failure,
    method: row.keeps_method && row.card !== null ? methodOf(row.card) : null,
  }
}

function toTestPayment(row: TestPaymentRow): TestPayment {
  return {
    id: row.id,
    amount: { minor: row.amount_minor, currency: row.currency },
    description: row.description,
    state: row.state,
    failure: row.failure,
    settlesAt: row.settles_at?.toISOString() ?? null,
    returnUrl: row.return_url,
    cancelUrl: row.cancel_url,
    dispute: row.dispute,
  }
}
