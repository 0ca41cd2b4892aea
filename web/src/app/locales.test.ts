import IntlMessageFormat from 'intl-messageformat'
import { describe, expect, it } from 'vitest'

type Words = { [key: string]: string | Words }
const files = import.meta.glob<Words>(['./locales/*.json', '../features/*/*/locales/*.json'], { import: 'default', eager: true })

const folders = [...new Set(Object.keys(files).map((file) => file.slice(0, file.lastIndexOf('/'))))]
const words = (folder: string, language: string) => flat(files[`${folder}/${language}.json`] ?? {})

describe.each(folders)('%s', (folder) => {
  const es = words(folder, 'es')

  it.each(['en', 'pt'])('has the same keys in es and %s [UX-018]', (language) => {
    expect(Object.keys(words(folder, language)).sort()).toEqual(Object.keys(es).sort())
  })

  it.each(['en', 'pt'])('fills in the same values in es and %s', (language) => {
    const other = words(folder, language)
    for (const [key, text] of Object.entries(es)) expect([key, placeholders(other[key] ?? '')]).toEqual([key, placeholders(text)])
  })

  it('has no empty text', () => {
    for (const language of ['es', 'en', 'pt']) for (const text of Object.values(words(folder, language))) expect(text.trim()).not.toBe('')
  })
})

/**
 * Every text of the sources that could name a key: plain texts, and templates with anything in place of their values.
 */
const sources = Object.values(
  import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.ts', '!../**/*.test.tsx', '../../../shared/src/failures.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const literals = new Set(sources.flatMap((source) => [...source.matchAll(/(['"`])([A-Za-z][\w.-]*)\1/g)].map((match) => match[2] ?? '')))
const templates = sources
  .flatMap((source) => [...source.matchAll(/`([\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g)].map((match) => match[1] ?? ''))
  // A template without any fixed word would excuse every key.
  .filter((template) => template.replaceAll(/\$\{[^}]*\}/g, '').replaceAll('.', '').length > 1)
  .map(
    (template) =>
      new RegExp(
        `^${template
          .replaceAll(/\$\{[^}]*\}/g, '@')
          .replaceAll('.', '\\.')
          .replaceAll('@', '[\\w.-]+')}$`,
      ),
  )
const isUsed = (key: string) => literals.has(key) || templates.some((template) => template.test(key))

describe('keys', () => {
  it.each(folders)('of %s are all used', (folder) => {
    expect(Object.keys(words(folder, 'es')).filter((key) => !isUsed(key))).toEqual([])
  })
})

/**
 * Names, abbreviations and words that two of the languages share; everything else that reads the same was forgotten.
 */
const sameByNature = new Set(
  [
    'Spotify|IBAN|Id|YouTube|X (Twitter)|Facebook|Instagram|LinkedIn|Excel (XLSX)|Cookies|min',
    'Chat|Menu|No|Total|Legal|General|Normal|Roles|Site|Volume|Podcast|Trailer|Tablet|Vídeo|Módulos|Cursos',
    'Este vídeo está mal configurado',
  ].flatMap((line) => line.split('|')),
)

describe('texts', () => {
  it.each(folders)('of %s are translated, not copied [UX-018]', (folder) => {
    const [es, en, pt] = ['es', 'en', 'pt'].map((language) => words(folder, language)) as [Texts, Texts, Texts]
    const copied = Object.keys(es).filter((key) => {
      const [a = '', b = '', c = ''] = [es[key], en[key], pt[key]]
      // Values, digits and signs are the same everywhere. Spanish and Portuguese share words, but hardly ever a whole
      // sentence.
      const spoken = (text: string) =>
        text
          .replaceAll(/\{[^{}]*\}/g, '')
          .match(/\p{L}{2,}/gu)
          ?.filter((word) => !['count', 'plural', 'one', 'other', 'select'].includes(word)).length ?? 0
      if (spoken(a) === 0 || sameByNature.has(b) || sameByNature.has(a)) return false
      return a === b || b === c || (a === c && spoken(a) > 4)
    })
    expect(copied.map((key) => `${key}: ${es[key]} | ${en[key]} | ${pt[key]}`)).toEqual([])
  })
})

type Texts = Record<string, string>

function flat(tree: Words, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  )
}

/** The names of the values that a text is given, wherever they stand in it. */
function placeholders(text: string): string[] {
  const names = new Set<string>()
  const visit = (elements: MessageElement[]) => {
    for (const element of elements) {
      if (element.type !== literal && element.type !== hash) names.add(element.value ?? '')
      for (const option of Object.values(element.options ?? {})) visit(option.value)
    }
  }
  visit(new IntlMessageFormat(text, 'en').getAst())
  return [...names].sort()
}

/** The part of the parser's tree that matters here. */
interface MessageElement {
  type: number
  value?: string
  options?: Record<string, { value: MessageElement[] }>
}
const literal = 0
const hash = 7

describe('words under fields', () => {
  it('are those of the specification in English', () => {
    const rule = words('./locales', 'en')
    expect([rule['rule.required'], rule['rule.phone'], rule['rule.format']]).toEqual([
      'Required field',
      'Phone number not valid',
      'Format not valid',
    ])
    expect(rule['rule.select']).toBe('You must select one of the values')
    expect(rule['rule.too_big']).toBe('Maximum {count} characters')
    expect(rule['rule.url']?.startsWith('Format not valid')).toBe(true)
  })
})
