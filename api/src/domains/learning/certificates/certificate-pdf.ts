import type { Language } from '@e-events/shared/domain/language.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import qrcode from 'qrcode-generator'
import { faint, fonts, ink, rule, taggedPdf } from '../../../adapters/tagged-pdf.ts'
import type { Signed } from './credential.ts'
import { certificateWords } from './words.ts'

/** Points: A4 across. */
const page = { width: 841.89, height: 595.28 }
const edge = 64
const width = page.width - 2 * edge
const qrSize = 84
const accent = '#5b3df5'

interface Line {
  text: string
  size: number
  /** The smallest size before it takes a second line. */
  least?: number
  font?: keyof typeof fonts
  color?: string
}

/** A valid certificate on one page across, tagged for screen readers. */
export async function certificatePdf(signed: Signed, { language, address }: { language: Language; address: string }): Promise<Buffer> {
  const words = certificateWords[language]
  const at = new Date(signed.issuedAt)
  const title = `${words.kind}: ${signed.title}`
  const { doc, root, say, finish } = await taggedPdf({
    title,
    author: signed.organizer,
    locale: words.locale,
    at,
    layout: 'landscape',
  })

  /** Draws in as few lines as the size allows, never in more than three. */
  const line = (tag: 'H1' | 'H2' | 'P', { text, size, least = size, font = 'regular', color = ink }: Line) => {
    doc.font(fonts[font])
    let used = size
    const linesAt = (points: number) => Math.ceil(doc.fontSize(points).heightOfString(text, { width }) / (points * 1.3))
    while (used > least && doc.fontSize(used).widthOfString(text) > width) used -= 1
    while (used > 9 && linesAt(used) > 3) used -= 1
    say(tag, text, { size: used, font, color, x: edge, width })
  }
  const frame = () => {
    doc
      .rect(28, 28, page.width - 56, page.height - 56)
      .lineWidth(0.8)
      .stroke(rule)
    doc.rect(28, 28, 8, page.height - 56).fill(accent)
  }
  doc.markContent('Artifact', { type: 'Layout' })
  frame()
  doc.endMarkedContent()

  doc.y = 82
  line('P', { text: words.kind.toLocaleUpperCase(words.locale), size: 12, font: 'strong', color: accent })
  doc.moveDown(1.6)
  line('P', { text: words.given, size: 13, color: faint })
  doc.moveDown(0.2)
  line('H1', { text: signed.name, size: 40, least: 24, font: 'strong' })
  doc.moveDown(0.6)
  line('P', { text: words.narrative[signed.isMaster ? 'master' : 'course'], size: 13, color: faint })
  doc.moveDown(0.2)
  line('H2', { text: signed.title, size: 24, least: 17, font: 'strong' })
  doc.moveDown(0.5)
  const length = lengthOf(signed.videoMs, words.locale)
  line('P', { text: [signed.criteria, length && words.hours(length)].filter(Boolean).join(' '), size: 11, color: faint })

  const foot = page.height - edge - qrSize
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: eventTimeZone }).format(at)
  const beside = width - qrSize - 24
  const small = (tag: 'P' | 'Link', text: string, look: { font?: 'strong'; color?: string; link?: string } = {}) =>
    say(tag, text, { size: 10, x: edge, width: beside, color: faint, ...look })
  doc.y = foot + 6
  small('P', `${words.by}: ${signed.organizer}`, { font: 'strong', color: ink })
  small('P', words.issued(date))
  doc.moveDown(0.5)
  small('P', words.verify)
  small('Link', address, { link: address })
  const figure = doc.struct('Figure', { alt: words.qr }, () => drawQr(doc, address, page.width - edge - qrSize, foot))
  root.add(figure)
  return finish()
}

/** Hours and minutes in words; empty for less than a minute. */
export function lengthOf(ms: number, locale: string): string {
  const minutes = Math.round(ms / 60_000)
  const unit = (value: number, name: 'hour' | 'minute') =>
    value === 0 ? [] : [new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)]
  return [...unit(Math.floor(minutes / 60), 'hour'), ...unit(minutes % 60, 'minute')].join(' ')
}

function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = qrSize / count
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) if (code.isDark(row, column)) doc.rect(x + column * size, y + row * size, size, size)
  doc.fill(ink)
}
