import { users } from '@e-events/shared/contract/people/users.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { auditColumns, toAuditEntry } from './presenter.ts'
import type { AuditFilters, AuditRepository, AuditRow } from './repository.ts'

const exportBatch = 1_000

/** Reading only: what is written stands with the acts themselves (`db/audit-log.ts`), and nobody changes it. */
export function auditRoutes(router: ApiRouter, bind: Bind, deps: { audit: AuditRepository; clock: Clock }): void {
  const { audit, exportAudit } = users
  bind(
    router,
    { audit, exportAudit },
    {
      async audit({ query: { cursor, limit, ...filters } }) {
        const before = decodeCursor(cursor, [cursorKey.sequence])?.map(Number)[0]
        const rows = await deps.audit.list(filters, { before, limit: limit + 1 })
        return toPage(rows, limit, { item: toAuditEntry, cursor: (row) => [row.sequence] })
      },
      async exportAudit({ query: { format, ...filters }, language }) {
        const { file, columns } = auditColumns(language)
        const day = deps.clock.now().toISOString().slice(0, 10)
        return toTableFile({ name: `${file}-${day}`, format, columns, batches: every(filters) })
      },
    },
  )

  async function* every(filters: AuditFilters): AsyncGenerator<AuditRow[]> {
    let before: number | undefined
    for (;;) {
      const rows = await deps.audit.list(filters, { before, limit: exportBatch })
      if (rows.length > 0) yield rows
      if (rows.length < exportBatch) return
      before = rows.at(-1)?.sequence
    }
  }
}
