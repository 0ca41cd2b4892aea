import type { TaxReport, TaxRow, TaxRule } from '@e-events/shared/contract/sales/money/taxes.ts'
import type { TaxRate } from '@e-events/shared/domain/tax.ts'
import { isCurrent, rateTypeOf, schemeOf, supplyBy } from './policy.ts'
import type { TaxRule as Rule, TaxSumRow } from './repository.ts'

export function toTaxRule(rule: Rule, rules: readonly Rule[], day: string): TaxRule {
  return {
    id: rule.id,
    country: rule.country,
    productType: rule.product_type,
    basisPoints: rule.basis_points,
    validFrom: rule.valid_from,
    note: rule.note,
    isPlanned: rule.valid_from > day,
    isCurrent: isCurrent(rule, rules, day),
  }
}

export function toTaxRow(row: TaxSumRow, rates: readonly TaxRate[]): TaxRow {
  const { place, reason, currency } = row
  return {
    scheme: schemeOf(reason, place),
    sellerCountry: row.seller_country,
    place,
    supply: supplyBy(reason),
    reason,
    rateType: rateTypeOf({ place, basisPoints: row.basis_points, day: row.day }, rates),
    basisPoints: row.basis_points,
    net: { minor: row.net_minor, currency },
    tax: { minor: row.tax_minor, currency },
    lines: row.lines,
    corrects: row.corrects,
  }
}

/** One sum per currency and scheme, in the order of the rows. */
export function toTaxSums(rows: readonly TaxRow[]): TaxReport['sums'] {
  const sums = new Map<string, TaxReport['sums'][number]>()
  for (const { scheme, net, tax } of rows) {
    const { currency } = net
    const sum = sums.get(`${scheme} ${currency}`)
    sums.set(`${scheme} ${currency}`, {
      scheme,
      net: { minor: (sum?.net.minor ?? 0) + net.minor, currency },
      tax: { minor: (sum?.tax.minor ?? 0) + tax.minor, currency },
    })
  }
  return [...sums.values()]
}
