import type { DiscussionKind } from '@e-events/shared/contract/learning/discussions.ts'
import type { ReportReason } from '@e-events/shared/contract/learning/discussion-reports.ts'
import type { Knex } from 'knex'

export interface ReportedRow {
  id: string
  kind: DiscussionKind
  text: string
  author: string
  reports: number
  reasons: ReportReason[]
  first_reported_at: Date
}

/** Each person reports a post once, also after it was dismissed. */
export async function addReport(
  db: Knex,
  report: { post_id: string; user_id: string; reason: ReportReason; reported_at: Date },
): Promise<void> {
  await db('discussion_reports').insert(report).onConflict(['post_id', 'user_id']).ignore()
}

/** Posts that still have an author, with reports that nobody has decided about. */
export const listReported = (db: Knex, productIds: readonly string[], limit: number): Promise<ReportedRow[]> =>
  db('discussion_reports as r')
    .join('discussion_posts as d', 'd.id', 'r.post_id')
    .join('users as u', 'u.id', 'd.user_id')
    .whereIn('d.product_id', productIds)
    .whereNull('r.dismissed_at')
    .groupBy('d.id', 'u.id')
    .orderByRaw('count(*) desc, min(r.reported_at), d.id')
    .limit(limit)
    .select<ReportedRow[]>(
      'd.id',
      'd.kind',
      'd.text',
      db.raw(`btrim(u.name || ' ' || u.surname) as author`),
      db.raw('count(*)::int as reports'),
      db.raw('array_agg(distinct r.reason) as reasons'),
      db.raw('min(r.reported_at) as first_reported_at'),
    )

export const dismissReports = (db: Knex, postId: string, now: Date): Promise<number> =>
  db('discussion_reports').where({ post_id: postId }).whereNull('dismissed_at').update({ dismissed_at: now })

export const removeReportsOf = (trx: Knex, userId: string): Promise<number> => trx('discussion_reports').where({ user_id: userId }).delete()
