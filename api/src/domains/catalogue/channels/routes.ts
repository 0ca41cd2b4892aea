import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import type { ChannelAct } from '@e-events/shared/domain/channels.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { channelColumns } from './columns.ts'
import { orders, type ChannelFilters, type Position } from './list-query.ts'
import { toChannel, toOwnChannel, toOwnChannelDetail } from './presenter.ts'
import type { Channels } from './service.ts'

export function channelRoutes(router: ApiRouter, bind: Bind, deps: { channels: Channels; clock: Clock }): void {
  const { channels: service, clock } = deps
  bind(router, channels, {
    async list({ query, language }) {
      const after = decodeCursor(query.cursor, [cursorKey.text, cursorKey.uuid]) as [string, string] | undefined
      const rows = await service.listPublished(query.q, { after, limit: query.limit + 1 }, language)
      return toPage(rows, query.limit, { item: toChannel, cursor: (row) => [row.sort_title, row.id] })
    },
    get: async ({ params, user, language }) => toChannel(await service.get(params.slug, user, language)),
    async listOwn({ query: { cursor, limit, language: _wanted, ...filters }, user, language }) {
      const page = { after: positionIn(cursor, filters), limit: limit + 1 }
      const { rows, total } = await service.list(filters, user, page, language)
      const now = clock.now()
      const shown = toPage(rows, limit, {
        item: (row) => toOwnChannel(row, { isOwner: row.owner_id === user.id, isStaff: user.isAdmin }, now),
        cursor: (row) => [orderOf(filters), row.sort_text, row.id],
      })
      return { ...shown, total }
    },
    async exportOwn({ query: { format, ...filters }, user, language }) {
      const { file, columns } = channelColumns(language)
      const day = clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: service.every(filters, user, language) })
    },
    getOwn: async ({ owned, user, language }) => detail(owned.id, user, language),
    async create({ body, user, language }) {
      return detail(await service.create(user, body), user, language)
    },
    async update(call) {
      const { owned, user, body, language } = call
      await service.update(owned.id, body, user, { ...auditContextOf(call), actorId: user.id })
      return detail(owned.id, user, language)
    },
    requestPublication: (call) => act(call, call.owned.id, 'requestPublication'),
    withdraw: (call) => act(call, call.owned.id, 'withdraw'),
    deactivate: (call) => act(call, call.owned.id, call.body.to === 'draft' ? 'toDraft' : 'toPrivate'),
    approve: async (call) => act(call, await service.idOf(call.params.slug), 'approve'),
    reject: async (call) => act(call, await service.idOf(call.params.slug), 'reject', call.body.reason),
    suspend: async (call) => act(call, await service.idOf(call.params.slug), 'suspend', call.body.reason),
    ban: async (call) => act(call, await service.idOf(call.params.slug), 'ban', call.body.reason),
    reinstate: async (call) => act(call, await service.idOf(call.params.slug), 'reinstate'),
  })

  async function detail(id: string, user: SessionActor, language: Language) {
    return toOwnChannelDetail(await service.getOwn(id, user, language), clock.now())
  }

  async function act(call: ActCall, id: string, name: ChannelAct, reason: string | null = null) {
    const by = { ...auditContextOf(call), actorId: call.user.id, isStaff: call.user.isAdmin }
    await service.act(id, name, by, reason)
    return detail(id, call.user, call.language)
  }
}

interface ActCall {
  user: SessionActor
  language: Language
  requestId: string
  client: { address: string }
}

/** A cursor belongs to its order: with another one its value means nothing. */
function orderOf({ sort, order }: ChannelFilters): string {
  return `${sort}-${order}`
}

function positionIn(cursor: string | undefined, filters: ChannelFilters): Position | undefined {
  const pattern = [new RegExp(`^${orderOf(filters)}$`), orders[filters.sort].pattern, cursorKey.uuid]
  const keys = decodeCursor(cursor, pattern) as [string, string, string] | undefined
  return keys && { value: keys[1], id: keys[2] }
}
