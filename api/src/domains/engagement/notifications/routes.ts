import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toNotification, toSent } from './presenter.ts'
import type { Notifications } from './service.ts'

interface PageQuery {
  nextToken?: string | undefined
  limit: number
}

export function notificationRoutes(router: ApiRouter, bind: Bind, deps: { notifications: Notifications }): void {
  const service = deps.notifications
  bind(router, notifications, {
    list: ({ query, user }) => listed(user.id, query, false),
    unread: ({ query, user }) => listed(user.id, query, true),
    read: async ({ params, user }) => toNotification(await service.read(user.id, params.id)),
    readAll: async ({ user }) => ({ read: await service.readAll(user.id) }),
    remove: ({ params, user }) => service.remove(user.id, params.id),
    countAudience: async ({ body }) => ({ recipients: await service.countRecipients(body) }),
    send: (call) => service.send(call.body, { ...auditContextOf(call), actorId: call.user.id }),
    snack: (call) => service.snack(call.body, auditContextOf(call)),
    async sent({ query }) {
      const after = decodeCursor(query.nextToken, [cursorKey.instant, cursorKey.uuid], 'nextToken') as [string, string] | undefined
      const rows = await service.listSent({ after, limit: query.limit + 1 })
      const { items, nextCursor } = toPage(rows, query.limit, { item: toSent, cursor: (row) => [row.sort_at, row.id] })
      return { items, nextToken: nextCursor }
    },
  })

  async function listed(userId: string, query: PageQuery, unreadOnly: boolean) {
    const before = decodeCursor(query.nextToken, [cursorKey.sequence], 'nextToken')?.map(Number)[0]
    const { rows, unread } = await service.list(userId, { before, limit: query.limit + 1, unreadOnly })
    const { items, nextCursor } = toPage(rows, query.limit, { item: toNotification, cursor: (row) => [row.sequence] })
    return { notifications: items, nextToken: nextCursor, unread }
  }
}
