import {
  refundFaults,
  type AskableItem,
  type AskState,
  type RefundEvidence,
  type RefundFault,
  type RefundProposal,
} from '@e-events/shared/contract/sales/money/refunds.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { RefundProposalRow } from '../../../../db/tables/sales-refunds.ts'
import type { Actor } from '../../../../http/actor.ts'
import type { AskedItemRow, ProposalRow } from './repository.ts'

/**
 * Faults that a reader may decide for: staff any, organizers what they bear alone, and nobody's of a course that was
 * hardly begun.
 */
export function faultsOf(row: Pick<ProposalRow, 'status' | 'fault' | 'owner_id' | 'by_progress'>, reader: Actor): RefundFault[] {
  if (row.status !== 'open') return []
  if (reader.isAdmin) return [...refundFaults]
  if (row.owner_id !== reader.id) return []
  if (row.by_progress) return ['none']
  return row.fault === 'organizer' ? ['organizer'] : []
}

export function toAskableItem(row: AskedItemRow, { ask, evidence }: { ask: AskState; evidence: RefundEvidence }): AskableItem {
  const { progressPercent: percent } = evidence
  const until = new Date(row.paid_at.getTime() + limits.refundAskDays * 86_400_000).toISOString()
  const money = (minor: number) => ({ minor, currency: row.currency })
  return {
    id: row.id,
    title: row.title,
    total: money(row.total_minor),
    refunded: money(row.refunded_minor),
    ask,
    progress: percent === undefined ? null : { percent, until },
    request: row.proposal && toAnswered(row.proposal),
  }
}

export function toProposal(row: ProposalRow, reader: Actor): RefundProposal {
  const money = (minor: number) => ({ minor, currency: row.currency })
  return {
    id: row.id,
    number: row.number,
    product: { slug: row.slug, title: row.title },
    channel: { slug: row.channel_slug, title: row.channel_title },
    buyer: { name: row.name, email: row.email },
    total: money(row.total_minor),
    refundable: money(row.refundable_minor),
    evidence: row.evidence,
    fault: row.fault,
    proposed: money(row.proposed_minor),
    decision: row.decided_at === null ? null : { by: row.decider, fault: row.decided_fault },
    isPaidOut: row.paid_out,
    allowed: { faults: faultsOf(row, reader) },
    ...toAnswered(row),
  }
}

type Answered = Pick<RefundProposalRow, 'status' | 'asked_reason' | 'asked_text' | 'decided_minor' | 'currency' | 'answer'> & {
  created_at: Date | string
  decided_at: Date | string | null
}

function toAnswered(row: Answered) {
  return {
    status: row.status,
    reason: row.asked_reason,
    text: row.asked_text,
    askedAt: new Date(row.created_at).toISOString(),
    amount: row.decided_minor === null ? null : { minor: row.decided_minor, currency: row.currency },
    answer: row.answer,
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
  }
}
