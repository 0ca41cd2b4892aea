import { users } from '@e-events/shared/contract/people/users.ts'
import type { UserAction } from '@e-events/shared/domain/users.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { toClient, type Clients } from './clients.ts'
import { userColumns } from './columns.ts'
import { orders, type Position, type UserFilters } from './list-query.ts'
import { toUserDetail, toUserRow } from './presenter.ts'
import type { StaffContext, Users } from './service.ts'

/** The audit log is read elsewhere. */
const { audit: _audit, exportAudit: _exportAudit, ...people } = users

export function userRoutes(
  router: ApiRouter,
  bind: Bind,
  deps: { users: Users; clients: Clients; clock: Clock; security: SecurityLog },
): void {
  const { users: service, clients } = deps
  bind(router, people, {
    async list({ query: { cursor, limit, ...filters }, user }) {
      const { rows, total } = await service.list(filters, { after: positionIn(cursor, filters), limit: limit + 1 }, user.id)
      const page = toPage(rows, limit, {
        item: ({ row, adminFacts }) => toUserRow(row, adminFacts),
        cursor: ({ row }) => [orderOf(filters), row.sort_text, row.id],
      })
      return { ...page, total }
    },
    async export(call) {
      const { format, ...filters } = call.query
      await service.logExport({ format, ...filters }, staff(call))
      const { file, columns } = userColumns(call.language)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: service.every(filters) })
    },
    get: async ({ params, user }) => toUserDetail(await service.get(params.id, user.id)),
    async update(call) {
      const detail = toUserDetail(await service.update(call.params.id, call.body, staff(call)))
      if (call.body.roles !== undefined) notifyOfRoles(call)
      return detail
    },
    approve: (call) => act(call, 'approve'),
    disapprove: (call) => act(call, 'disapprove'),
    block: (call) => act(call, 'block'),
    unblock: (call) => act(call, 'unblock'),
    delete: (call) => service.act(call.params.id, 'delete', call.body.reason, staff(call)),
    async bulk(call) {
      const results = await service.bulk(call.body.ids, call.body.action, call.body.reason, staff(call))
      return { results: results.map(({ id, code }) => ({ id: id as never, code })) }
    },
    async decideUpgrade(call) {
      const detail = toUserDetail(await service.decideUpgrade(call.params.id, call.body.decision, call.body.reason, staff(call)))
      notifyOfRoles(call)
      return detail
    },

    async clients({ query }) {
      const keys = decodeCursor(query.cursor, [cursorKey.text, cursorKey.uuid]) as [string, string] | undefined
      const after = keys && { value: keys[0], id: keys[1] }
      const rows = await clients.list(query.search, { after, limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: toClient, cursor: (row) => [row.sort_text, row.id] })
    },
    addClient: async (call) => toClient(await clients.add(call.body, auditContextOf(call))),
    updateClient: async (call) => toClient(await clients.update(call.params.id, call.body, auditContextOf(call))),
    removeClient: (call) => clients.remove(call.params.id, auditContextOf(call)),
  })

  function notifyOfRoles(call: { params: { id: string }; user: { id: string }; client: { address: string; requestId: string } }): void {
    const { address, requestId } = call.client
    deps.security('role.changed', { address, requestId, accountId: call.params.id, by: call.user.id })
  }

  async function act(call: ActCall, action: UserAction) {
    await service.act(call.params.id, action, call.body.reason, staff(call))
    return toUserDetail(await service.get(call.params.id, call.user.id))
  }
}

interface StaffCall {
  user: { id: string }
  requestId: string
  client: { address: string }
}
interface ActCall extends StaffCall {
  params: { id: string }
  body: { reason: string }
}

function staff(call: StaffCall): StaffContext {
  return { ...auditContextOf(call), actorId: call.user.id }
}

/** A cursor belongs to its order: with another one its value means nothing. */
function orderOf({ sort, order }: UserFilters): string {
  return `${sort}-${order}`
}

function positionIn(cursor: string | undefined, filters: UserFilters): Position | undefined {
  const pattern = [new RegExp(`^${orderOf(filters)}$`), orders[filters.sort].pattern, cursorKey.uuid]
  const keys = decodeCursor(cursor, pattern) as [string, string, string] | undefined
  return keys && { value: keys[1], id: keys[2] }
}
