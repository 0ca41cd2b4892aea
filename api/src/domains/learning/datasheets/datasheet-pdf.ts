import { datasheetLines, type Datasheet } from '@e-events/shared/contract/learning/datasheets.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { eventTimeZone } from '@e-events/shared/domain/session-time.ts'
import { datasheetWords } from '@e-events/shared/locales/datasheet-words.ts'
import { contentWidth, faint, fonts, margin, rule, taggedPdf } from '../../../adapters/tagged-pdf.ts'

const locales: Record<Language, string> = { es: 'es-ES', en: 'en-GB', pt: 'pt-PT' }

/** A datasheet to print and to file: what is filled in, its headings in `language`, tagged for screen readers. */
export async function datasheetPdf(sheet: Datasheet, { language, origin }: { language: Language; origin: string }): Promise<Buffer> {
  const words = datasheetWords[language]
  const at = new Date(sheet.updatedAt)
  const { doc, root, say, finish } = await taggedPdf({
    title: sheet.title,
    author: sheet.author || sheet.product.channel.title,
    locale: locales[language],
    at,
  })
  const heading = (text: string) => {
    doc.moveDown(1.2)
    // A heading never stands alone at the end of a page.
    if (doc.y > doc.page.height - margin - 60) doc.addPage()
    say('H2', text, { size: 12, font: 'strong' })
    doc.moveDown(0.2)
  }
  const section = (name: 'abstract' | 'resources' | 'mechanisms' | 'strategy' | 'pedagogicalMethod' | 'skills') => {
    if (sheet[name] === '') return
    heading(words[name])
    for (const paragraph of sheet[name].split(/\n{2,}/)) {
      say('P', paragraph)
      doc.moveDown(0.4)
    }
  }

  say('P', words.kind, { color: faint })
  say('H1', sheet.title, { size: 20, font: 'strong' })
  doc.moveDown(0.3)
  const date = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: eventTimeZone }).format(at)
  say('P', [sheet.product.channel.title, words.version(sheet.version, date)].join(' · '), { color: faint })
  say('Link', origin + paths.datasheet(sheet.product.slug), { color: faint, link: origin + paths.datasheet(sheet.product.slug) })
  doc.moveDown(1)

  const facts = datasheetLines.filter((name) => sheet[name] !== '')
  if (facts.length > 0) {
    const cell = {
      padding: { top: 5, bottom: 5, left: 0, right: 6 },
      border: { top: 0, bottom: 0.6, left: 0, right: 0 },
      borderColor: rule,
    } as const
    doc.font(fonts.regular).fontSize(9.5)
    doc.table({
      structParent: root,
      position: { x: margin, y: doc.y },
      maxWidth: contentWidth,
      defaultStyle: cell,
      columnStyles: [140, '*'].map((width) => ({ width })),
      data: facts.map((name) => [
        { text: words[name], type: 'TH' as const, scope: 'Row' as const, textColor: faint, font: { src: fonts.strong } },
        { text: sheet[name] },
      ]),
    })
    doc.x = margin
  }
  section('abstract')
  if (sheet.benefits.length > 0) {
    heading(words.benefits)
    for (const benefit of sheet.benefits) say('P', `• ${benefit}`)
  }
  for (const name of ['resources', 'mechanisms', 'strategy', 'pedagogicalMethod', 'skills'] as const) section(name)
  if (sheet.relatedLinks.length > 0) {
    heading(words.relatedLinks)
    for (const link of sheet.relatedLinks) say('Link', link, { link })
  }
  if (sheet.testimonials.length > 0) {
    heading(words.testimonials)
    for (const { name, text } of sheet.testimonials) {
      say('P', `“${text}”`)
      say('P', name, { font: 'strong', color: faint })
      doc.moveDown(0.4)
    }
  }
  return finish()
}
