import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toPage } from '../../../db/cursor.ts'
import { cursorOfPlace, everyPlace } from '../pages/addressed.ts'
import type { ShowSections } from '../read/shown-sections.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { entityColumns } from './columns.ts'
import { toEntityRow } from './presenter.ts'
import type { Entities } from './service.ts'

export function entityRoutes(router: ApiRouter, bind: Bind, deps: { entities: Entities; showSections: ShowSections; clock: Clock }): void {
  const { entities: service } = deps
  bind(router, entities, {
    async list({ query }) {
      const { rows, total } = await service.list(query)
      return { ...toPage(rows, query.limit, { item: toEntityRow, cursor: cursorOfPlace(query) }), total }
    },
    export({ query: { format, language: _language, ...filters }, language }) {
      const { file, columns } = entityColumns(language)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: everyPlace(filters, service.rows) })
    },
    async listOwn({ user }) {
      return { items: await service.listOwn(user.isAdmin ? undefined : user.id) }
    },
    create: async (call) => toEntityRow(await service.create(call.body, auditContextOf(call))),
    async get({ params, language }) {
      const { id, name, slug, sections } = await service.show(params.slug)
      return { name, slug, sections: await deps.showSections({ sections: sections ?? [], language, now: deps.clock.now(), entityId: id }) }
    },
    update: async (call) => toEntityRow(await service.update(call.params.slug, call.body, auditContextOf(call))),
    delete: (call) => service.delete(call.params.slug, auditContextOf(call)),
  })
}
