import { describe, expect, it } from 'vitest'
import en from './locales/en.json'
import es from './locales/es.json'
import pt from './locales/pt.json'

type Words = { [key: string]: string | Words }
const flat = (words: Words, prefix = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
const placeholders = (text: string) => {
  const names = [...text.matchAll(/\{([a-z]\w*)/g)].map((match) => String(match[1]))
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b))
}

describe('words', () => {
  it.each([
    ['es', es],
    ['pt', pt],
  ])('%s has every key of en, with the same placeholders and nothing left in English', (_language, words) => {
    const english = new Map(flat(en))
    const own = new Map(flat(words))
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    for (const [key, text] of own) {
      const wanted = english.get(key) ?? ''
      if (!wanted.includes('plural')) expect(placeholders(text), key).toEqual(placeholders(wanted))
      if (wanted.split(' ').length > 3) expect(text, key).not.toBe(wanted)
    }
  })

  it('are all said somewhere', () => {
    const sources = Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })).flatMap(
      ([file, text]) => (/\.test\.|\/testing\//.test(file) ? [] : [text]),
    )
    const program = sources.join('\n')
    // A key with a part that is only known when it runs: `preflight.${name}`.
    const patterns = [...program.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`/g)].map(([, written = '']) => {
      const fixed = written.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', String.raw`\.`))
      return new RegExp(`^${fixed.join('[^.]+')}$`)
    })
    const isSaid = (key: string) => program.includes(`'${key}'`) || patterns.some((pattern) => pattern.test(key))
    expect(flat(en).length).toBeGreaterThan(100)
    expect(flat(en).flatMap(([key]) => (isSaid(key) ? [] : [key]))).toEqual([])
    expect(isSaid('nobody.says')).toBe(false)
  })
})
