import type { TaxScheme } from '@e-events/shared/contract/sales/money/taxes.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import { isInEu, rateOn, type TaxRate, type TaxReason } from '@e-events/shared/domain/tax.ts'
import type { TaxRule } from './repository.ts'

const days = new Intl.DateTimeFormat('en-CA', { timeZone: eventTimeZone })

/** Day of an instant in the platform's time zone. */
export function dayOf(at: Date): string {
  return days.format(at)
}

export function quarterOf(at: Date): string {
  const [year = '', month = ''] = dayOf(at).split('-')
  return `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/** First day of a quarter, and of the next one. */
export function daysOf(quarter: string): { from: string; until: string } {
  const [year = 0, number = 0] = quarter.split('-Q').map(Number)
  const day = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  return { from: day((number - 1) * 3), until: day(number * 3) }
}

export function toRates(rules: readonly TaxRule[]): TaxRate[] {
  return rules.map((rule) => ({
    country: rule.country,
    productType: rule.product_type,
    basisPoints: rule.basis_points,
    validFrom: rule.valid_from,
  }))
}

/** Whether a rule is the one of its country and type on a day. */
export function isCurrent(rule: TaxRule, rules: readonly TaxRule[], day: string): boolean {
  const begun = rules.filter(
    (other) => other.country === rule.country && other.product_type === rule.product_type && other.valid_from <= day,
  )
  return rule.valid_from <= day && begun.every(({ valid_from: from }) => from <= rule.valid_from)
}

/** Reasons by which tax is due where the buyer, or the parcel, is. */
const elsewhere: ReadonlySet<TaxReason> = new Set(['event_at_viewer', 'electronic_service', 'distance_sale'])
const inSellersCountry: ReadonlySet<TaxReason> = new Set(['seller_country', 'seller_unknown', 'event_at_organizer'])

export function schemeOf(reason: TaxReason, place: string | null): TaxScheme {
  if (elsewhere.has(reason)) return isInEu(place) ? 'oss' : 'abroad'
  return inSellersCountry.has(reason) ? 'domestic' : 'untaxed'
}

const ofGoods: ReadonlySet<TaxReason> = new Set(['distance_sale', 'intra_community_supply', 'export', 'import'])
export const supplyBy = (reason: TaxReason): 'goods' | 'services' => (ofGoods.has(reason) ? 'goods' : 'services')

/** Compared with the standard rate of the place on the day of the sale. */
export function rateTypeOf(
  { place, basisPoints, day }: { place: string | null; basisPoints: number; day: string },
  rates: readonly TaxRate[],
): 'standard' | 'reduced' | 'none' {
  if (basisPoints === 0) return 'none'
  const standard = place === null ? undefined : rateOn(rates, { place, productType: null, day })
  return standard && standard.country !== null && standard.basisPoints > basisPoints ? 'reduced' : 'standard'
}
