import { perTicketMinorOf } from './currencies.ts'
import { fees, type TicketFeePayer } from './fees.ts'
import { taxOf, type Money } from './money.ts'
import type { ProductType } from './states.ts'

/** A product as it is sold now: the offer's price while one runs, of one unit. */
export interface PricedProduct {
  netMinor: number
  /** ISO 4217: the fixed amount per ticket is set for each. */
  currency: string
  taxBasisPoints: number
  /** Tax of one unit where the gross price is held fixed and the net price follows from it (`taxedUnit`). */
  unitTaxMinor?: number | undefined
  /** Who pays the fixed amount per ticket. */
  ticketFeePayer: TicketFeePayer
}

/** Kinds of lines of an order. */
export const orderItemKinds = [
  'access',
  'bundle',
  'physical',
  'shipping',
  'gift',
  'channel_subscription',
  'platform_subscription',
  'prepaid_hours',
  'platform_service',
] as const
export type OrderItemKind = (typeof orderItemKinds)[number]

/** Kinds that the fixed amount per ticket falls on. */
const ticketKinds: ReadonlySet<OrderItemKind> = new Set(['access', 'bundle', 'gift'])
/** Sold by the platform itself: no organizer has a share of them. */
const platformKinds: ReadonlySet<OrderItemKind> = new Set(['platform_subscription', 'prepaid_hours', 'platform_service'])

/** One line of an order. `netMinor` is the price of one unit. */
export interface PricedLine extends PricedProduct {
  kind: OrderItemKind
  quantity: number
}

/** Amounts of a line or of an order, in minor units: the same figures for buyer, organizer and ledger. */
export interface OrderBreakdown {
  netMinor: number
  taxMinor: number
  /** Net and tax: the price that the product's page shows. */
  grossMinor: number
  /** The fixed amount per ticket where the buyer pays it. Its tax is included. */
  buyerFeeMinor: number
  /** A donation: no tax, no fee. */
  supportMinor: number
  totalMinor: number
  /** The platform's share: the percentage of the net price and the fixed amount, whoever pays it. */
  percentFeeMinor: number
  ticketFeeMinor: number
  /** Received by the organizer: negative where the fee is more than the price. */
  organizerMinor: number
}

/**
 * Breaks a line down. `totalMinor` = net + tax + buyer's fee + support = organizer + percentage + fixed amount + tax,
 * to the cent. Tax is rounded half up per line. Shipping bears no percentage.
 */
export function breakDownLine(line: PricedLine, supportMinor = 0): OrderBreakdown {
  const netMinor = line.netMinor * line.quantity
  const taxMinor = line.unitTaxMinor === undefined ? taxOf(netMinor, line.taxBasisPoints) : line.unitTaxMinor * line.quantity
  const isPlatforms = platformKinds.has(line.kind)
  const percentFeeMinor = isPlatforms ? netMinor : line.kind === 'shipping' ? 0 : taxOf(netMinor, fees.percent * 100)
  const ticketFeeMinor = ticketKinds.has(line.kind) && line.netMinor > 0 ? perTicketMinorOf(line.currency) * line.quantity : 0
  const buyerFeeMinor = line.ticketFeePayer === 'buyer' ? ticketFeeMinor : 0
  return {
    netMinor,
    taxMinor,
    grossMinor: netMinor + taxMinor,
    buyerFeeMinor,
    supportMinor,
    totalMinor: netMinor + taxMinor + buyerFeeMinor + supportMinor,
    percentFeeMinor,
    ticketFeeMinor,
    organizerMinor: netMinor - percentFeeMinor - (ticketFeeMinor - buyerFeeMinor) + supportMinor,
  }
}

/** Breaks an order down: the sum of its lines. The support stands on the first line. */
export function breakDownLines(lines: readonly PricedLine[], supportMinor = 0): OrderBreakdown & { lines: OrderBreakdown[] } {
  const parts = lines.map((line, index) => breakDownLine(line, index === 0 ? supportMinor : 0))
  return { ...sumOf(parts), lines: parts }
}

/** An order of one access. */
export function breakDownOrder(product: PricedProduct, supportMinor = 0): OrderBreakdown {
  return breakDownLine({ ...product, kind: 'access', quantity: 1 }, supportMinor)
}

const nothing: OrderBreakdown = {
  netMinor: 0,
  taxMinor: 0,
  grossMinor: 0,
  buyerFeeMinor: 0,
  supportMinor: 0,
  totalMinor: 0,
  percentFeeMinor: 0,
  ticketFeeMinor: 0,
  organizerMinor: 0,
}

function sumOf(parts: readonly OrderBreakdown[]): OrderBreakdown {
  const sum = { ...nothing }
  for (const part of parts) for (const name of Object.keys(sum) as (keyof OrderBreakdown)[]) sum[name] += part[name]
  return sum
}

/** Price in its parts, as pages show it before a purchase: with the fee that every buyer pays. */
export interface PriceParts {
  net: Money
  tax: Money
  /** The fixed amount per ticket where the buyer pays it; null where the organizer does. */
  fee: Money | null
  /** Everything that has to be paid. */
  gross: Money
}

export function pricePartsOf(product: PricedProduct): PriceParts {
  const { netMinor, taxMinor, buyerFeeMinor, totalMinor } = breakDownOrder(product)
  const { currency } = product
  const money = (minor: number): Money => ({ minor, currency })
  return { net: money(netMinor), tax: money(taxMinor), fee: buyerFeeMinor > 0 ? money(buyerFeeMinor) : null, gross: money(totalMinor) }
}

/**
 * Month in which the organizer is paid, and the last day of it: the first days of the month after the event, in the
 * platform's time zone. For a product without an event, `at` is the moment of the sale.
 */
export function payoutOf(at: Date): { month: string; dueBy: string } {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid', year: 'numeric', month: '2-digit' }).format(at)
  const [year = 0, monthNumber = 0] = day.split('-').map(Number)
  const month = new Date(Date.UTC(year, monthNumber, 1)).toISOString().slice(0, 7)
  return { month, dueBy: `${month}-${String(fees.payoutLatestDay).padStart(2, '0')}` }
}

/** Every type is sold: access that begins with the payment, or goods that are sent. A bundle gives access alone. */
export function isSold({ type, isBundle }: { type: ProductType; isBundle: boolean }): boolean {
  return !(isBundle && type === 'physical')
}

/** Kind of line that a product becomes in an order. */
export function itemKindOf({ type, isBundle }: { type: ProductType; isBundle: boolean }): OrderItemKind {
  if (isBundle) return 'bundle'
  return type === 'physical' ? 'physical' : 'access'
}
