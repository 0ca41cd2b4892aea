import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toPage } from '../../../db/cursor.ts'
import { cursorOfPlace, everyPlace } from './addressed.ts'
import type { ShowSections } from '../read/shown-sections.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { pageColumns } from './columns.ts'
import { toPageRow } from './presenter.ts'
import type { Pages } from './service.ts'

export function pageRoutes(router: ApiRouter, bind: Bind, deps: { pages: Pages; showSections: ShowSections; clock: Clock }): void {
  const { pages: service } = deps
  bind(router, pages, {
    async list({ query }) {
      const { rows, total } = await service.list(query)
      return { ...toPage(rows, query.limit, { item: toPageRow, cursor: cursorOfPlace(query) }), total }
    },
    export({ query: { format, language: _language, ...filters }, language }) {
      const { file, columns } = pageColumns(language)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: everyPlace(filters, service.rows) })
    },
    create: async (call) => toPageRow(await service.create(call.body, auditContextOf(call))),
    async get({ params, user, language }) {
      const reader = user && { isAdmin: user.isAdmin, isJournalist: user.row.is_journalist }
      const { name, slug, sections } = await service.show(params.slug, reader)
      return {
        name,
        slug,
        sections: await deps.showSections({ sections: sections ?? [], language, now: deps.clock.now(), entityId: null }),
      }
    },
    update: async (call) => toPageRow(await service.update(call.params.id, call.body, auditContextOf(call))),
    delete: (call) => service.delete(call.params.id, auditContextOf(call)),
  })
}
