import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { apiBase } from '@e-events/shared/contract/addresses.ts'
import { routes } from '../../web/src/app/route-table.ts'
import { readSources } from './import-graph.ts'

/** Where addresses of the api are written. */
const home = 'shared/src/contract/addresses.ts'

/** Where addresses of the web's screens are written. */
const pagesHome = 'shared/src/domain/addresses.ts'

/** Files that name rows of the route table, whose types check each name. The list may only shrink. */
const routeFiles = [
  'web/src/app/closed-door-of.ts',
  'web/src/app/layout/account-links.ts',
  'web/src/app/layout/account-nav.ts',
  'web/src/app/layout/consent-gate.tsx',
  'web/src/app/layout/footer.tsx',
  'web/src/app/layout/manage-nav.ts',
  'web/src/app/route-table.ts',
  'web/src/app/router.tsx',
  'web/src/app/routes/account/catalogue/product-screens.ts',
]

/** Texts of a program that `isFound` accepts. Comments are no texts. */
function textsIn(file: string, text: string, isFound: (text: string) => boolean): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    const written = type === 'TemplateElement' ? (value as { raw: string }).raw : value
    if ((type === 'Literal' || type === 'TemplateElement') && typeof written === 'string' && isFound(written)) found.push(written)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}
const isAddress = (text: string) => text === apiBase || text.includes(`${apiBase}/`)
const addressesIn = (file: string, text: string) => textsIn(file, text, isAddress)

const screens = routes.flatMap(({ path }) => /^\/([a-z-]+)/.exec(path)?.[1] ?? [])
const pageAddress = new RegExp(`^/(${[...new Set(screens)].join('|')})(?:[/?#]|$)`)
const pageAddressesIn = (file: string, text: string) => textsIn(file, text, (found) => pageAddress.test(found))

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

describe('addresses of the web', () => {
  it('are written in one file; api, studio and web build their links from there', () => {
    const sources = [...readSources(['api/src', 'web/src', 'studio/src', 'shared/src'])].filter(
      ([file]) => !/\.test\.tsx?$|\/testing\/|^shared\/src\/contract\/|^api\/src\/db\/seeds\//.test(file),
    )
    expect(sources.length).toBeGreaterThan(400)
    const files = sources.filter(([file, text]) => file !== pagesHome && pageAddressesIn(file, text).length > 0).map(([file]) => file)
    expect(files.toSorted()).toEqual(routeFiles)
    expect(pageAddressesIn('a.ts', "export const a = `${b}/products/${c}` + '/login' // /shop")).toEqual(['/products/', '/login'])
  })
})
