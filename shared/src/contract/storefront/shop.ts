import { z } from 'zod'
import { languageSchema } from '../../domain/language.ts'
import { productPlanSchema, productTypes } from '../../domain/states.ts'
import { pageOf, pageQuery, slugSchema } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { listedProductSchema } from '../catalogue/products.ts'

export const shopOrders = ['newest', 'soonest', 'cheapest', 'dearest'] as const
export const shopOrderSchema = z.enum(shopOrders)
export type ShopOrder = z.infer<typeof shopOrderSchema>

/** Types of products, and those that hold others. */
export const shopTypeSchema = z.enum([...productTypes, 'bundle'])
export type ShopType = z.infer<typeof shopTypeSchema>

const amount = z.coerce.number().int().min(0).max(1_000_000_00)

export const shop = {
  list: endpoint({
    method: 'GET',
    path: '/shop',
    summary: 'Published products that may be got now. Prices are what the buyer pays, in cents',
    access: { kind: 'public' },
    cache: sharedResponse,
    query: pageQuery.extend({
      type: shopTypeSchema.optional(),
      plan: productPlanSchema.optional(),
      category: slugSchema.optional(),
      channel: slugSchema.optional(),
      /** In which its texts exist. */
      spoken: languageSchema.optional(),
      minPrice: amount.optional(),
      maxPrice: amount.optional(),
      sort: shopOrderSchema.default('newest'),
    }),
    response: pageOf(listedProductSchema),
  }),
} as const
