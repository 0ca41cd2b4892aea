import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { codeColumns, toAccessCode } from './presenter.ts'
import type { ProductCodes } from './service.ts'

export function productCodeRoutes(router: ApiRouter, bind: Bind, deps: { productCodes: ProductCodes; clock: Clock }): void {
  const { productCodes: service, clock } = deps
  bind(router, productCodes, {
    async generate({ owned, body, user }) {
      const { rows, counts } = await service.generate(owned.id, { ...body, by: user.id })
      return { items: rows.map(toAccessCode), counts }
    },
    async list({ owned, query: { cursor, limit, state, q } }) {
      const after = decodeCursor(cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const { rows, counts } = await service.list(owned.id, { state, q }, { after, limit: limit + 1 })
      return { ...toPage(rows, limit, { item: toAccessCode, cursor: (row) => [row.sort_at, row.id] }), counts }
    },
    async export({ owned, params, query: { format, state, q }, language }) {
      const { file, columns } = codeColumns(language)
      const day = clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${params.slug}-${day}`, format, columns, batches: service.every(owned.id, { state, q }) })
    },
    revoke: async ({ owned, params }) => toAccessCode(await service.revoke(owned.id, params.id)),
  })
}
