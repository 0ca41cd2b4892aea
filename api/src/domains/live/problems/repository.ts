import type { ProblemCategory, ProblemState } from '@e-events/shared/contract/live/problem-reports.ts'
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
  handled_at: Date | null
  handled_by_name: string | null
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
      {
        state,
        after,
        limit,
        ownerId,
      }: { state: ProblemState; ownerId: string | null; after: readonly string[] | undefined; limit: number },
    ): Promise<ProblemRow[]> {
      const query = reports(knex, ownerId)
        .orderBy([
          { column: 'r.reported_at', order: 'desc' },
          { column: 'r.id', order: 'desc' },
        ])
        .limit(limit)
      void (state === 'open' ? query.whereNull('r.handled_at') : query.whereNotNull('r.handled_at'))
      if (after) void query.whereRaw('(r.reported_at, r.id) < (?, ?)', [...after])
      return query
    },

    async find(knex: Knex, id: string, ownerId: string | null): Promise<ProblemRow | undefined> {
      const [row] = await reports(knex, ownerId).where('r.id', id)
      return row
    },

    /** A report that is handled keeps who handled it first. */
    async handle(knex: Knex, id: string, handled: { at: Date; by: string } | null): Promise<void> {
      const query = knex('problem_reports').where({ id })
      if (handled) await query.whereNull('handled_at').update({ handled_at: handled.at, handled_by: handled.by })
      else await query.update({ handled_at: null, handled_by: null })
    },
  }
}

function reports(knex: Knex, ownerId: string | null) {
  const query = knex('problem_reports as r')
    .join('products as p', 'p.id', 'r.product_id')
    .join('channels as c', 'c.id', 'p.channel_id')
    .join('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as h', 'h.id', 'r.handled_by')
  if (ownerId !== null) void query.where('c.owner_id', ownerId)
  return query.select<ProblemRow[]>(
    'r.id',
    'p.slug',
    'p.title',
    'r.category',
    'r.body',
    'r.picture',
    'r.evidence',
    'r.reported_at',
    'r.handled_at',
    knex.raw(`trim(concat(u.name, ' ', u.surname)) as viewer`),
    knex.raw(`trim(concat(h.name, ' ', h.surname)) as handled_by_name`),
  )
}
