import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { saleColumns } from './columns.ts'
import { orders, type Position, type SaleFilters } from './list-query.ts'
import { toSale, toSums } from './presenter.ts'
import type { SaleRow } from './repository.ts'
import type { SalesTable } from './service.ts'

export interface SalesTableRouteDeps {
  table: SalesTable
  /** Counts of an organizer's products. */
  figures(ownerId: string): Promise<{ tickets: number; codes: number; opportunities: number }>
  clock: Clock
}

export function salesTableRoutes(router: ApiRouter, bind: Bind, deps: SalesTableRouteDeps): void {
  const { table, clock } = deps
  bind(router, sales, {
    figures: ({ user }) => deps.figures(user.id),
    listOwn: ({ query, user }) => list(query, user, user.id),
    exportOwn: ({ query, user, language }) => file(query, user.id, language),
    list: ({ query, user }) => list(query, user, undefined),
    async export(call) {
      await table.logExport(call.query, auditContextOf(call))
      return file(call.query, undefined, call.language)
    },
    async refund(call) {
      const { params, body, user } = call
      const by = { ...auditContextOf(call), userId: user.id, isAdmin: user.isAdmin }
      return present(await table.refund(params.id, body, by), user)
    },
    async stateDispute(call) {
      const { params, body, user } = call
      const by = { ...auditContextOf(call), userId: user.id, isAdmin: user.isAdmin, now: clock.now() }
      return present(await table.stateDispute(params.id, body.text, by), user)
    },
    paidByHand: async (call) => present(await table.paidByHand(call.params.id, auditContextOf(call)), call.user),
  })

  type Reader = { id: string; isAdmin: boolean }
  const present = (row: SaleRow, { id, isAdmin }: Reader): Sale => toSale(row, { userId: id, isAdmin }, clock.now())

  async function list(
    { cursor, limit, ...filters }: SaleFilters & { cursor?: string | undefined; limit: number },
    reader: Reader,
    ownerId: string | undefined,
  ) {
    const { rows, sums } = await table.list(filters, ownerId, { after: positionIn(cursor, filters), limit: limit + 1 })
    const page = toPage(rows, limit, {
      item: (row) => present(row, reader),
      cursor: (row) => [orderOf(filters), row.sort_text, row.id],
    })
    return { ...page, total: sums.reduce((sum, { count }) => sum + count, 0), sums: toSums(sums) }
  }

  async function file({ format, ...filters }: SaleFilters & { format: 'csv' | 'xlsx' }, ownerId: string | undefined, language: Language) {
    const { file: name, columns } = saleColumns(language, await table.metadataKeys(filters, ownerId))
    const day = clock.now().toISOString().slice(0, 10)
    return toTableFile({ name: `${name}-${day}`, format, columns, batches: table.every(filters, ownerId) })
  }
}

const orderOf = ({ sort, order }: SaleFilters): string => `${sort}-${order}`

/** A cursor belongs to the order that it was made in. */
function positionIn(cursor: string | undefined, filters: SaleFilters): Position | undefined {
  const order = new RegExp(`^${orderOf(filters)}$`)
  const keys = decodeCursor(cursor, [order, orders[filters.sort].pattern, cursorKey.uuid])
  return keys && { value: keys[1] ?? '', id: keys[2] ?? '' }
}
