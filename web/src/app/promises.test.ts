import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { describe, expect, it } from 'vitest'
import { unbuilt, type Unbuilt } from '../config/built.ts'
import { plainText } from '../components/prose/parse-prose.ts'
import { loadHelp } from '../features/guidance/help/help-content.ts'
import { onlyBuilt } from '../lib/only-built.ts'

type Words = Record<Language, RegExp>

/** Phrases that promise a feature that is not there, per feature and language. */
const promises: Record<Unbuilt, Words> = {
  sales: {
    es: /analítica|oportunidades|códigos canjeados|consulta sus ventas/i,
    en: /analytics|opportunities|redeemed codes|looks at the sales/i,
    pt: /analítica|oportunidades|códigos trocados|consulta as vendas/i,
  },
  'test-room': { es: /sala de pruebas/i, en: /test room/i, pt: /sala de testes/i },
}

/** Sentences that were not true, wherever they stand. */
const untrue: Words = {
  es: /aunque cierres el navegador|cobra el \{sharePercent\}|también al cambiar de dispositivo/i,
  en: /even if you close the browser|keep \{sharePercent\}|also when you change devices/i,
  pt: /mesmo que feches o navegador|receba \{sharePercent\}|também ao mudar de dispositivo/i,
}

/**
 * Keys that are read only once their feature is there, and those of the box that redeems codes, whose words are the
 * specification's.
 */
const hidden = /^(landing:table\.(reports|test|testText)|home:coupon\.)/

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<Tree>(['./locales/*.json', '../features/*/*/locales/*.json'], { import: 'default', eager: true })
/** Where the site speaks of itself to people who decide whether to come. Forms and tables speak of what they hold. */
const invitations = ['landing', 'identity', 'home', 'help', 'first-steps', 'player', 'products']

const texts = (language: Language, only?: readonly string[]) =>
  Object.entries(files).flatMap(([file, tree]) => {
    const area = /features\/([^/]+)\//.exec(file)?.[1] ?? 'app'
    return file.endsWith(`/${language}.json`) && (only?.includes(area) ?? true) ? flat(tree, `${area}:`) : []
  })

describe.each(languages)('in %s', (language) => {
  it.each(unbuilt)('nobody is promised what is not built: %s', async (feature) => {
    const words = promises[feature][language]
    const told = texts(language, invitations).filter(([key]) => !hidden.test(key))
    expect(told.filter(([, text]) => words.test(text))).toEqual([])
    const help = await loadHelp(language)
    const sections = help.filter(({ title, summary, blocks }) => words.test(ownWords(`${title} ${summary} ${plainText(blocks)}`)))
    expect(sections.map(({ category, slug }) => `${category}/${slug}`)).toEqual([])
  })

  it('no sentence says what is not so', () => {
    expect(texts(language).filter(([, text]) => untrue[language].test(text))).toEqual([])
  })
})

/** Without the messages that a text explains: they are the screens' words. */
const ownWords = (text: string) => text.replaceAll(/[«“][^»”]*[»”]/g, '')

const guides = import.meta.glob<string>('../features/guidance/help/content/*/*.md', { query: '?raw', import: 'default', eager: true })

describe('marks of features', () => {
  it.each(Object.keys(guides))('name what is not built in %s: a feature that is there needs none', (file) => {
    const marks = [...guides[file]!.matchAll(/\{[+-]([a-z-]+)\}/g)].map(([, feature]) => feature)
    expect(marks.filter((feature) => !(unbuilt as readonly (string | undefined)[]).includes(feature))).toEqual([])
  })

  it('hide a line, a chapter with everything below it, and show what holds until then', () => {
    const source = '# A\n- {+sales} talk\n- {-sales} listen\n## {+sales} B\nb\n### C\nc\n## D\n> ! {+sales} d\n# {+sales} E\ne\n# F'
    expect(onlyBuilt(source)).toBe('# A\n- listen\n## D\n# F')
    expect(onlyBuilt('## {+search} B\n- {-search} b\n{+search} c')).toBe('## B\nc')
  })
})

function flat(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
}
