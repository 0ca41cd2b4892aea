import type { Language } from '@e-events/shared/domain/language.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { InvoiceRow } from '../../../../db/tables/sales-ledger.ts'
import type { InvoiceRef } from '@e-events/shared/contract/sales/money/invoices.ts'
import type { SoldItem } from '../../orders/repository.ts'
import type { InvoiceListItem } from './invoice-list.ts'
import type { InvoiceLine } from './document.ts'
import { invoiceWords } from './words.ts'

const years = new Intl.DateTimeFormat('en', { timeZone: eventTimeZone, year: 'numeric' })

/** Name of the running number: per year of the platform's zone, credit notes by themselves. */
export function seriesOf(kind: InvoiceRow['kind'], at: Date): string {
  const year = years.format(at)
  return kind === 'credit_note' ? `R${year}` : year
}

/** As people read it: '2026-000012'. */
export function invoiceNumber(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`
}

export function toInvoiceRef(row: InvoiceListItem): InvoiceRef {
  return { id: row.id, kind: row.kind, number: invoiceNumber(row.series, row.number), issuedAt: new Date(row.issued_at).toISOString() }
}

/**
 * Lines of an invoice: the items, the amounts per ticket that the buyer pays (their tax is included), and the support,
 * which bears none. They add up to what was paid for the items.
 */
export function linesOf(items: readonly SoldItem[], language: Language): InvoiceLine[] {
  const { fee, support } = invoiceWords[language]
  const sumOf = (name: 'buyer_fee_minor' | 'support_minor') => items.reduce((sum, item) => sum + item[name], 0)
  const untaxed = (title: string, amountMinor: number): InvoiceLine[] =>
    amountMinor === 0
      ? []
      : [{ title, quantity: 1, netMinor: amountMinor, taxBasisPoints: 0, taxMinor: 0, totalMinor: amountMinor, orderItemId: null }]
  return [
    ...items.flatMap((item) => {
      const line = {
        title: item.title,
        quantity: item.quantity,
        netMinor: item.net_minor,
        taxBasisPoints: item.tax_basis_points,
        taxMinor: item.tax_minor,
        totalMinor: item.total_minor,
        orderItemId: item.id,
        taxedBy: item.tax_reason === null ? undefined : { reason: item.tax_reason, place: item.tax_place },
      }
      const parts = item.parts.filter(({ state }) => state === 'included')
      // A part of a line that goes back is one line: its parts are those of the whole.
      if (parts.length === 0 || parts.reduce((sum, part) => sum + part.net_minor, 0) !== item.net_minor) return [line]
      return parts.map(({ title, net_minor: netMinor, tax_minor: taxMinor }) => ({
        ...line,
        title: `${item.title}: ${title}`,
        netMinor,
        taxMinor,
        totalMinor: netMinor + taxMinor,
      }))
    }),
    ...untaxed(fee, sumOf('buyer_fee_minor')),
    ...untaxed(support, sumOf('support_minor')),
  ]
}

/** The same lines, given back. */
export function reversed(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.map((line) => ({ ...line, netMinor: -line.netMinor, taxMinor: -line.taxMinor, totalMinor: -line.totalMinor }))
}

/** Sums per rate of tax, the highest rate first. */
export function sumsByRate(lines: readonly InvoiceLine[]): { taxBasisPoints: number; netMinor: number; taxMinor: number }[] {
  const sums = new Map<number, { taxBasisPoints: number; netMinor: number; taxMinor: number }>()
  for (const { taxBasisPoints, netMinor, taxMinor } of lines) {
    const sum = sums.get(taxBasisPoints) ?? { taxBasisPoints, netMinor: 0, taxMinor: 0 }
    sums.set(taxBasisPoints, { taxBasisPoints, netMinor: sum.netMinor + netMinor, taxMinor: sum.taxMinor + taxMinor })
  }
  return [...sums.values()].toSorted((a, b) => b.taxBasisPoints - a.taxBasisPoints)
}
