import { liveHoursPrice, privateHoursPrice, testRoomPrice, type UsagePrice } from '@e-events/shared/domain/usage-pricing.ts'
import type { UsageChargeRow } from '../../../../db/tables/sales-ledger.ts'
import type { ShowFacts } from './repository.ts'

/** Shows of one date share the time that is included: each is charged for the hours that it adds. */
export function chargeOf(show: ShowFacts): { kind: UsageChargeRow['kind']; price: UsagePrice } {
  const { minutes, minutes_before: before, is_private: isPrivate } = show
  if (show.kind === 'rehearsal') return { kind: 'rehearsal_hours', price: testRoomPrice({ minutes, hasLive: show.has_live }) }
  const { unitMinor, hours } = hoursOf(show, before + minutes)
  const added = hours - hoursOf(show, before).hours
  const quantity = added * unitsOf(show)
  const price = { hours: added, quantity, unitMinor, amountMinor: quantity * unitMinor }
  return { kind: isPrivate ? 'private_hours' : 'live_hours', price }
}

/** Hours of all shows of a date that were sent for so many minutes. */
export function hoursOf({ is_private: isPrivate, tickets, accesses }: UnitFacts, minutes: number): UsagePrice {
  return isPrivate ? privateHoursPrice({ minutes, accesses }) : liveHoursPrice({ minutes, tickets })
}

type UnitFacts = Pick<ShowFacts, 'is_private' | 'tickets' | 'accesses'>
/** Tickets or redeemed codes, whichever an hour is charged for. */
export const unitsOf = ({ is_private: isPrivate, tickets, accesses }: UnitFacts): number => (isPrivate ? accesses : tickets)
