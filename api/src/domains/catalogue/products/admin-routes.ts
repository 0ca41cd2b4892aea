import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { productColumns } from './columns.ts'
import { cursorOf, type ProductTableFilters, type TableScope } from './list-repository.ts'
import type { ProductPages } from './read-service.ts'
import { toManagedProduct } from './presenter.ts'
import { positionIn } from './routes.ts'
import type { ProducerTypes } from './type-permissions.ts'

export interface ProductAdminDeps {
  productPages: ProductPages
  producerTypes: ProducerTypes
  clock: Clock
}

export function productAdminRoutes(router: ApiRouter, bind: Bind, deps: ProductAdminDeps): void {
  const { productPages: pages, producerTypes, clock } = deps

  bind(router, productAdmin, {
    list: (call) => list(call.query, scopeOf(call.language, { open: false })),
    listOpen: (call) => list(call.query, scopeOf(call.language, { open: true })),
    export: (call) => file(call.query, scopeOf(call.language, { open: false })),
    exportOpen: (call) => file(call.query, scopeOf(call.language, { open: true })),
    types: ({ user }) => producerTypes.read(user),
    async setTypes(call) {
      await producerTypes.set(call.body.producer, { ...auditContextOf(call), actorId: call.user.id })
      return producerTypes.read(call.user)
    },
  })

  function scopeOf(language: Language, { open }: { open: boolean }): TableScope {
    return { language, now: clock.now(), ownerId: undefined, searchesOwners: true, open }
  }

  async function list(query: ProductTableFilters & { cursor?: string | undefined; limit: number }, scope: TableScope) {
    const { cursor, limit, ...filters } = query
    const { rows, total } = await pages.table(filters, scope, { after: positionIn(cursor, filters), limit: limit + 1 })
    const page = toPage(rows, limit, { item: (row) => toManagedProduct(row, scope.now), cursor: (row) => cursorOf(row, filters) })
    return { ...page, total }
  }

  function file(query: ProductTableFilters & { format: 'csv' | 'xlsx' }, scope: TableScope) {
    const { format, ...filters } = query
    const { file: name, columns } = productColumns(scope.language, { isStaff: true })
    const day = scope.now.toISOString().slice(0, 10)
    return toTableFile({ name: `${name}-${day}`, format, columns, batches: pages.every(filters, scope) })
  }
}
