import type { AskedReason, AskState, RefundEvidence, RefundFault } from '@e-events/shared/contract/sales/money/refunds.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import { isTaught } from '@e-events/shared/domain/lessons.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'

/** Off air for this part of a show or longer: all of it is given back. */
const wholeFromShare = 0.5
/** Below this part nothing was lost that anybody notices. */
const lostFromShare = 0.05
/** Watched for this part of what was sent or longer: the connection was good enough. */
const watchedShare = 0.8
/** A product that was opened for less was not used. */
const usedFromMs = 60_000
const dayMs = 86_400_000

export interface Judged {
  fault: RefundFault
  amountMinor: number
}

/**
 * The three rules of the platform, as a proposal that a person decides: the organizer bears a show that was not held or
 * broke off; the platform bears what its servers lost; both share what failed at the viewer. Parts of a show are given
 * back in proportion to the time lost. A course or master that was asked for in time is nobody's fault and given back
 * whole.
 */
export function judgeRefund(facts: { type: ProductType; reason: AskedReason; evidence: RefundEvidence; refundableMinor: number }): Judged {
  const { evidence, refundableMinor } = facts
  // Asked for in time, so the whole of it.
  if (isTaught(facts.type)) return { fault: 'none', amountMinor: refundableMinor }
  const { show } = evidence
  const isHeldHere = datedTypes.has(facts.type)
  if (show && (show.isCancelled || (isHeldHere && show.airedFrom === null))) return { fault: 'organizer', amountMinor: refundableMinor }
  if (show && show.airedFrom !== null) {
    const share = show.offAirMs / Math.max(1, show.onAirMs + show.offAirMs)
    if (share >= lostFromShare) {
      const amountMinor = share >= wholeFromShare ? refundableMinor : Math.round(refundableMinor * share)
      if (amountMinor > 0) return { fault: faultOf(show), amountMinor }
    }
    const isConnection = facts.reason === 'connection' || facts.reason === 'interrupted'
    if (isConnection && evidence.viewer.watchedMs < show.onAirMs * watchedShare) return { fault: 'viewer', amountMinor: refundableMinor }
  }
  if (!wasUsed(evidence) && (show === null || show.airedFrom === null)) return { fault: 'none', amountMinor: refundableMinor }
  return { fault: 'none', amountMinor: 0 }
}

/**
 * Whether a buyer may ask now. An event: until some days after it; a course or master: as long after buying, while
 * little of it was watched; anything else: as long after buying, while unused.
 */
export function askState(facts: {
  type: ProductType
  isAsked: boolean
  refundableMinor: number
  evidence: RefundEvidence
  now: Date
}): AskState {
  const { evidence, now } = facts
  if (facts.isAsked) return 'asked'
  if (facts.refundableMinor <= 0) return 'none'
  const { show } = evidence
  const isNewlyBought = now.getTime() - Date.parse(evidence.boughtAt) <= limits.refundAskDays * dayMs
  if (isTaught(facts.type)) {
    if (!isNewlyBought) return 'too_late'
    return (evidence.progressPercent ?? 0) < limits.refundBelowPercent ? 'open' : 'progressed'
  }
  if (datedTypes.has(facts.type) && show !== null) {
    if (now.getTime() - Date.parse(show.endsAt) <= limits.refundAskDays * dayMs) return 'open'
    return isNewlyBought && !wasUsed(evidence) ? 'open' : 'too_late'
  }
  if (wasUsed(evidence)) return 'used'
  if (isNewlyBought) return 'open'
  return datedTypes.has(facts.type) ? 'not_yet' : 'too_late'
}

const wasUsed = ({ viewer }: RefundEvidence): boolean => viewer.watchedMs >= usedFromMs

/** Most of the lost time decides: another media server carried on, or the show failed as a whole. */
function faultOf(show: NonNullable<RefundEvidence['show']>): 'organizer' | 'provider' {
  if (show.endReason === 'failed') return 'provider'
  const lengthOf = ({ from, until }: (typeof show.interruptions)[number]) => Date.parse(until ?? show.airedUntil ?? from) - Date.parse(from)
  const moved = show.interruptions.filter(({ changedServer }) => changedServer).reduce((sum, gap) => sum + lengthOf(gap), 0)
  return moved * 2 > show.offAirMs ? 'provider' : 'organizer'
}
