import { z } from 'zod'
import type { ProductType } from './states.ts'

/** Member states of the European Union by their ISO codes. */
export const euCountries = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const
const eu: ReadonlySet<string> = new Set(euCountries)
export const isInEu = (place: string | null): boolean => place !== null && eu.has(place)

/** From this day, a live event online is taxed where a private viewer lives; before, where its organizer is. */
export const eventsAtViewerSince = '2025-01-01'

/** Why a line bears its rate. */
export const taxReasons = [
  'seller_country',
  'seller_unknown',
  'event_at_organizer',
  'event_at_viewer',
  'electronic_service',
  'distance_sale',
  'reverse_charge',
  'business_abroad',
  'intra_community_supply',
  'export',
  'import',
  'outside_area',
] as const
export const taxReasonSchema = z.enum(taxReasons)
export type TaxReason = z.infer<typeof taxReasonSchema>

/** Reasons by which a business pays the net price and accounts for the tax itself. */
const netReasons: ReadonlySet<TaxReason> = new Set(['reverse_charge', 'business_abroad', 'intra_community_supply'])

/** Tax law's view of what is sold. */
export type Supply = 'event' | 'electronic' | 'goods'

/** Standard rate of a country (`productType` null), or the rate of one type of product there, from a day on. */
export interface TaxRate {
  /** Null: everywhere that no other rule names, where no tax is collected. */
  country: string | null
  productType: ProductType | null
  basisPoints: number
  /** Calendar day: '2025-01-01'. */
  validFrom: string
}

export interface TaxQuestion {
  supply: Supply
  productType: ProductType | null
  /** Territory of the seller (`territoryOf`), and the rate that the product bears there. */
  seller: { place: string | null; basisPoints: number }
  buyer: {
    place: string
    /** A company whose VAT id holds: it was checked before. */
    isBusiness: boolean
  }
  /** Territory that goods are sent to; the buyer's where it is null. */
  shippedTo: string | null
  /** Day of the sale in the platform's time zone. */
  day: string
}

export interface TaxDecision {
  basisPoints: number
  reason: TaxReason
  /** Place of taxation; null where it is not known. */
  place: string | null
}
/** Why a line bears its rate, as orders and invoices keep it. */
export const lineTaxSchema = z.object({ reason: taxReasonSchema, place: z.string().nullable() })
export type LineTax = z.infer<typeof lineTaxSchema>

const eventTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live', 'meet'])

export function supplyOf(kind: string, type: ProductType | null): Supply {
  if (kind === 'physical' || kind === 'shipping' || type === 'physical') return 'goods'
  return type !== null && eventTypes.has(type) ? 'event' : 'electronic'
}

/**
 * Country of an address as VAT sees it: the Canary Islands (IC), Ceuta and Melilla (EA) belong to Spain and not to the
 * area.
 */
export function territoryOf(country: string | null, postalCode: string | null): string | null {
  if (country !== 'ES' || postalCode === null) return country
  const province = postalCode.replaceAll(/\D/g, '').slice(0, 2)
  if (province === '35' || province === '38') return 'IC'
  return province === '51' || province === '52' ? 'EA' : country
}

/** Rule of a place on a day: the type's own before the standard one, the latest first. */
export function rateOn(
  rates: readonly TaxRate[],
  at: { place: string; productType: ProductType | null; day: string },
): TaxRate | undefined {
  const found = (country: string | null, productType: ProductType | null) =>
    rates
      .filter((rate) => rate.country === country && rate.productType === productType && rate.validFrom <= at.day)
      .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))[0]
  return (at.productType === null ? undefined : found(at.place, at.productType)) ?? found(at.place, null) ?? found(null, null)
}

/** Rate of one line, where it is due, and why. */
export function decideTax(question: TaxQuestion, rates: readonly TaxRate[]): TaxDecision {
  const { supply, seller } = question
  const own = (reason: TaxReason): TaxDecision => ({ basisPoints: seller.basisPoints, reason, place: seller.place })
  if (seller.place === null) return own('seller_unknown')
  const place = supply === 'goods' ? (question.shippedTo ?? question.buyer.place) : question.buyer.place
  if (place === seller.place) return own('seller_country')
  return supply === 'goods' ? taxOfGoods(question, place, rates) : taxOfService(question, place, rates, own)
}

function taxOfGoods({ seller, buyer, day, productType }: TaxQuestion, place: string, rates: readonly TaxRate[]): TaxDecision {
  const untaxed = (reason: TaxReason): TaxDecision => ({ basisPoints: 0, reason, place })
  if (!isInEu(seller.place)) return untaxed('import')
  if (!isInEu(place)) return untaxed('export')
  if (buyer.isBusiness) return untaxed('intra_community_supply')
  return { basisPoints: rateOn(rates, { place, productType, day })?.basisPoints ?? 0, reason: 'distance_sale', place }
}

function taxOfService(
  { supply, buyer, day, productType }: TaxQuestion,
  place: string,
  rates: readonly TaxRate[],
  own: (reason: TaxReason) => TaxDecision,
): TaxDecision {
  if (buyer.isBusiness) return { basisPoints: 0, reason: isInEu(place) ? 'reverse_charge' : 'business_abroad', place }
  if (supply === 'event' && day < eventsAtViewerSince) return own('event_at_organizer')
  const rate = rateOn(rates, { place, productType, day })
  if (!rate || rate.country === null) return { basisPoints: 0, reason: 'outside_area', place }
  return { basisPoints: rate.basisPoints, reason: supply === 'event' ? 'event_at_viewer' : 'electronic_service', place }
}

/**
 * Net and tax of one unit at the buyer's rate. The gross price that the page shows is what a private buyer pays, so the
 * net follows from the rate; a business that accounts for the tax itself pays the net price, unless the price is one
 * for everybody (`keepsGross`).
 */
export function taxedUnit(
  price: { netMinor: number; taxMinor: number },
  { reason, basisPoints }: Pick<TaxDecision, 'reason' | 'basisPoints'>,
  { keepsGross = false }: { keepsGross?: boolean } = {},
): { netMinor: number; taxMinor: number } {
  if (reason === 'seller_country' || reason === 'seller_unknown' || reason === 'event_at_organizer') return price
  const grossMinor = price.netMinor + price.taxMinor
  if (netReasons.has(reason)) return { netMinor: keepsGross ? grossMinor : price.netMinor, taxMinor: 0 }
  const divisor = 10_000 + basisPoints
  const taxMinor = Math.floor((grossMinor * basisPoints * 2 + divisor) / (divisor * 2))
  return { netMinor: grossMinor - taxMinor, taxMinor }
}

/** Evidence of where a buyer is, strongest first. Nothing here knows the country of a network address. */
export const placeProofKinds = ['billing_country', 'phone_prefix', 'account_country', 'browser_region'] as const
export const placeProofSchema = z.object({ kind: z.enum(placeProofKinds), country: z.string(), agrees: z.boolean() })
export type PlaceProof = z.infer<typeof placeProofSchema>

/**
 * Two proofs of the place of a buyer: those that agree with it come first. One that disagrees is kept too where there
 * are no two that agree, so that the books show it.
 */
export function placeProofs(country: string, known: Partial<Record<PlaceProof['kind'], string | null>>): PlaceProof[] {
  const all = placeProofKinds.flatMap((kind) => {
    const found = known[kind]
    return found ? [{ kind, country: found, agrees: found === country }] : []
  })
  return [...all.filter(({ agrees }) => agrees), ...all.filter(({ agrees }) => !agrees)].slice(0, 2)
}
