import { fees } from '@e-events/shared/domain/fees.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import { describe, expect, it } from 'vitest'
import { isBuilt } from '../../../config/built.ts'
import { plainText, type Block, type Inline } from '../../../components/prose/parse-prose.ts'
import { helpCategories, loadHelp, type HelpSection } from './help-content.ts'
import { fold, searchHelp } from './search.ts'

const spanish = await loadHelp('es')
const find = (sections: HelpSection[], category: string, slug: string) =>
  sections.find((section) => section.category === category && section.slug === slug)!
const textOf = (section: HelpSection) => plainText(section.blocks).replaceAll(/\s/g, ' ')

describe.each(languages)('the help in %s', async (language) => {
  const sections = await loadHelp(language)

  it('has the five categories with several guides each, and none without text [UX-005] [UX-018]', () => {
    for (const category of helpCategories) {
      const own = sections.filter((section) => section.category === category)
      expect(own.length, category).toBeGreaterThanOrEqual(5)
      for (const { slug, title, summary, blocks } of own) {
        expect([slug, title, summary].every((text) => text.trim() !== '')).toBe(true)
        expect(plainText(blocks).length, slug).toBeGreaterThan(250)
      }
    }
  })

  it('has the same guides, anchors and shape as in Spanish, so that an address holds in every language [UX-003]', () => {
    expect(sections.map(shape)).toEqual(spanish.map(shape))
  })

  it('leads inside itself only to guides that exist', () => {
    const guides = new Set(sections.map(({ category, slug }) => `/help/${category}/${slug}`))
    const links = sections.flatMap((section) => hrefs(section.blocks)).filter((href) => href.startsWith('/help/'))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((href) => !guides.has(href))).toEqual([])
  })

  it('states the fees of the platform, with the numbers that it calculates with [UX-008]', () => {
    for (const text of [textOf(find(sections, 'organizers', 'fees')), textOf(find(sections, 'legal', 'organizer-terms'))]) {
      expect(text).toMatch(new RegExp(`\\b${fees.percent} ?%`))
      expect(text).toMatch(new RegExp(`\\b${fees.organizerSharePercent} ?%`))
      expect(text).toMatch(new RegExp(`0[.,]${fees.perTicketMinor}`))
    }
    const extras = textOf(find(sections, 'organizers', 'fees'))
    const testRoom = isBuilt('test-room') ? [fees.testRoomHourMinor] : []
    for (const minor of [fees.privateAccessMinor, fees.privateExtraHourMinor, fees.recordingMinor, ...testRoom])
      expect(extras).toContain((minor / 100).toLocaleString(language === 'en' ? 'en-GB' : 'es-ES', { minimumFractionDigits: 2 }))
    expect(extras).toContain(String(fees.freeOptionMinutes))
  })

  it('says who bears a refund in each of the three cases [UX-009]', () => {
    const table = find(sections, 'legal', 'refunds').blocks.find((block) => block.kind === 'table')
    expect(table?.rows).toHaveLength(3)
    expect(textOf(find(sections, 'legal', 'refunds'))).toMatch(
      new RegExp(`${fees.viewerProblemSharePercent} ?%.*${fees.viewerProblemSharePercent} ?%`),
    )
  })

  it('says that the organizer owns the content and answers to copyright societies [UX-010]', () => {
    const owns = { es: /contenido es del organizador/, en: /organizer owns the content/, pt: /conteúdo é do organizador/ }
    const answers = { es: /entidades de gestión de derechos/, en: /copyright societies/, pt: /entidades de gestão de direitos de autor/ }
    const text = textOf(find(sections, 'legal', 'ownership'))
    expect(text).toMatch(owns[language])
    expect(text).toMatch(answers[language])
  })

  it('says when sales are paid and refunds arrive [UX-011]', () => {
    const firstDays = {
      es: /primeros días del mes siguiente/,
      en: /first days of the month after the event/,
      pt: /primeiros dias do mês seguinte/,
    }
    const days = { es: 'días hábiles', en: 'business days', pt: 'dias úteis' }
    expect(textOf(find(sections, 'organizers', 'payouts'))).toMatch(firstDays[language])
    expect(textOf(find(sections, 'legal', 'refunds'))).toContain(`${fees.refundBusinessDays} ${days[language]}`)
  })

  it('states the limits that the platform enforces', () => {
    const sizes = textOf(find(sections, 'about-products', 'images-and-texts'))
    for (const number of [limits.imageBytes / 1024 ** 2, limits.videoBytes / 1024 ** 3, limits.imageWidthPx, limits.imageHeightPx])
      expect(sizes).toMatch(new RegExp(`\\b${number}\\b`))
    expect(sizes).toContain(String(limits.channelShortDescriptionChars))
    expect(sizes).toContain(String(limits.productShortDescriptionChars))
    expect(textOf(find(sections, 'basics', 'create-account'))).toContain(String(limits.passwordMinChars))
    expect(textOf(find(sections, 'organizers', 'broadcast'))).toContain(String(limits.idleCutoffMs / 60_000))
    expect(textOf(find(sections, 'about-products', 'meetings'))).toContain(String(limits.meetUsers))
    expect(textOf(find(sections, 'organizers', 'promotions'))).toMatch(new RegExp(`${fees.promotionMaxPercent} ?%`))
  })

  it('leaves no sign of its notation in a text', () => {
    for (const section of sections)
      expect(`${section.title} ${section.summary} ${textOf(section)}`).not.toMatch(/[{}]|\*\*|\]\(|^#|undefined/)
  })
})

