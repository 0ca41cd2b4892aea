import { fees, type TicketFeePayer } from './fees.ts'
import { taxOf, type Money } from './money.ts'
import type { ProductType } from './states.ts'

/** A product as it is sold now: the offer's price while one runs. */
export interface PricedProduct {
  netMinor: number
  taxBasisPoints: number
  /** Who pays the fixed amount per ticket. */
  ticketFeePayer: TicketFeePayer
}

/** An order of one product, in minor units: the same figures for buyer, organizer and ledger. */
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
 * Breaks an order down. `totalMinor` = net + tax + buyer's fee + support = organizer + percentage + fixed amount + tax,
 * to the cent.
 */
export function breakDownOrder(product: PricedProduct, supportMinor = 0): OrderBreakdown {
  const { netMinor, taxBasisPoints, ticketFeePayer } = product
  const taxMinor = taxOf(netMinor, taxBasisPoints)
  const percentFeeMinor = taxOf(netMinor, fees.percent * 100)
  const ticketFeeMinor = netMinor > 0 ? fees.perTicketMinor : 0
  const buyerFeeMinor = ticketFeePayer === 'buyer' ? ticketFeeMinor : 0
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

/** Price in its parts, as pages show it before a purchase: with the fee that every buyer pays. */
export interface PriceParts {
  net: Money
  tax: Money
  /** The fixed amount per ticket where the buyer pays it; null where the organizer does. */
  fee: Money | null
  /** Everything that has to be paid. */
  gross: Money
}

export function pricePartsOf(product: PricedProduct, currency: string): PriceParts {
  const { netMinor, taxMinor, buyerFeeMinor, totalMinor } = breakDownOrder(product)
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

/** Types that the checkout sells: access that begins with the payment. */
const soldTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live', 'vod', 'podcast', 'post'])

/** Bundles, what is sent by post, and what has no screen to be enjoyed on are not sold yet. */
export function isSold({ type, isBundle }: { type: ProductType; isBundle: boolean }): boolean {
  return soldTypes.has(type) && !isBundle
}
