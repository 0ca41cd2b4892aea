import type { FollowUpState } from '@e-events/shared/contract/sales/opportunities.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { FollowUpFacts } from './repository.ts'

const dayMs = 86_400_000

/** Whether a mail may be sent now; a refusal names the first reason. */
export function followUpOf(facts: FollowUpFacts, now: Date): { state: FollowUpState; possibleAt: Date | null } {
  if (!facts.newsletter) return { state: 'no_consent', possibleAt: null }
  const waits = [
    ...(facts.sent_at ? [facts.sent_at.getTime() + limits.followUpDays * dayMs] : []),
    ...(facts.last_sent_at ? [facts.last_sent_at.getTime() + limits.followUpPersonMs] : []),
  ]
  const possibleMs = Math.max(0, ...waits)
  if (possibleMs > now.getTime()) return { state: 'recent', possibleAt: new Date(possibleMs) }
  return { state: facts.is_sold_out ? 'sold_out' : 'possible', possibleAt: null }
}
