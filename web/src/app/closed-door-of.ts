import type { Language } from '@e-events/shared/domain/language.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import type { ParseKeys } from 'i18next'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../config/paths.ts'
import { productQuery } from '../features/catalogue/products/queries.ts'
import type { ClosedDoor } from '../lib/closed-door.ts'
import type { Services } from '../lib/services.ts'
import type { RouteRow } from './route-table.ts'

/** Screens of one product: a visitor is told its title and shown the way to its public page. */
const ofProduct = new Set([
  '/products/:slug/checkout',
  '/player/:slug',
  '/posts/:slug',
  '/courses/:slug',
  '/masters/:slug',
  '/meets/:slug',
  '/datasheet/:slug',
])

const places: readonly [prefix: string, id: ParseKeys][] = [
  ['/account/my-data', 'account.myData'],
  ['/account', 'nav.organizer'],
  ['/manage', 'nav.manage'],
  ['/mystuff/subscriptions', 'nav.mySubscriptions'],
  ['/mystuff/orders', 'nav.myOrders'],
  ['/mystuff', 'nav.myTickets'],
  ['/shop', 'nav.shop'],
]

/**
 * Describes the page that a visitor asked for. They are led home (ID-007); of a product that everybody may know they
 * are told the title.
 */
export async function closedDoorOf(
  row: Pick<RouteRow, 'path'>,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
  { api, queries, language }: Pick<Services, 'api' | 'queries'> & { language: Language },
): Promise<ClosedDoor> {
  const { pathname, search } = new URL(request.url)
  const slug = ofProduct.has(row.path) ? slugSchema.safeParse(params['slug']).data : undefined
  const product = slug && (await queries.fetchQuery({ ...productQuery(api, { slug, language }), retry: false }).catch(() => undefined))
  const next = row.path === '/products/:slug/checkout' ? pathname + search : product && paths.enter(product.slug)
  if (product && next) return { at: paths.home, next, wanted: product, about: paths.product(product.slug), isUnknown: false }
  const place = places.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  return {
    at: paths.home,
    next: `${pathname}${search}`,
    wanted: place && !row.path.endsWith('*') ? { id: place[1] } : null,
    about: null,
    isUnknown: row.path.endsWith('*'),
  }
}
