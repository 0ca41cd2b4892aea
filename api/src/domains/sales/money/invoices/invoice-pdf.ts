import { createRequire } from 'node:module'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxReasonText } from '@e-events/shared/locales/tax-reasons.ts'
import type { Buyer, InvoiceLine, Seller } from './document.ts'
import { invoiceNumber, sumsByRate } from './policy.ts'
import type { InvoiceView } from './repository.ts'
import { invoiceWords } from './words.ts'

// pdfkit 0.20 has these; its types (@types/pdfkit 0.17) do not know them yet.
declare global {
  namespace PDFKit.Mixins {
    interface TableOptions {
      /** Element that the table becomes a child of, for screen readers. */
      structParent?: object
    }
    interface CellOptions {
      /** The cells that a header cell is for. */
      scope?: 'Row' | 'Column'
    }
  }
}

const require = createRequire(import.meta.url)
const fonts = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}
const ink = '#16181d'
const faint = '#5c6270'
const rule = '#d9dbe1'
/** Points; A4 is 595 wide. */
const margin = 56
const contentWidth = 595.28 - 2 * margin

/**
 * The document of an invoice: A4, tagged for screen readers (PDF/UA), fonts embedded. The same invoice gives the same
 * text for ever, because everything that it says was frozen when it was issued.
 */
export async function invoicePdf(invoice: InvoiceView): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const words = invoiceWords[invoice.language]
  const money = (minor: number) => moneyOf(minor, invoice.currency, words.locale)
  const day = (at: Date) => new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: eventTimeZone }).format(at)
  const rate = (basisPoints: number) =>
    new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
  const title = `${invoice.kind === 'invoice' ? words.invoice : words.creditNote} ${invoiceNumber(invoice.series, invoice.number)}`
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // Its types know the subsets of PDF/A alone.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: words.locale,
    displayTitle: true,
    font: fonts.regular,
    info: { Title: title, Author: invoice.seller.name, CreationDate: invoice.issued_at, ModDate: invoice.issued_at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))

  const root = doc.struct('Document')
  doc.addStructure(root)
  const say = (
    tag: 'H1' | 'H2' | 'P',
    text: string,
    look: { size?: number; font?: keyof typeof fonts; color?: string; x?: number; width?: number },
  ) => {
    const { size = 9.5, font = 'regular', color = ink, x = margin, width = contentWidth } = look
    root.add(
      doc.struct(tag, {}, () => {
        doc.font(fonts[font]).fontSize(size).fillColor(color).text(text, x, doc.y, { width, lineGap: 2 })
      }),
    )
  }

  say('H1', title, { size: 20, font: 'strong' })
  doc.moveDown(0.4)
  say('P', `${words.issued}: ${day(invoice.issued_at)}`, { color: faint })
  say('P', `${words.order}: ${invoice.order_number}`, { color: faint })
  if (invoice.kind === 'invoice' && invoice.paid_at) say('P', `${words.paid} ${day(invoice.paid_at)}`, { color: faint })
  if (invoice.corrects_series !== null && invoice.corrects_number !== null)
    say('P', words.corrects(invoiceNumber(invoice.corrects_series, invoice.corrects_number)), {})
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
  if (invoice.is_test) {
    doc.moveDown(2)
    say('P', words.test, { color: faint })
  }
  root.end()
  doc.end()
  await done
  return Buffer.concat(chunks)
}

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
