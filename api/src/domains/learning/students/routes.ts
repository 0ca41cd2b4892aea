import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { studentColumns } from './columns.ts'
import { orders, type Position, type StudentFilters } from './repository.ts'
import type { StudentItem, Students } from './service.ts'

export function studentRoutes(router: ApiRouter, bind: Bind, deps: { students: Students; clock: Clock }): void {
  const { students: service, clock } = deps
  bind(router, students, {
    async list({ owned, query: { cursor, limit, ...filters } }) {
      const { items, total } = await service.list(owned, filters, { after: positionIn(cursor, filters), limit: limit + 1 })
      return { ...toPage(items, limit, { item: toStudent, cursor: (row) => [orderOf(filters), row.sortText, row.id] }), total }
    },
    async export({ owned, query: { format, ...filters }, language }) {
      const { file, columns } = studentColumns(language)
      const day = clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: await service.every(owned, filters) })
    },
    message: (call) => service.message(call.owned, call.body, { ...auditContextOf(call), actorId: call.user.id }),
  })
}

const toStudent = ({ sortText: _, ...student }: StudentItem): Student => student

const orderOf = ({ sort, order }: StudentFilters): string => `${sort}-${order}`

/** A cursor belongs to the order that it was made in. */
function positionIn(cursor: string | undefined, filters: StudentFilters): Position | undefined {
  const order = new RegExp(`^${orderOf(filters)}$`)
  const keys = decodeCursor(cursor, [order, orders[filters.sort].pattern, cursorKey.uuid])
  return keys && { value: keys[1] ?? '', id: keys[2] ?? '' }
}
