import { channels } from '@e-events/shared/contract/channels.ts'
import type { SessionActor } from '../../http/actor.ts'
import { auditContextOf } from '../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../read/cursor.ts'
import { toChannel, toOwnChannel } from './presenter.ts'
import type { Channels } from './service.ts'

export function channelRoutes(router: ApiRouter, bind: Bind, deps: { channels: Channels }): void {
  bind(router, channels, {
    async list({ query }) {
      const after = decodeCursor(query.cursor, [cursorKey.text, cursorKey.uuid]) as [string, string] | undefined
      const rows = await deps.channels.listPublished(query.q, { after, limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: toChannel, cursor: (row) => [row.sort_title, row.id] })
    },
    async get({ params, user }) {
      return toChannel(await deps.channels.get(params.slug, user && { id: user.id, isAdmin: isAdmin(user) }))
    },
    async listOwn({ query, user }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const rows = await deps.channels.list(isAdmin(user) ? undefined : user.id, { after, limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: toOwnChannel, cursor: (row) => [row.sort_at, row.id] })
    },
    async create({ body, user }) {
      return toOwnChannel(await deps.channels.create(user.id, body))
    },
    async update({ body, owned }) {
      return toOwnChannel(await deps.channels.update(owned.id, body))
    },
    async requestPublication({ owned, user }) {
      return toOwnChannel(await deps.channels.requestPublication(owned.id, user.id))
    },
    async approve(call) {
      return toOwnChannel(await deps.channels.approve(call.params.slug, { ...auditContextOf(call), actorId: call.user.id }))
    },
  })
}

function isAdmin(user: Pick<SessionActor, 'roles'>): boolean {
  return user.roles.includes('ADMIN')
}
