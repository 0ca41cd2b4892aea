import type { Language } from '@e-events/shared/domain/language.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import type { ParseKeys } from 'i18next'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../config/paths.ts'
import { productQuery } from '../features/products/queries.ts'
import type { ClosedDoor } from '../lib/closed-door.ts'
import type { Services } from '../lib/services.ts'
import type { RouteRow } from './route-table.ts'

/** Screens of one product, whose public page says more to a visitor than the home page does. */
const ofProduct = new Set(['/player/:slug', '/posts/:slug', '/courses/:slug', '/masters/:slug', '/meets/:slug', '/datasheet/:slug'])

const places: readonly [prefix: string, id: ParseKeys][] = [
  ['/account/my-data', 'account.myData'],
  ['/account', 'nav.organizer'],
  ['/manage', 'nav.manage'],
  ['/mystuff', 'nav.myTickets'],
  ['/shop', 'nav.shop'],
]

/** What a visitor stood before, and where they are led: to the public page of a product that everybody may know, else home. */
export async function closedDoorOf(
  row: Pick<RouteRow, 'path'>,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
  { api, queries, language }: Pick<Services, 'api' | 'queries'> & { language: Language },
): Promise<ClosedDoor> {
  const { pathname, search } = new URL(request.url)
  const slug = ofProduct.has(row.path) ? slugSchema.safeParse(params['slug']).data : undefined
  const product = slug && (await queries.fetchQuery({ ...productQuery(api, { slug, language }), retry: false }).catch(() => undefined))
  if (product) return { at: paths.product(product.slug), next: paths.enter(product.slug), wanted: product, isUnknown: false }
  const place = places.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  return {
    at: paths.home,
    next: `${pathname}${search}`,
    wanted: place && !row.path.endsWith('*') ? { id: place[1] } : null,
    isUnknown: row.path.endsWith('*'),
  }
}
