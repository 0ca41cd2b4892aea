import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { toCalendarFile } from '../../catalogue/read/calendar-file.ts'
import { eventDates, toCalendarEntry } from '../../catalogue/read/event-dates.ts'
import { invoiceWords } from '../money/invoices/words.ts'
import { attendedProducts } from './attended-repository.ts'

/**
 * Dates of a paid order as a calendar file; undefined where it has none. The entries are those of the product's own
 * file, so that a calendar that holds both shows each once.
 */
export function createOrderCalendar({ knex, origin, clock }: { knex: Knex; origin: string; clock: Clock }) {
  return async (orderId: string, language: Language): Promise<Download | undefined> => {
    const products = await attendedProducts(knex, orderId, { language, now: clock.now() })
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
