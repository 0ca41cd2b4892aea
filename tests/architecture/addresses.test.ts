import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { apiBase } from '@e-events/shared/contract/addresses.ts'
import { readSources } from './import-graph.ts'

/** Where addresses of the api are written. */
const home = 'shared/src/contract/addresses.ts'

/** Texts of a program that are an address of the api or hold one. Comments are no texts. */
function addressesIn(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    const written = type === 'TemplateElement' ? (value as { raw: string }).raw : value
    if ((type === 'Literal' || type === 'TemplateElement') && typeof written === 'string' && isAddress(written)) found.push(written)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}
const isAddress = (text: string) => text === apiBase || text.includes(`${apiBase}/`)

describe('addresses of the api', () => {
  it('are written in one file; web, studio and what is shared name them from there or call an endpoint [API-001]', () => {
    const sources = [...readSources(['web/src', 'studio/src', 'shared/src', 'shared/client', 'shared/rtc'])].filter(
      ([file]) => !/\.test\.tsx?$|\/testing\//.test(file),
    )
    expect(sources.length).toBeGreaterThan(200)
    expect(
      sources.filter(([file]) => file !== home).flatMap(([file, text]) => addressesIn(file, text).map((found) => `${file}: ${found}`)),
    ).toEqual([])
    expect(addressesIn(home, "export const a = `${b}/api/x` + '/api' // /api/y")).toEqual(['/api/x', '/api'])
  })
})
