import { shareBundle } from '@e-events/shared/domain/bundles.ts'
import type { Knex } from 'knex'
import type { OrderItemPartInsert, OrderItemPartRow, OrderItemRow } from '../../../db/tables/sales.ts'
import type { BundlePart } from '../../catalogue/read/bundle-parts.ts'
import type { ProductCardRow } from '../../catalogue/read/product-card.ts'

/** A part of a sold bundle, inside another row. */
export interface PartJson extends Pick<OrderItemPartRow, 'product_id' | 'title' | 'state' | 'net_minor' | 'tax_minor'> {
  slug: string
  /** Its share was given back, because its event was called off. */
  is_refunded: boolean
  type: ProductCardRow['type']
}

/** Column `parts` of a query that calls the item `i`. */
export const partsColumn = `(select coalesce(json_agg(json_build_object('product_id', x.product_id, 'title', x.title, 'state', x.state, 'net_minor', x.net_minor,
    'tax_minor', x.tax_minor, 'slug', xp.slug, 'type', xp.type, 'is_refunded',
    exists (select 1 from refunds xr where xr.order_item_id = x.order_item_id and xr.part_product_id = x.product_id and xr.status = 'succeeded')) order by x.position), '[]')
  from order_item_parts x join products xp on xp.id = x.product_id where x.order_item_id = i.id)`

type InsertedItem = Pick<OrderItemRow, 'id' | 'position' | 'net_minor' | 'tax_minor'>

/** Parts of the bundles among these lines, with their shares of what each line costs. */
export async function insertParts(
  trx: Knex,
  items: readonly InsertedItem[],
  lines: readonly { parts?: readonly BundlePart[] }[],
): Promise<void> {
  const rows = items.flatMap((item) => partRowsOf(item, lines[item.position]?.parts ?? []))
  if (rows.length > 0) await trx('order_item_parts').insert(rows)
}

/** Net and tax of a line, shared over the parts of its bundle. */
function partRowsOf(item: InsertedItem, parts: readonly BundlePart[]): OrderItemPartInsert[] {
  const nets = shareBundle(item.net_minor, parts)
  const taxes = shareBundle(item.tax_minor, parts)
  return parts.map(({ product, state }, position) => ({
    order_item_id: item.id,
    product_id: product.id,
    position,
    title: product.title,
    state,
    net_minor: nets[position] ?? 0,
    tax_minor: taxes[position] ?? 0,
  }))
}
