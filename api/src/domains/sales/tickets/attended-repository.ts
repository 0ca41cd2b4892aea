import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../catalogue/read/product-card.ts'

/** Products whose dates an order is for: what its buyer attends, and the parts of bundles that came with it. */
const attended = `select i.product_id, i.session_id, i.order_id,
    i.refunded_minor > 0 and i.refunded_minor >= i.total_minor + i.buyer_fee_minor + i.support_minor as is_refunded
  from order_items i where i.kind in ('access', 'bundle') and i.product_id is not null
  union all select x.product_id, null, i.order_id, i.refunded_minor > 0 and i.refunded_minor >= i.total_minor + i.buyer_fee_minor + i.support_minor
    or exists (select 1 from refunds r where r.order_item_id = i.id and r.part_product_id = x.product_id and r.status = 'succeeded')
  from order_items i join order_item_parts x on x.order_item_id = i.id where x.state = 'included' and i.kind = 'bundle'`

/** Column `has_dates` of a query that calls the order `o`. */
export const hasDatesColumn = `(o.paid_at is not null and exists (select 1 from (${attended}) a
    join product_sessions d on d.product_id = a.product_id where a.order_id = o.id))`

export interface AttendedRow extends ProductCardRow {
  /** The only date that it is for. */
  session_id: string | null
  is_refunded: boolean
  order_number: number
}

/** None while the order is not paid. */
export function attendedProducts(
  knex: Knex,
  orderId: string,
  { language, now }: { language: Language; now: Date },
): Promise<AttendedRow[]> {
  return prepared<AttendedRow>(
    knex,
    'attended-products',
    `select ${productCardColumns}, a.session_id, a.is_refunded, o.number as order_number
     from orders o join (${attended}) a on a.order_id = o.id join products p on p.id = a.product_id ${productCardJoins}
     where o.id = $3 and o.paid_at is not null order by p.slug`,
    [language, now, orderId],
  )
}
