import { problemReports, type ProblemReport } from '@e-events/shared/contract/live/problem-reports.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { ProblemRow } from './repository.ts'
import type { Problems } from './service.ts'

export function problemRoutes(router: ApiRouter, bind: Bind, { problems }: { problems: Problems }): void {
  bind(router, problemReports, {
    send: ({ params, body, user }) => problems.send(params.slug, user, body),
    handle: async ({ params, body, user }) => toReport(await problems.handle(params.id, body.isHandled, user)),
    async list({ query, user }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid])
      const rows = await problems.list(user, { state: query.state, after, limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: toReport, cursor: (row) => [row.reported_at.toISOString(), row.id] })
    },
  })
}

function toReport(row: ProblemRow): ProblemReport {
  return {
    id: row.id,
    product: { slug: row.slug, title: row.title },
    viewer: row.viewer,
    category: row.category,
    text: row.body,
    reportedAt: row.reported_at.toISOString(),
    handled: row.handled_at && { at: row.handled_at.toISOString(), by: row.handled_by_name ?? '' },
    picture: row.picture as ProblemReport['picture'],
    evidence: row.evidence as ProblemReport['evidence'],
  }
}
