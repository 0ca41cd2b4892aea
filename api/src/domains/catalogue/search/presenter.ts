import type { SearchFacets, SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { searchKinds } from '@e-events/shared/contract/catalogue/search.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toListedProduct } from '../read/product-card.ts'
import type { Found, Hit } from './service.ts'

/** Rows by id, since the database answers them in no order. */
export function toHits(found: Found): (hit: Hit) => SearchHit[] {
  const cards = new Map<string, SearchHit>([
    ...found.products.map((row): [string, SearchHit] => [row.id, { kind: 'product', product: toListedProduct(row) }]),
    ...found.channels.map((row): [string, SearchHit] => [
      row.id,
      {
        kind: 'channel',
        channel: {
          slug: row.slug,
          title: row.title,
          shortDescription: row.short_description,
          logoUrl: fileUrl(row.logo_file_id),
          coverUrl: fileUrl(row.cover_file_id),
        },
      },
    ]),
    ...found.speakers.map((row): [string, SearchHit] => [
      row.id,
      { kind: 'speaker', speaker: { slug: row.slug, name: row.name, title: row.title, imageUrl: fileUrl(row.image_file_id) } },
    ]),
    ...found.pages.map((row): [string, SearchHit] => [row.id, { kind: 'page', page: { slug: row.slug, name: row.name } }]),
  ])
  return (hit) => {
    const card = cards.get(hit.id)
    return card ? [card] : []
  }
}

export function toFacets(counts: Found['counts']): { total: number; facets: SearchFacets } {
  const of = (part: Found['counts'][number]['part']) =>
    counts.filter((row) => row.part === part).sort((a, b) => b.count - a.count || a.key.localeCompare(b.key))
  const kinds = of('kind')
  return {
    total: of('total')[0]?.count ?? 0,
    facets: {
      kinds: searchKinds.flatMap((kind) => kinds.filter((row) => row.key === kind).map((row) => ({ kind, count: row.count }))),
      types: of('type').map((row) => ({ type: row.key as SearchFacets['types'][number]['type'], count: row.count })),
      categories: of('category').map((row) => ({ slug: row.key, title: row.title ?? row.key, count: row.count })),
    },
  }
}
