import { languageQuery, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ownProductDetailSchema } from './own-products.ts'

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

/** A product with others that come with it, sold while it is active. Its contents are a field of the product. */
export const bundles = {
  activate: endpoint({
    method: 'POST',
    path: '/products/:slug/bundle/activate',
    summary: 'Sell a bundle: at least two published products of its organizer, in its currency, each of a type that is sold',
    access: owned,
    params: slugParams,
    query: languageQuery,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'BUNDLE_STATE', 'BUNDLE_INCOMPLETE'],
    rateLimit: 'write',
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/products/:slug/bundle/deactivate',
    summary: 'Sell a bundle no longer; who bought it keeps every access',
    access: owned,
    params: slugParams,
    query: languageQuery,
    response: ownProductDetailSchema,
    errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'BUNDLE_STATE'],
    rateLimit: 'write',
  }),
} as const
