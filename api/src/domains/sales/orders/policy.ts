import { isSold, type PricedProduct } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { hasValidTicket, isPubliclyVisible, type ProductAccess } from '../../catalogue/read/product-access.ts'
import { saleState } from '../../catalogue/read/sale-state.ts'
import type { BuyerRow, OfferedRow } from './repository.ts'
import type { Billing } from '@e-events/shared/contract/sales/orders.ts'

/**
 * Whether an account may buy a product now.
 * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SUBSCRIPTION_REQUIRED, SALE_NOT_OPEN, NOT_PURCHASABLE
 */
export function assertMayBuy(product: OfferedRow, access: ProductAccess, now: Date, { hasCoupon = false, isGift = false } = {}): void {
  // A gift is for somebody else.
  if (!isGift && hasValidTicket(access, now)) throw new DomainError('ALREADY_HAS_TICKET')
  // A coupon of a private product is a key to it, too.
  const isVisible = isPubliclyVisible(access) || (hasCoupon && access.status === 'private' && access.channel_status === 'published')
  if (!isVisible) throw new DomainError('NOT_FOUND')
  if (access.subscription_only) throw new DomainError('SUBSCRIPTION_REQUIRED')
  const isSoldNow = isSold({ type: product.type, isBundle: product.is_bundle }) && product.bundle_state !== 'inactive'
  if (product.plan !== 'paid' || !isSoldNow || product.is_module_off) throw new DomainError('NOT_PURCHASABLE')
  const state = saleState(product, now)
  if (state === 'not_open') throw new DomainError('SALE_NOT_OPEN')
  // Some may have what is sold out for others.
  if (state !== 'open' && state !== 'sold_out') throw new DomainError('NOT_PURCHASABLE')
}

export function priceOf(product: OfferedRow): PricedProduct {
  const { net_price_minor: netMinor, currency, tax_basis_points: taxBasisPoints, ticket_fee_payer: ticketFeePayer } = product
  return { netMinor, currency, taxBasisPoints, ticketFeePayer }
}

export function billingOf(buyer: BuyerRow): Billing {
  return {
    name: [buyer.name, buyer.surname].filter(Boolean).join(' '),
    company: buyer.billing_company,
    taxId: buyer.billing_nif,
    address: buyer.billing_address,
    city: buyer.billing_city,
    postalCode: buyer.billing_postal_code,
    country: buyer.billing_country ?? buyer.country,
    phone: buyer.billing_phone === null ? null : [buyer.billing_prefix, buyer.billing_phone].filter(Boolean).join(' '),
  }
}
