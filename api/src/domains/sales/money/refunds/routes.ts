import { refunds } from '@e-events/shared/contract/sales/money/refunds.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../../db/cursor.ts'
import type { Actor } from '../../../../http/actor.ts'
import { auditContextOf } from '../../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toProposal } from '../refund-proposals/presenter.ts'
import type { Proposals } from '../refund-proposals/service.ts'
import { toOverdue, toRun } from './run-presenter.ts'
import { countWaiting, listOverdue, listRuns } from './run-repository.ts'

/** A run that is over is shown for so long. */
const shownMs = 30 * 86_400_000

export function refundRoutes(router: ApiRouter, bind: Bind, deps: { proposals: Proposals; knex: Knex; clock: Clock }): void {
  const { proposals, knex, clock } = deps
  bind(router, refunds, {
    items: async ({ params, user }) => ({ items: await proposals.items(params.id, user.id) }),
    async ask({ params, body, user }) {
      await proposals.ask({ orderId: params.id, ...body }, user.id)
      return { items: await proposals.items(params.id, user.id) }
    },
    list: ({ query, user }) => list(query, user, undefined),
    listOwn: ({ query, user }) => list(query, user, user.id),
    async approve(call) {
      return toProposal(await proposals.approve(call.params.id, call.body, byOf(call)), call.user)
    },
    async refuse(call) {
      return toProposal(await proposals.refuse(call.params.id, call.body, byOf(call)), call.user)
    },
    runs: () => runs(undefined),
    runsOwn: ({ user }) => runs(user.id),
    async overdue() {
      const now = clock.now()
      const [rows, counts] = await Promise.all([listOverdue(knex, now), countWaiting(knex, now)])
      return { items: rows.map((row) => toOverdue(row, now)), counts }
    },
  })

  async function list(
    query: { status: 'open' | 'approved' | 'refused'; cursor?: string | undefined; limit: number },
    reader: Actor,
    ownerId: string | undefined,
  ) {
    const keys = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid])
    const after = keys && { at: keys[0] ?? '', id: keys[1] ?? '' }
    const rows = await proposals.list({ status: query.status, ownerId, after, limit: query.limit + 1 })
    return toPage(rows, query.limit, { item: (row) => toProposal(row, reader), cursor: (row) => [row.sort_text, row.id] })
  }

  async function runs(ownerId: string | undefined) {
    const now = clock.now()
    const rows = await listRuns(knex, { ownerId, since: new Date(now.getTime() - shownMs) })
    return { items: rows.map((row) => toRun(row, now)) }
  }
}

function byOf(call: Parameters<typeof auditContextOf>[0] & { user: Actor }) {
  return { ...auditContextOf(call), id: call.user.id, isAdmin: call.user.isAdmin }
}
