import type { Knex } from 'knex'
import type { UserSessionRow } from '../../../db/tables/people.ts'

export type EndedSession = Pick<UserSessionRow, 'id'> & { revoked_reason: NonNullable<UserSessionRow['revoked_reason']> }

/** Which of these devices are signed out by now, and why. */
export async function findEndedSessions(knex: Knex, ids: readonly string[]): Promise<EndedSession[]> {
  const rows = await knex('user_sessions')
    .whereRaw('id = any(?::uuid[])', [[...ids]])
    .whereNotNull('revoked_at')
    .select('id', 'revoked_reason')
  return rows as EndedSession[]
}
