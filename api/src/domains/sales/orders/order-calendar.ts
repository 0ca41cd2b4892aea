import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { prepared } from '../../../db/knex.ts'
import { toCalendarFile } from '../../catalogue/read/calendar-file.ts'
import { eventDates, toCalendarEntry } from '../../catalogue/read/event-dates.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { invoiceWords } from '../money/invoices/words.ts'

/** Products whose dates an order `i` is for: what its buyer attends, and the parts of bundles that came with it. */
const attended = `select i.product_id, i.session_id, i.order_id,
    i.refunded_minor > 0 and i.refunded_minor >= i.total_minor + i.buyer_fee_minor + i.support_minor as is_refunded
  from order_items i where i.kind in ('access', 'bundle') and i.product_id is not null
  union all select x.product_id, null, i.order_id, i.refunded_minor > 0 and i.refunded_minor >= i.total_minor + i.buyer_fee_minor + i.support_minor
  from order_items i join order_item_parts x on x.order_item_id = i.id where x.state = 'included' and i.kind = 'bundle'`

/** Column `has_dates` of a query that calls the order `o`. */
export const hasDatesColumn = `(o.paid_at is not null and exists (select 1 from (${attended}) a
    join product_sessions d on d.product_id = a.product_id where a.order_id = o.id))`

interface AttendedRow extends ProductCardRow {
  session_id: string | null
  is_refunded: boolean
  order_number: number
}

/**
 * Dates of a paid order as a calendar file; undefined where it has none. The entries are those of the product's own
 * file, so that a calendar that holds both shows each once.
 */
export function createOrderCalendar({ knex, origin, clock }: { knex: Knex; origin: string; clock: Clock }) {
  return async (orderId: string, language: Language): Promise<Download | undefined> => {
    const products = await prepared<AttendedRow>(
      knex,
      'order-calendar',
      `select ${productCardColumns}, a.session_id, a.is_refunded, o.number as order_number
       from orders o join (${attended}) a on a.order_id = o.id join products p on p.id = a.product_id ${productCardJoins}
       where o.id = $3 and o.paid_at is not null order by p.slug`,
      [language, clock.now(), orderId],
    )
    const entries = []
    for (const product of products) {
      const dates = await eventDates(knex, product.id)
      const wanted = dates.filter(({ chain }) => product.session_id === null || chain.includes(product.session_id))
      entries.push(...wanted.map((date) => toCalendarEntry(product, product.is_refunded ? callOff(date) : date)))
    }
    const [first] = products
    if (!first || entries.length === 0) return undefined
    const word = invoiceWords[language].order
    const name = `${word} ${first.order_number}`
    return toCalendarFile({ name, fileName: `${word.toLowerCase()}-${first.order_number}`, origin }, entries)
  }
}

/** Given back: the entry leaves the calendar of whoever had added it. */
const callOff = <T extends { cancelled: boolean; changes: number }>(date: T): T =>
  date.cancelled ? date : { ...date, cancelled: true, changes: date.changes + 1 }
