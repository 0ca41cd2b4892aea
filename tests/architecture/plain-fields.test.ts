import { describe, expect, it } from 'vitest'
import { readSources } from './import-graph.ts'

/** Plain fields that no rule, query or feed treats in a way of its own. */
const fields = ['director', 'productionYear', 'productionCountry', 'priceNote']

/** Files that may name such a field: its row, its column, its input and the page that shows it. */
const homes = [
  /^shared\/src\/contract\/catalogue\/plain-fields\.ts$/,
  /^api\/src\/db\/(?:tables|migrations|seeds)\//,
  /^web\/src\/features\/catalogue\/product-editor\/components\/steps\//,
  /^web\/src\/features\/catalogue\/products\/components\//,
  // Demo content by name.
  /^tests\/shots\/fixture-api\.ts$/,
]
/** The player's `Director` chooses feeds. */
const others = /^web\/src\/features\/live\/player\//

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const names = new RegExp(`\\b(?:${fields.flatMap((name) => [name, snake(name)]).join('|')})\\b`)

const isElsewhere = (file: string, text: string) =>
  !/\.test\.tsx?$/.test(file) && !others.test(file) && !homes.some((home) => home.test(file)) && names.test(text)

describe('plain fields of a product', () => {
  const sources = [...readSources(['api/src', 'shared/src', 'web/src', 'studio/src', 'tests/shots'])]

  it('are declared in one row and written out nowhere else (decision plain-fields)', () => {
    expect(sources.filter(([file, text]) => isElsewhere(file, text)).map(([file]) => file)).toEqual([])
  })

  it('are found where somebody writes one out again', () => {
    expect(isElsewhere('api/src/domains/catalogue/products/presenter.ts', 'director: row.director,')).toBe(true)
    expect(isElsewhere('web/src/features/catalogue/product-editor/mapping.ts', 'x.production_year')).toBe(true)
  })
})
