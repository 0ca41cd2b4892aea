import { redeemedCodes, type RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { toSessionRef } from '../coupons/batch-presenter.ts'
import { redeemedCodeColumns } from './columns.ts'
import { orders, type CodeFilters, type Position, type RedeemedCodeRepository, type RedeemedRow } from './repository.ts'

const exportBatch = 1_000

export function redeemedCodeRoutes(router: ApiRouter, bind: Bind, deps: { repository: RedeemedCodeRepository; clock: Clock }): void {
  const { repository, clock } = deps
  bind(router, redeemedCodes, {
    async list({ query: { cursor, limit, ...filters }, user }) {
      const [rows, total] = await Promise.all([
        repository.list(filters, user.id, { after: positionIn(cursor, filters), limit: limit + 1 }),
        repository.count(user.id, filters),
      ])
      return { ...toPage(rows, limit, { item: toRedeemedCode, cursor: (row) => [orderOf(filters), row.sort_text, row.id] }), total }
    },
    async export({ query: { format, ...filters }, user, language }) {
      const { file, columns } = redeemedCodeColumns(language)
      const day = clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: every(filters, user.id) })
    },
  })

  /** All that the filter leaves, batch by batch. */
  async function* every(filters: CodeFilters, ownerId: string): AsyncGenerator<RedeemedRow[]> {
    let after: Position | undefined
    for (;;) {
      const rows = await repository.list(filters, ownerId, { after, limit: exportBatch })
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < exportBatch) return
      after = { value: last.sort_text, id: last.id }
    }
  }
}

function toRedeemedCode(row: RedeemedRow): RedeemedCode {
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    product: { slug: row.slug, title: row.title, type: row.type },
    channel: { slug: row.channel_slug, title: row.channel_title },
    session: toSessionRef(row.session),
    email: row.email,
    redeemedAt: row.redeemed_at.toISOString(),
    price: { minor: row.price_minor, currency: row.currency },
  }
}

const orderOf = ({ sort, order }: CodeFilters): string => `${sort}-${order}`

/** A cursor belongs to the order that it was made in. */
function positionIn(cursor: string | undefined, filters: CodeFilters): Position | undefined {
  const order = new RegExp(`^${orderOf(filters)}$`)
  const keys = decodeCursor(cursor, [order, orders[filters.sort].pattern, cursorKey.uuid])
  return keys && { value: keys[1] ?? '', id: keys[2] ?? '' }
}
