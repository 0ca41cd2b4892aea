import type { Billing } from '@e-events/shared/contract/sales/orders.ts'
import type { LineTax } from '@e-events/shared/domain/tax.ts'

/** Who sells, frozen when the invoice is issued. */
export interface Seller {
  name: string
  channel: string
  taxId: string | null
  address: string | null
  city: string | null
  postalCode: string | null
  country: string | null
}
/** Who buys, frozen with the order. An erased account leaves its pseudonym and its country. */
export type Buyer = Partial<Billing> & { email?: string; pseudonym?: string }

export interface InvoiceLine {
  title: string
  quantity: number
  netMinor: number
  taxBasisPoints: number
  taxMinor: number
  totalMinor: number
  orderItemId: string | null
  /** Why the line bears its rate. */
  taxedBy?: LineTax | undefined
}
