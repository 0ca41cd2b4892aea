import { z } from 'zod'
import { productTypeSchema } from '../../domain/states.ts'
import { pageOf } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ownProductSchema, ownProductsQuery, productExportQuery, productFilters } from './own-products.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const

/** A product of anybody, with whose it is. */
export const managedProductSchema = ownProductSchema
  .extend({ owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }) })
  .meta({ id: 'ManagedProduct' })
export type ManagedProduct = z.infer<typeof managedProductSchema>

/** `q` also searches the channel and its owner's name and e-mail. Newest first unless asked otherwise. */
const newestFirst = { sort: productFilters.sort.unwrap().default('createdAt'), order: productFilters.order.unwrap().default('desc') }
export const managedProductsQuery = ownProductsQuery.extend(newestFirst)
const managedExportQuery = productExportQuery.extend(newestFirst)
const managedPage = pageOf(managedProductSchema).extend({ total: z.int() })

export const productTypesSchema = z
  .object({
    /** Types that every organizer may make (setting `producerProductTypes`). */
    producer: z.array(productTypeSchema),
    /** Types that the caller may make; an administrator may make all. */
    mine: z.array(productTypeSchema),
  })
  .meta({ id: 'ProductTypes' })

export const productAdmin = {
  list: endpoint({
    method: 'GET',
    path: '/manage/products',
    summary: 'Products of all organizers, of every status',
    access: admin,
    query: managedProductsQuery,
    response: managedPage,
  }),
  export: endpoint({
    method: 'GET',
    path: '/manage/products/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: admin,
    query: managedExportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  listOpen: endpoint({
    method: 'GET',
    path: '/manage/productsopen',
    summary:
      'What can be got right now: published or private, in an approved channel, not called off, inside the sale window, and with a date to come where it has dates',
    access: admin,
    query: managedProductsQuery,
    response: managedPage,
  }),
  exportOpen: endpoint({
    method: 'GET',
    path: '/manage/productsopen/export',
    summary: 'Exactly what the filter leaves of the open products, as a file',
    access: admin,
    query: managedExportQuery,
    produces: 'file',
    rateLimit: 'export',
  }),
  types: endpoint({
    method: 'GET',
    path: '/config/product-types',
    summary: 'Which types of product organizers may make',
    access: { kind: 'role', role: 'PRODUCER' },
    response: productTypesSchema,
  }),
  setTypes: endpoint({
    method: 'PUT',
    path: '/config/product-types',
    summary: 'Widen or narrow what organizers may make; live and broadcast always stay. What exists stays as it is',
    access: admin,
    body: z.strictObject({ producer: z.array(productTypeSchema).max(10) }),
    response: productTypesSchema,
    rateLimit: 'write',
  }),
} as const
