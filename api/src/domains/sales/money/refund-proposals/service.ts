import type { AskableItem, AskedReason, RefundFault } from '@e-events/shared/contract/sales/money/refunds.ts'
import { isTaught } from '@e-events/shared/domain/lessons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../../db/audit-log.ts'
import type { RefundRow } from '../../../../db/tables/sales.ts'
import type { Actor } from '../../../../http/actor.ts'
import { readEvidence } from './evidence.ts'
import { askState, judgeRefund } from './judge.ts'
import { faultsOf, toAskableItem } from './presenter.ts'
import type { AskedItemRow, ProposalRepository, ProposalRow } from './repository.ts'
import type { MailDecision } from './decision-mail.ts'
import { insertRefund } from '../refunds/repository.ts'

export type Proposals = ReturnType<typeof createProposals>
type By = AuditContext & Actor

/** Who bears a refund follows from its reason. Nobody's fault: the sale is undone, as after a withdrawal. */
const reasonOf = {
  organizer: 'organizer',
  provider: 'provider',
  viewer: 'viewer',
  none: 'withdrawal',
} as const satisfies Record<RefundFault, RefundRow['reason']>

/** Percent of a course or master that an account has watched. */
export type ReadProgress = (db: Knex, of: { productId: string; userId: string }) => Promise<number>

interface ProposalDeps {
  knex: Knex
  repository: ProposalRepository
  mailDecision: MailDecision
  readProgress: ReadProgress
  clock: Clock
}

/** Refunds that buyers ask for: the platform adds what it knows and proposes an amount, a person decides. */
export function createProposals(deps: ProposalDeps) {
  const { knex, repository, clock } = deps

  return {
    list: repository.list,

    /** @throws DomainError NOT_FOUND */
    async items(orderId: string, userId: string): Promise<AskableItem[]> {
      const rows = await repository.askedItems(orderId, userId)
      if (rows.length === 0) throw new DomainError('NOT_FOUND')
      return Promise.all(rows.map(async (row) => toAskableItem(row, await stateOf(knex, row))))
    },

    /** @throws DomainError NOT_FOUND, REFUND_NOT_POSSIBLE */
    async ask(wanted: { orderId: string; itemId: string; reason: AskedReason; text: string }, userId: string): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lockAskedItem(trx, { ...wanted, userId })
        if (!row) throw new DomainError('NOT_FOUND')
        const { ask, evidence } = await stateOf(trx, row)
        if (ask !== 'open') throw new DomainError('REFUND_NOT_POSSIBLE')
        const judged = judgeRefund({
          type: row.type,
          reason: wanted.reason,
          evidence,
          refundableMinor: row.refundable_minor,
        })
        await repository.insert(trx, {
          order_item_id: row.id,
          asked_reason: wanted.reason,
          asked_text: wanted.text,
          evidence,
          by_progress: isTaught(row.type),
          fault: judged.fault,
          proposed_minor: judged.amountMinor,
          currency: row.currency,
          created_at: clock.now(),
        })
      })
    },

    /**
     * @throws DomainError NOT_FOUND, FORBIDDEN_ROLE for a fault that is not the caller's to give, STATE_CONFLICT,
     * REFUND_NOT_POSSIBLE
     */
    async approve(id: string, wanted: { fault: RefundFault; amountMinor: number; answer: string }, by: By): Promise<ProposalRow> {
      const proposal = await known(id, by)
      if (!faultsOf({ ...proposal, status: 'open' }, by).includes(wanted.fault)) throw new DomainError('FORBIDDEN_ROLE')
      return decide(proposal, by, async (trx) => {
        const refundId = await insertRefund(trx, {
          orderId: proposal.order_id,
          itemId: proposal.item_id,
          amountMinor: wanted.amountMinor,
          reason: reasonOf[wanted.fault],
          note: wanted.answer,
          by: by.id,
        })
        if (refundId === undefined) throw new DomainError('REFUND_NOT_POSSIBLE')
        return {
          status: 'approved',
          refund_id: refundId,
          decided_fault: wanted.fault,
          decided_minor: wanted.amountMinor,
          answer: wanted.answer === '' ? null : wanted.answer,
        } as const
      })
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async refuse(id: string, wanted: { answer: string }, by: By): Promise<ProposalRow> {
      return decide(await known(id, by), by, async () => ({ status: 'refused', answer: wanted.answer }) as const)
    },
  }

  /** Somebody else's is absent, and so is what an organizer does not decide. */
  async function known(id: string, by: By): Promise<ProposalRow> {
    const proposal = await repository.find(knex, id)
    if (!proposal || faultsOf({ ...proposal, status: 'open' }, by).length === 0) throw new DomainError('NOT_FOUND')
    return proposal
  }

  async function decide(
    proposal: ProposalRow,
    { id: userId, isAdmin: _, ...context }: By,
    outcome: (trx: Knex) => Promise<Parameters<ProposalRepository['update']>[2] & { status: 'approved' | 'refused' }>,
  ): Promise<ProposalRow> {
    await knex.transaction(async (trx) => {
      const locked = await repository.lock(trx, proposal.id)
      if (locked?.status !== 'open') throw new DomainError('STATE_CONFLICT')
      const change = await outcome(trx)
      await repository.update(trx, proposal.id, { ...change, decided_by: userId, decided_at: clock.now() })
      const decided = await repository.find(trx, proposal.id)
      if (!decided) throw new DomainError('NOT_FOUND')
      await deps.mailDecision(trx, decided)
      await writeAudit(trx, {
        ...context,
        action: change.status === 'approved' ? 'refund_proposal.approve' : 'refund_proposal.refuse',
        subject: { type: 'refund_proposal', id: proposal.id },
        before: { fault: proposal.fault, amountMinor: proposal.proposed_minor },
        after: {
          fault: decided.decided_fault,
          amountMinor: decided.decided_minor,
          order: proposal.number,
          answer: decided.answer,
        },
      })
    })
    return (await repository.find(knex, proposal.id)) ?? proposal
  }

  async function stateOf(db: Knex, row: AskedItemRow) {
    const now = clock.now()
    const seen = await readEvidence(db, row, now)
    const of = { productId: row.product_id, userId: row.holder_id }
    const evidence = isTaught(row.type) ? { ...seen, progressPercent: await deps.readProgress(db, of) } : seen
    const ask = askState({
      type: row.type,
      isAsked: row.proposal !== null,
      refundableMinor: row.refundable_minor,
      evidence,
      now,
    })
    return { evidence, ask }
  }
}
