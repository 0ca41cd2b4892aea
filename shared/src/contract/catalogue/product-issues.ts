import type { z } from 'zod'
import { embedUrlOf } from '../../domain/embed.ts'
import { embeddableTypes, offerIsAllowed } from '../../domain/product-rules.ts'
import type { ProductPlan, ProductType } from '../../domain/states.ts'
import { hasField, plainFieldNames, plainFields, type PlainValues } from './plain-fields.ts'
import type { netPriceSchema, offerSchema } from './product-fields.ts'

/**
 * A whole product as its rules see it: the body of a form, or the stored values under those of a change. A field that
 * is left out breaks no rule.
 */
export interface JudgedProduct extends Partial<PlainValues> {
  type: ProductType
  plan: ProductPlan
  price?: Pick<z.input<typeof netPriceSchema>, 'netMinor'> | null | undefined
  offer?: Pick<z.input<typeof offerSchema>, 'netMinor' | 'startsAt' | 'endsAt'> | null | undefined
  shippingNetMinor?: number | null | undefined
}

export type ProductRule = 'free_has_no_price' | 'offer_cap' | 'order' | 'not_of_this_type' | 'embed'
export interface ProductIssue {
  path: readonly [keyof JudgedProduct, ...string[]]
  rule: ProductRule
}

/** Settings of the platform that the rules read. */
export interface ProductLimits {
  promotionMaxPercent: number
}

/** Rules between the fields of a product, which no field can judge alone. The api and the form both run them. */
export function productIssues(product: JudgedProduct, { promotionMaxPercent }: ProductLimits): ProductIssue[] {
  const issues: ProductIssue[] = []
  const add = (path: ProductIssue['path'], rule: ProductRule) => void issues.push({ path, rule })
  const { type, plan, price, offer, saleStartsAt, saleEndsAt, url } = product
  if (plan === 'free') {
    if (price && price.netMinor > 0) add(['price'], 'free_has_no_price')
    if (offer) add(['offer'], 'free_has_no_price')
  } else if (offer) {
    if (price && !offerIsAllowed(price.netMinor, offer.netMinor, promotionMaxPercent)) add(['offer', 'netMinor'], 'offer_cap')
    if (isNotAfter(offer.endsAt, offer.startsAt)) add(['offer', 'endsAt'], 'order')
  }
  if (saleStartsAt && saleEndsAt && isNotAfter(saleEndsAt, saleStartsAt)) add(['saleEndsAt'], 'order')
  for (const name of plainFieldNames) {
    const value = product[name]
    if (value !== undefined && value !== null && value !== plainFields[name].empty && !hasField(type, name)) add([name], 'not_of_this_type')
  }
  if (product.shippingNetMinor !== undefined && product.shippingNetMinor !== null && type !== 'physical')
    add(['shippingNetMinor'], 'not_of_this_type')
  if (typeof url === 'string' && embeddableTypes.has(type) && embedUrlOf(url) === undefined) add(['url'], 'embed')
  return issues
}

const isNotAfter = (end: string, start: string) => Date.parse(end) <= Date.parse(start)
