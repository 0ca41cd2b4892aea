import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'

const queries = new QueryClient()
const keys = {
  galaEs: queryKey(playback.get, { params: { slug: 'gala' }, query: { language: 'es' } }),
  galaEn: queryKey(playback.get, { params: { slug: 'gala' }, query: { language: 'en' } }),
  other: queryKey(playback.get, { params: { slug: 'gala-2' }, query: { language: 'es' } }),
  product: queryKey(products.get, { params: { slug: 'gala' }, query: { language: 'es' } }),
}
const invalidated = () => Object.entries(keys).flatMap(([name, key]) => (queries.getQueryState(key)?.isInvalidated ? [name] : []))

beforeEach(() => {
  queries.clear()
  for (const key of Object.values(keys)) queries.setQueryData(key, {})
})

describe('the key of an endpoint', () => {
  it('matches every input of it and of no other', async () => {
    await queries.invalidateQueries({ queryKey: endpointKey(playback.get) })
    expect(invalidated()).toEqual(['galaEs', 'galaEn', 'other'])
  })

  it('matches with path parameters whatever else was asked', async () => {
    await queries.invalidateQueries({ queryKey: endpointKey(playback.get, { slug: 'gala' }) })
    expect(invalidated()).toEqual(['galaEs', 'galaEn'])
  })
})
