import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { speakerColumns } from './columns.ts'
import { orders, type Position, type SpeakerFilters } from './list-query.ts'
import { toOwnSpeaker, toOwnSpeakerRow, toSpeaker, toSpeakerRef } from './presenter.ts'
import type { Speakers } from './service.ts'

export function speakerRoutes(router: ApiRouter, bind: Bind, deps: { speakers: Speakers; clock: Clock }): void {
  const { speakers: service } = deps
  bind(router, speakers, {
    async list({ query, language }) {
      const after = decodeCursor(query.cursor, [cursorKey.text, cursorKey.uuid]) as [string, string] | undefined
      const rows = await service.list(query.q, { after, limit: query.limit + 1 }, language)
      return toPage(rows, query.limit, { item: toSpeakerRef, cursor: (row) => [row.sort_name, row.id] })
    },
    get: async ({ params, language, user }) => toSpeaker(await service.get(params.slug, language, user)),
    async listOwn({ query: { cursor, limit, ...filters }, user }) {
      const { rows, total } = await service.listOwn(filters, user, { after: positionIn(cursor, filters), limit: limit + 1 })
      const page = toPage(rows, limit, { item: toOwnSpeakerRow, cursor: (row) => [orderOf(filters), row.sort_text, row.id] })
      return { ...page, total }
    },
    async exportOwn({ query: { format, ...filters }, user, language }) {
      const { file, columns } = speakerColumns(language)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: service.every(filters, user) })
    },
    getOwn: ({ owned }) => detail(owned.id),
    create: async ({ body, user }) => detail(await service.create(user, body)),
    async update(call) {
      await service.update(call.owned.id, call.body, call.user, { ...auditContextOf(call), actorId: call.user.id })
      return detail(call.owned.id)
    },
    remove: (call) => service.remove(call.owned.id, { ...auditContextOf(call), actorId: call.user.id }),
  })

  async function detail(id: string) {
    const { row, uses } = await service.getOwn(id)
    return toOwnSpeaker(row, uses)
  }
}

/** A cursor belongs to its order: with another one its value means nothing. */
function orderOf({ sort, order }: SpeakerFilters): string {
  return `${sort}-${order}`
}

function positionIn(cursor: string | undefined, filters: SpeakerFilters): Position | undefined {
  const pattern = [new RegExp(`^${orderOf(filters)}$`), orders[filters.sort].pattern, cursorKey.uuid]
  const keys = decodeCursor(cursor, pattern) as [string, string, string] | undefined
  return keys && { value: keys[1], id: keys[2] }
}
