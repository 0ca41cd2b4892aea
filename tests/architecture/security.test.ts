import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './import-graph.ts'

const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const [map = '', list = ''] = text('docs/security.md').split(/^## Proofs$/m)
/** Lines of the list: name, file, and the beginning or middle of a title. */
const proofs = [...list.matchAll(/^\| ([a-z0-9-]+) \| `([^`›]+?)(?: › ([^`]+))?` \|$/gm)].map(([, name = '', file = '', title]) => ({
  name,
  file,
  title,
}))

describe('docs/security.md', () => {
  it('has a proof in every line of its list, each named once', () => {
    const lines = list.split('\n').filter((line) => /^\| (?!name|-)/.test(line))
    expect(lines.length).toBeGreaterThan(60)
    expect(proofs).toHaveLength(lines.length)
    expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length)
  })

  it.each(proofs)('names a test that exists: $name', ({ file, title }) => {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(title ?? 'the whole file').toMatch(/\w+ \w+/)
    // Titles stand in the sources with their quotes escaped.
    if (title !== undefined) expect(text(file).replaceAll("\\'", "'"), file).toContain(title)
  })

  it('names files and tests in its text that exist, too', () => {
    const named = [...map.matchAll(/`((?:api|sfu|transcoder|shared|web|studio|scripts|deploy|tests|docs)\/[\w./-]+)(?: › ([^`]+))?`/g)]
    expect(named.length).toBeGreaterThan(10)
    for (const [, file = '', title] of named) {
      expect(existsSync(path.join(root, file)), file).toBe(true)
      if (title !== undefined) expect(text(file), file).toContain(title)
    }
  })

  it('uses every proof, and no name that is none', () => {
    const used = new Set([...map.matchAll(/\[([a-z0-9-]+)\](?!\()/g)].map(([, name = '']) => name))
    const known = new Set(proofs.map(({ name }) => name))
    expect([...used].filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !used.has(name))).toEqual([])
  })

  it('judges each requirement once', () => {
    const rows = [...map.matchAll(/^\| [^|]*\| ([\d., to]+) \| (held|part|open|none) \| /gm)]
    const numbers = rows.flatMap(([, given = '']) => given.split(', '))
    expect(numbers.length).toBeGreaterThan(150)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })
})
