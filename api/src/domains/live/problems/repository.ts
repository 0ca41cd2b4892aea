import type { ProblemCategory } from '@e-events/shared/contract/live/problem-reports.ts'
import type { Knex } from 'knex'
import type { ProblemReportInsert } from '../../../db/tables/live.ts'

export interface ProblemRow {
  id: string
  slug: string
  title: string
  viewer: string
  category: ProblemCategory
  body: string
  picture: unknown
  evidence: unknown
  reported_at: Date
}

export type ProblemRepository = ReturnType<typeof createProblemRepository>

export function createProblemRepository() {
  return {
    async insert(knex: Knex, report: ProblemReportInsert): Promise<string> {
      const [row] = await knex('problem_reports').insert(report).returning('id')
      if (!row) throw new Error('no report row')
      return row.id
    },

    /** `ownerId` null: of all channels. */
    async list(
      knex: Knex,
      { ownerId, after, limit }: { ownerId: string | null; after: readonly string[] | undefined; limit: number },
    ): Promise<ProblemRow[]> {
      const query = knex('problem_reports as r')
        .join('products as p', 'p.id', 'r.product_id')
        .join('channels as c', 'c.id', 'p.channel_id')
        .join('users as u', 'u.id', 'r.user_id')
        .orderBy([
          { column: 'r.reported_at', order: 'desc' },
          { column: 'r.id', order: 'desc' },
        ])
        .limit(limit)
      if (ownerId !== null) void query.where('c.owner_id', ownerId)
      if (after) void query.whereRaw('(r.reported_at, r.id) < (?, ?)', [...after])
      return query.select<ProblemRow[]>(
        'r.id',
        'p.slug',
        'p.title',
        'r.category',
        'r.body',
        'r.picture',
        'r.evidence',
        'r.reported_at',
        knex.raw(`trim(concat(u.name, ' ', u.surname)) as viewer`),
      )
    },
  }
}
