import type { Knex } from 'knex'

export interface ReportedRow {
  message_id: string
  reports: number
  first_reported_at: Date
}

export type ReportRepository = ReturnType<typeof createReportRepository>

export function createReportRepository() {
  return {
    /** Each person reports a message once, also after it was dismissed. */
    async insert(knex: Knex, report: { message_id: string; user_id: string; reported_at: Date }): Promise<void> {
      await knex('chat_reports').insert(report).onConflict(['message_id', 'user_id']).ignore()
    },

    async open(knex: Knex, productId: string, limit: number): Promise<ReportedRow[]> {
      return knex('chat_reports as r')
        .join('chat_messages as m', 'm.id', 'r.message_id')
        .where('m.product_id', productId)
        .whereIn('m.state', ['shown', 'pending'])
        .whereNull('r.dismissed_at')
        .groupBy('r.message_id')
        .orderByRaw('count(*) desc, min(r.reported_at)')
        .limit(limit)
        .select<ReportedRow[]>('r.message_id', knex.raw('count(*)::int as reports'), knex.raw('min(r.reported_at) as first_reported_at'))
    },

    async dismiss(knex: Knex, messageId: string, now: Date): Promise<void> {
      await knex('chat_reports').where({ message_id: messageId, dismissed_at: null }).update({ dismissed_at: now })
    },
  }
}
