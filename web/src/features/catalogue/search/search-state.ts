import { isLongEnough, searchKindSchema, type SearchKind } from '@e-events/shared/contract/catalogue/search.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { productTypeSchema, type ProductType } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'

/** Search of the address. */
export interface SearchState {
  keywords: string[]
  kind: SearchKind | undefined
  type: ProductType | undefined
  category: string | undefined
}

/** So many keywords are looked for side by side. */
const mostKeywords = 5

/** Several keywords are written with commas between, and stand as several `keyword=` in the address. */
export function keywordsOf(text: string): string[] {
  const words = text.split(',').map((word) => word.trim().slice(0, limits.searchMaxChars).trim())
  return [...new Set(words.filter((word) => word !== ''))].slice(0, mostKeywords)
}

export function readSearch(params: URLSearchParams): SearchState {
  return {
    keywords: keywordsOf(params.getAll('keyword').join(',')),
    kind: searchKindSchema.safeParse(params.get('kind')).data,
    type: productTypeSchema.safeParse(params.get('type')).data,
    category: slugSchema.safeParse(params.get('category')).data,
  }
}

export function writeSearch({ keywords, kind, type, category }: SearchState): URLSearchParams {
  const params = new URLSearchParams(keywords.map((word) => ['keyword', word]))
  if (kind) params.set('kind', kind)
  if (type) params.set('type', type)
  if (category) params.set('category', category)
  return params
}

/** Those that are asked for: a shorter one would be refused. */
export const searchable = (keywords: readonly string[]): string[] => keywords.filter(isLongEnough)
