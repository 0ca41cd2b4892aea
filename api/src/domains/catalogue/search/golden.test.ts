import { search, type SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedGoldenSet, type GoldenQuery, type GoldenSet } from '../../../testing/golden-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const seed = 20_261_121

/** Small and repeatable (mulberry32): the same set on every machine. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let t: TestApi
let golden: GoldenSet
beforeAll(async () => {
  t = await createTestApi()
  const owner = await t.factories.producer()
  const channels = await Promise.all(
    ['Sala Faro', 'Casa Azulejo', 'Northern Lights', 'Teatro Bambalina'].map((title) => t.factories.channel({ owner_id: owner.id, title })),
  )
  golden = await seedGoldenSet(t.database.knex, randomFrom(seed), channels, owner.id)
  await t.database.knex.raw('analyze')
}, 60_000)
afterAll(() => t.stop())

interface Page {
  items: SearchHit[]
  total: number
}
const find = async (keyword: string, language = 'es') =>
  (await t.call(search.find, { query: { keyword, language } }).expect(200)).body as Page
const idsOf = (page: Page) => page.items.flatMap((hit) => (hit.kind === 'product' ? [hit.product.id as string] : []))

describe(`golden set: 2,000 near-duplicates, 20 queries per language, one third misspelled (seed ${seed}) [CAT-019]`, () => {
  const measured: { query: GoldenQuery; recall: number; reciprocal: number }[] = []
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  it('is asked, and nothing hidden comes up [CAT-050]', async () => {
    for (const query of golden.queries) {
      const found = idsOf(await find(query.text, query.language))
      expect(found.filter((id) => golden.hidden.has(id))).toEqual([])
      const first = found.findIndex((id) => query.relevant.has(id))
      measured.push({
        query,
        recall: found.slice(0, 10).filter((id) => query.relevant.has(id)).length / query.relevant.size,
        reciprocal: first < 0 ? 0 : 1 / (first + 1),
      })
    }
    expect(measured).toHaveLength(60)
    expect(measured.filter(({ query }) => query.misspelled).length).toBeGreaterThanOrEqual(20)
  })

  it.each(['es', 'en', 'pt'] as const)('%s: recall@10 of at least 0.9, mean reciprocal rank of at least 0.7', (language) => {
    const of = measured.filter(({ query }) => query.language === language)
    const missed = of.filter(({ recall }) => recall < 1).map(({ query, recall }) => `${query.text}: ${recall}`)
    expect(mean(of.map(({ recall }) => recall)), missed.join('; ')).toBeGreaterThanOrEqual(0.9)
    expect(mean(of.map(({ reciprocal }) => reciprocal)), missed.join('; ')).toBeGreaterThanOrEqual(0.7)
  })

  it('misspelled ones alone are no worse', () => {
    const slipped = measured.filter(({ query }) => query.misspelled)
    expect(mean(slipped.map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.9)
  })

  it.each(['xqzwv', 'blorptang frumious', 'asdfghjkl', '漢字検索', 'zzz', "'; drop table products; --", '%%%abc___', 'qwertyuiop zxcvbnm'])(
    'nonsense finds nothing: %s',
    async (nonsense) => {
      expect(await find(nonsense)).toMatchObject({ items: [], total: 0 })
    },
  )
})
