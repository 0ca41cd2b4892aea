import type { ProblemCategory } from '@e-events/shared/contract/live/problem-reports.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface ReportedProblem {
  category: ProblemCategory
  body: string
  reported_at: Date
}

/** Problems that an account reported with a product, the latest ten, oldest first. */
export async function readProblems(knex: Knex, productId: string, userId: string): Promise<ReportedProblem[]> {
  const rows = await prepared<ReportedProblem>(
    knex,
    'problems-of-viewer',
    `select category, body, reported_at from problem_reports where product_id = $1 and user_id = $2 order by reported_at desc limit 10`,
    [productId, userId],
  )
  return rows.toReversed()
}
