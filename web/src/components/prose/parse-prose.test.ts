import { describe, expect, it } from 'vitest'
import { parseInline, parseProse, plainText } from './parse-prose.ts'

describe('parseProse', () => {
  it('refuses a heading without an anchor, which nobody could link to', () => {
    expect(() => parseProse('## Nur so')).toThrow('a heading needs an anchor')
  })

  it('takes what looks like markup of a page as words', () => {
    expect(parseInline('<b>a</b>')).toEqual([{ kind: 'text', text: '<b>a</b>' }])
  })

  it('reads headings, lists, notes, tables and figures', () => {
    const blocks = parseProse(
      '## A {#a}\n\none\ntwo\n\n- x\n- y\n  z\n\n1. p\n\n> ! careful\n> here\n\n| h | i |\n| 1 | 2 |\n\n@csv-import so',
    )
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'note', 'table', 'figure'])
    expect(blocks[2]).toMatchObject({ ordered: false, items: [[{ text: 'x' }], [{ text: 'y z' }]] })
    expect(blocks[3]).toMatchObject({ ordered: true })
    expect(blocks[4]).toMatchObject({ tone: 'warning', content: [{ text: 'careful here' }] })
    expect(blocks[5]).toMatchObject({ head: [[{ text: 'h' }], [{ text: 'i' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] })
    expect(plainText(blocks)).toBe('A one two x y z p careful here h i 1 2 so')
  })

  it('reads strong and quiet words, keys, links and the support address', () => {
    expect(parseInline('**s** *e* `K` [l](/help) {email}.').filter(({ kind }) => kind !== 'text')).toEqual([
      { kind: 'strong', text: 's' },
      { kind: 'emphasis', text: 'e' },
      { kind: 'key', text: 'K' },
      { kind: 'link', text: 'l', href: '/help' },
      { kind: 'email' },
    ])
  })
})
