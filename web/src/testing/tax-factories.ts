import type { TaxReport, TaxRow, TaxRule } from '@e-events/shared/contract/sales/money/taxes.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

/** Two sales to Germany. */
export function taxRow(wanted: Partial<TaxRow> = {}): TaxRow {
  return {
    scheme: 'oss',
    sellerCountry: 'ES',
    place: 'DE',
    supply: 'services',
    reason: 'event_at_viewer',
    rateType: 'standard',
    basisPoints: 1_900,
    net: euros(2_034),
    tax: euros(386),
    lines: 2,
    corrects: null,
    ...wanted,
  }
}

export function taxReport(wanted: Partial<TaxReport> = {}): TaxReport {
  return {
    quarter: '2026-Q4',
    quarters: ['2026-Q4', '2026-Q3'],
    rows: [
      taxRow(),
      taxRow({
        place: 'PT',
        reason: 'electronic_service',
        basisPoints: 2_300,
        net: euros(-984),
        tax: euros(-226),
        lines: 1,
        corrects: '2026-Q3',
      }),
      taxRow({
        scheme: 'domestic',
        place: 'ES',
        reason: 'seller_country',
        basisPoints: 2_100,
        net: euros(48_000),
        tax: euros(10_080),
        lines: 48,
      }),
      taxRow({
        scheme: 'untaxed',
        place: 'FR',
        reason: 'reverse_charge',
        rateType: 'none',
        basisPoints: 0,
        net: euros(1_000),
        tax: euros(0),
        lines: 1,
      }),
      taxRow({
        scheme: 'abroad',
        place: 'GB',
        reason: 'electronic_service',
        basisPoints: 2_000,
        net: euros(1_008),
        tax: euros(202),
        lines: 1,
      }),
    ],
    sums: [
      { scheme: 'oss', net: euros(1_050), tax: euros(160) },
      { scheme: 'domestic', net: euros(48_000), tax: euros(10_080) },
      { scheme: 'untaxed', net: euros(1_000), tax: euros(0) },
      { scheme: 'abroad', net: euros(1_008), tax: euros(202) },
    ],
    ...wanted,
  }
}

export function taxRule(wanted: Partial<TaxRule> = {}): TaxRule {
  return {
    id: '00000000-0000-4000-8000-000000000e01',
    country: 'EE',
    productType: null,
    basisPoints: 2_400,
    validFrom: '2025-07-01',
    note: null,
    isPlanned: false,
    isCurrent: true,
    ...wanted,
  }
}

/** Past, present and planned rates. */
export const taxRules: readonly TaxRule[] = [
  taxRule({
    id: '00000000-0000-4000-8000-000000000e02',
    country: null,
    basisPoints: 0,
    validFrom: '2021-07-01',
    note: 'Outside of the area',
  }),
  taxRule(),
  taxRule({ id: '00000000-0000-4000-8000-000000000e03', basisPoints: 2_200, validFrom: '2024-01-01', isCurrent: false }),
  taxRule({ id: '00000000-0000-4000-8000-000000000e04', basisPoints: 2_600, validFrom: '2027-01-01', isCurrent: false, isPlanned: true }),
  taxRule({ id: '00000000-0000-4000-8000-000000000e05', country: 'DE', basisPoints: 1_900, validFrom: '2021-07-01' }),
  taxRule({ id: '00000000-0000-4000-8000-000000000e06', country: 'DE', productType: 'podcast', basisPoints: 700, validFrom: '2026-01-01' }),
]
