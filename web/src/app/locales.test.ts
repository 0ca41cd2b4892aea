import IntlMessageFormat from 'intl-messageformat'
import { describe, expect, it } from 'vitest'

type Words = { [key: string]: string | Words }
const files = import.meta.glob<Words>(['./locales/*.json', '../features/*/locales/*.json'], { import: 'default', eager: true })

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
