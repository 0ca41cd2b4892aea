import { slugSchema } from '@e-events/shared/contract/common.ts'
import { shopOrderSchema, shopTypeSchema, type ShopOrder, type ShopType } from '@e-events/shared/contract/storefront/shop.ts'
import { languageSchema, type Language } from '@e-events/shared/domain/language.ts'

/** Search of the address; prices are in whole euros there, as people write them. */
export interface ShopState {
  /** 'subscription': those of channels, and no products. */
  type: ShopType | 'subscription' | undefined
  plan: 'free' | 'paid' | undefined
  category: string | undefined
  spoken: Language | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  sort: ShopOrder
}

export const mostEuros = 10_000

export function readShop(params: URLSearchParams): ShopState {
  const plan = params.get('plan')
  return {
    type: params.get('type') === 'subscription' ? 'subscription' : shopTypeSchema.safeParse(params.get('type')).data,
    plan: plan === 'free' || plan === 'paid' ? plan : undefined,
    category: slugSchema.safeParse(params.get('category')).data,
    spoken: languageSchema.safeParse(params.get('spoken')).data,
    minPrice: eurosOf(params.get('minPrice')),
    maxPrice: eurosOf(params.get('maxPrice')),
    sort: shopOrderSchema.safeParse(params.get('sort')).data ?? 'newest',
  }
}

export function eurosOf(text: string | null): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text.trim())) return undefined
  return Math.min(Number(text), mostEuros)
}

export function writeShop(state: ShopState): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(state))
    if (value !== undefined && !(name === 'sort' && value === 'newest')) params.set(name, String(value))
  return params
}

export function toQuery({ minPrice, maxPrice, type, ...others }: ShopState) {
  const rest = { ...others, type: type === 'subscription' ? undefined : type }
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<typeof rest>
  return {
    ...chosen,
    ...(minPrice === undefined ? {} : { minPrice: minPrice * 100 }),
    ...(maxPrice === undefined ? {} : { maxPrice: maxPrice * 100 }),
  }
}

/** Filters of channel subscriptions; undefined where another filter leaves none of them. */
export function toOfferQuery({ type, plan, spoken, category, minPrice, maxPrice }: ShopState) {
  if ((type !== undefined && type !== 'subscription') || plan === 'free' || spoken !== undefined) return undefined
  return {
    ...(category === undefined ? {} : { category }),
    ...(minPrice === undefined ? {} : { minPrice: minPrice * 100 }),
    ...(maxPrice === undefined ? {} : { maxPrice: maxPrice * 100 }),
  }
}

export const isNarrowed = ({ sort: _sort, ...filters }: ShopState): boolean => Object.values(filters).some((value) => value !== undefined)