describe('searchHelp', () => {
  it('asks for three letters', () => {
    expect(searchHelp(spanish, 'co')).toBeUndefined()
    expect(searchHelp(spanish, ' c o ')).toBeUndefined()
    expect(searchHelp(spanish, '  ')).toBeUndefined()
    expect(searchHelp(spanish, 'iva')).toBeDefined()
  })

  it('finds without accents and in capitals, the guide of that name first', () => {
    const [first] = searchHelp(spanish, 'CONTRASENA') ?? []
    expect(first?.section.slug).toBe('log-in')
    expect(searchHelp(spanish, 'sesion')?.length).toBeGreaterThan(1)
    expect(fold('Sesión ÑANDÚ')).toBe('sesion nandu')
  })

  it.each([
    ['contrasenya', 'log-in'],
    ['camaras', 'cameras'],
    ['cmaaras', 'cameras'],
    ['latemcia', 'quality'],
  ])('finds what was meant by %s', (typed, slug) => {
    expect(searchHelp(spanish, typed)?.map(({ section }) => section.slug)).toContain(slug)
  })

  it('wants every word, and finds nothing where there is nothing', () => {
    expect(searchHelp(spanish, 'devolución zeppelin')).toEqual([])
    expect(searchHelp(spanish, 'csv excel')?.[0]?.section.slug).toBe('csv-to-excel')
  })

  it('shows where the word was found', () => {
    expect(searchHelp(spanish, 'interpretacion')?.[0]?.excerpt).toContain('interpretación')
  })
})

function shape({ category, slug, blocks }: HelpSection) {
  return {
    category,
    slug,
    blocks: blocks.map((block) => {
      if (block.kind === 'heading') return `heading ${block.level} ${block.id}`
      if (block.kind === 'list') return `list ${block.ordered} ${block.items.length}`
      if (block.kind === 'table')
        return `table ${block.head.length} × ${block.rows.length}: ${block.rows.every((row) => row.length === block.head.length)}`
      return block.kind === 'figure' ? `figure ${block.name}` : block.kind
    }),
    links: hrefs(blocks),
  }
}

function hrefs(blocks: Block[]): string[] {
  const of = (content: Inline[]) => content.flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(of)
    if (block.kind === 'table') return [block.head, ...block.rows].flat().flatMap(of)
    return block.kind === 'paragraph' || block.kind === 'note' ? of(block.content) : []
  })
}
