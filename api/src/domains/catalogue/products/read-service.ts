import type { Actor } from '../../../http/actor.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import type { createProductTables, Position, ProductTableFilters, TableRow, TableScope } from './list-repository.ts'
import { canSee } from './policy.ts'
import type { ProductRepository } from './repository.ts'
import type { OwnDetailRow, ProductDetailRow } from './rows.ts'

export type ProductPages = ReturnType<typeof createProductPages>

const exportBatch = 500

/** Reads products: the public page, the form of its organizer, and tables. */
export function createProductPages(deps: {
  repository: ProductRepository
  tables: ReturnType<typeof createProductTables>
  rateLimits: Pick<RateLimits, 'consume'>
  clock: Clock
}) {
  const { repository, tables, clock } = deps

  return {
    list: repository.list,

    related: (slug: string, language: Language) => repository.related(slug, { language, now: clock.now() }),

    /** @throws DomainError NOT_FOUND, also for what the viewer may not see; RATE_LIMITED for whoever tries codes */
    async get(
      slug: string,
      reader: { viewer: Actor | null; language: Language; code: string | null; address: string },
    ): Promise<ProductDetailRow> {
      const { viewer, language, code } = reader
      const now = clock.now()
      const row = await repository.findDetail(slug, { language, now, userId: viewer?.id ?? null, code })
      if (code !== null && row?.has_code !== true) await deps.rateLimits.consume('codes', viewer?.id ?? clientKey('codes', reader.address))
      if (!row || !canSee(row, viewer)) throw new DomainError('NOT_FOUND')
      return row
    },

    getOwn: (id: string, language: Language): Promise<OwnDetailRow> => repository.getOwn(id, language, clock.now()),

    async table(
      filters: ProductTableFilters,
      scope: TableScope,
      page: { after: Position | undefined; limit: number },
    ): Promise<{ rows: TableRow[]; total: number }> {
      const [rows, total] = await Promise.all([tables.list(filters, scope, page), tables.count(filters, scope)])
      return { rows, total }
    },

    /** Everything that the filter leaves, batch by batch. */
    async *every(filters: ProductTableFilters, scope: TableScope): AsyncGenerator<TableRow[]> {
      let after: Position | undefined
      for (;;) {
        const rows = await tables.list(filters, scope, { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (rows.length < exportBatch || !last) return
        after = { value: last.sort_text, id: last.id }
      }
    },
  }
}
