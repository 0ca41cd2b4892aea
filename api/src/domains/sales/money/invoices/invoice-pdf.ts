import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxReasonText } from '@e-events/shared/locales/tax-reasons.ts'
import { contentWidth, faint, fonts, ink, margin, rule, taggedPdf } from '../../../../adapters/tagged-pdf.ts'
import type { Buyer, InvoiceLine, Seller } from './document.ts'
import { invoiceNumber, sumsByRate } from './policy.ts'
import type { InvoiceView } from './repository.ts'
import { invoiceWords } from './words.ts'

/**
 * The document of an invoice: A4, tagged for screen readers (PDF/UA), fonts embedded. The same invoice gives the same
 * text for ever, because everything that it says was frozen when it was issued.
 */
export async function invoicePdf(invoice: InvoiceView): Promise<Buffer> {
  const words = invoiceWords[invoice.language]
  const money = (minor: number) => moneyOf(minor, invoice.currency, words.locale)
  const day = (at: Date) => new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: eventTimeZone }).format(at)
  const rate = (basisPoints: number) =>
    new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
  const title = `${invoice.kind === 'invoice' ? words.invoice : words.creditNote} ${invoiceNumber(invoice.series, invoice.number)}`
  const { doc, root, say, finish } = await taggedPdf({
    title,
    author: invoice.seller.name,
    locale: words.locale,
    at: invoice.issued_at,
  })

  say('H1', title, { size: 20, font: 'strong' })
  doc.moveDown(0.4)
  say('P', `${words.issued}: ${day(invoice.issued_at)}`, { color: faint })
  if (invoice.order_number !== null) say('P', `${words.order}: ${invoice.order_number}`, { color: faint })
  if (invoice.period !== null) say('P', `${words.use.period}: ${monthOf(invoice.period, words.locale)}`, { color: faint })
  if (invoice.kind === 'invoice' && invoice.paid_at) say('P', `${words.paid} ${day(invoice.paid_at)}`, { color: faint })
  if (invoice.corrects_series !== null && invoice.corrects_number !== null)
    say(
      'P',
      (invoice.period === null ? words.corrects : words.use.corrects)(invoiceNumber(invoice.corrects_series, invoice.corrects_number)),
      {},
    )
  doc.moveDown(1.6)

  const top = doc.y
  const half = contentWidth / 2 - 12
  say('H2', words.seller, { font: 'strong', color: faint, width: half })
  for (const line of sellerLines(invoice.seller, words)) say('P', line, { width: half })
  const below = doc.y
  doc.y = top
  const right = { x: margin + contentWidth / 2 + 12, width: half }
  say('H2', words.buyer, { font: 'strong', color: faint, ...right })
  for (const line of buyerLines(invoice.buyer, words)) say('P', line, right)
  doc.x = margin
  doc.y = Math.max(below, doc.y)
  doc.moveDown(2)

  const cell = {
    padding: { top: 6, bottom: 6, left: 0, right: 6 },
    border: { top: 0, bottom: 0.6, left: 0, right: 0 },
    borderColor: rule,
  } as const
  const number = { align: { x: 'right', y: 'top' } } as const
  const head = (text: string, isNumber: boolean) => ({
    text,
    type: 'TH' as const,
    scope: 'Column' as const,
    textColor: faint,
    font: { src: fonts.strong },
    ...(isNumber ? number : {}),
  })
  doc.font(fonts.regular).fontSize(9.5)
  doc.table({
    structParent: root,
    position: { x: margin, y: doc.y },
    maxWidth: contentWidth,
    defaultStyle: { ...cell, textColor: ink },
    columnStyles: ['*', 40, 70, 46, 62, 76].map((width) => ({ width })),
    data: [
      [
        head(words.columns.title, false),
        head(words.columns.quantity, true),
        head(words.columns.net, true),
        head(words.columns.rate, true),
        head(words.columns.tax, true),
        head(words.columns.total, true),
      ],
      ...invoice.lines.map((line) => [
        { text: titleOf(line, invoice.language), type: 'TH' as const, scope: 'Row' as const },
        { text: String(line.quantity), ...number },
        { text: money(line.netMinor), ...number },
        { text: rate(line.taxBasisPoints), ...number },
        { text: money(line.taxMinor), ...number },
        { text: money(line.totalMinor), ...number },
      ]),
    ],
  })
  doc.moveDown(1.5)

  const total = { font: { src: fonts.strong, size: 12 } }
  doc.font(fonts.regular).fontSize(9.5)
  doc.table({
    structParent: root,
    position: { x: margin + contentWidth - 260, y: doc.y },
    maxWidth: 260,
    defaultStyle: { ...cell, textColor: ink },
    columnStyles: ['*', 110].map((width) => ({ width })),
    data: [
      [
        { text: words.sums.net, type: 'TH', scope: 'Row' },
        { text: money(invoice.net_minor), ...number },
      ],
      ...sumsByRate(invoice.lines)
        .filter(({ taxMinor }) => taxMinor !== 0)
        .map(({ taxBasisPoints, taxMinor }) => [
          { text: words.sums.tax(rate(taxBasisPoints)), type: 'TH' as const, scope: 'Row' as const },
          { text: money(taxMinor), ...number },
        ]),
      [
        { text: words.sums.total, type: 'TH', scope: 'Row', ...total },
        { text: money(invoice.total_minor), ...number, ...total },
      ],
    ],
  })
  if (invoice.period !== null && invoice.kind === 'invoice') {
    doc.moveDown(2)
    say('P', words.use.settled, { color: faint })
  }
  if (invoice.is_test) {
    doc.moveDown(2)
    say('P', words.test, { color: faint })
  }
  return finish()
}

const monthOf = (period: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(period))

/** Description of a line, and why it bears its rate. */
function titleOf({ title, taxedBy }: InvoiceLine, language: Language): string {
  if (!taxedBy) return title
  const place = countryOf(taxedBy.place, invoiceWords[language]) ?? undefined
  return `${title}\n${taxReasonText(taxedBy.reason, language, place)}`
}

type Words = (typeof invoiceWords)['es']

function sellerLines(seller: Seller, words: Words): string[] {
  return given([
    seller.name,
    seller.channel === seller.name ? null : seller.channel,
    seller.taxId && `${words.taxId}: ${seller.taxId}`,
    seller.address,
    placeOf(seller),
    countryOf(seller.country, words),
  ])
}

function buyerLines(buyer: Buyer, words: Words): string[] {
  if (buyer.pseudonym !== undefined) return given([words.erased, countryOf(buyer.country, words)])
  return given([
    buyer.company,
    buyer.name,
    buyer.taxId && `${words.taxId}: ${buyer.taxId}`,
    buyer.address,
    placeOf(buyer),
    countryOf(buyer.country, words),
    buyer.phone,
    buyer.email,
  ])
}

const given = (lines: readonly (string | null | undefined)[]): string[] => lines.filter((line): line is string => Boolean(line))
const placeOf = ({ postalCode, city }: { postalCode?: string | null; city?: string | null }): string => given([postalCode, city]).join(' ')

function countryOf(code: string | null | undefined, words: Words): string | null {
  return code ? (new Intl.DisplayNames(words.locale, { type: 'region' }).of(code) ?? code) : null
}

function moneyOf(minor: number, currency: string, locale: string): string {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping: 'always', ...digits }).format(minor / 10 ** decimals)
}
