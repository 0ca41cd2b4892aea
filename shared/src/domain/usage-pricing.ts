import { fees } from './fees.ts'

/**
 * How the time of a show is paid for. usage: hours beyond the included ones come off the statement. prepaid: minutes of
 * the organizer's balance. free: nothing, and the show ends after 15 minutes.
 */
export const showPlans = ['usage', 'prepaid', 'free'] as const
export type ShowPlan = (typeof showPlans)[number]

/** A charge for use, in euro cents: `quantity` is hours times tickets or accesses. */
export interface UsagePrice {
  /** Started hours beyond those that are included. */
  hours: number
  quantity: number
  unitMinor: number
  amountMinor: number
}

/** Started hours beyond `includedMinutes`. Minutes count once they have begun. */
export function extraHours(minutes: number, includedMinutes: number): number {
  return Math.max(0, Math.ceil((Math.ceil(minutes) - includedMinutes) / 60))
}

/** A live includes 1.5 hours; each started hour beyond costs once per ticket. */
export function liveHoursPrice({ minutes, tickets }: { minutes: number; tickets: number }): UsagePrice {
  return priceOf(extraHours(minutes, fees.liveIncludedMinutes), tickets, fees.liveExtraHourMinor)
}

/**
 * When the next extra hour begins to cost: in so many minutes from `minutes`. Nothing costs while nobody holds a ticket
 * or a code.
 */
export function minutesToNextHour(minutes: number, includedMinutes: number): number {
  return includedMinutes + 60 * extraHours(minutes, includedMinutes) - minutes
}

/** One redeemed code of a private product. */
export function privateAccessPrice(accesses: number): UsagePrice {
  return { hours: 0, quantity: accesses, unitMinor: fees.privateAccessMinor, amountMinor: accesses * fees.privateAccessMinor }
}

/** An access includes 2 hours; each started hour beyond costs once per access. */
export function privateHoursPrice({ minutes, accesses }: { minutes: number; accesses: number }): UsagePrice {
  return priceOf(extraHours(minutes, fees.privateIncludedMinutes), accesses, fees.privateExtraHourMinor)
}

/** A test room: the first hour is free where a live of the channel is scheduled; other started hours cost. */
export function testRoomPrice({ minutes, hasLive }: { minutes: number; hasLive: boolean }): UsagePrice {
  return priceOf(extraHours(minutes, hasLive ? fees.testRoomFreeMinutes : 0), 1, fees.testRoomHourMinor)
}

/** A recording costs once, and nothing when it is published as VOD. */
export function recordingPrice({ isVod }: { isVod: boolean }): UsagePrice {
  const quantity = isVod ? 0 : 1
  return { hours: 0, quantity, unitMinor: fees.recordingMinor, amountMinor: quantity * fees.recordingMinor }
}

/** Minutes that began between two moments. */
export function startedMinutes(from: Date, until: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - from.getTime()) / 60_000))
}

/** Net price of the used part of prepaid minutes: whole minor units that add up to the price with the last minute. */
export function usedNetMinor(netMinor: number, { minutes, used_minutes: used }: { minutes: number; used_minutes: number }): number {
  return Math.floor((netMinor * used) / minutes)
}

/** Prepaid hours before tax; null where the site has no price for them, so that the option is not offered. */
export function prepaidPriceMinor(hours: number, hourNetMinor: number | null): number | null {
  return hourNetMinor === null ? null : hours * hourNetMinor
}

function priceOf(hours: number, units: number, unitMinor: number): UsagePrice {
  const quantity = hours * units
  return { hours, quantity, unitMinor, amountMinor: quantity * unitMinor }
}
