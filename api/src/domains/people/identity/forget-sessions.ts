import type { Knex } from 'knex'

const keptMs = 30 * 24 * 60 * 60_000

/**
 * Deletes devices, their tokens and mail links that ended a month ago: they open nothing, and say where people were.
 * @returns rows deleted
 */
export async function forgetOldSessions(knex: Knex, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs)
  const links = await knex('email_tokens').whereRaw('coalesce(used_at, expires_at) < ?', [before]).delete()
  // A used token of a device that goes on is kept as long: presenting it again ends the device.
  const tokens = await knex('refresh_tokens').where('expires_at', '<', before).delete()
  const sessions = await knex('user_sessions').whereRaw('least(revoked_at, expires_at) < ?', [before]).delete()
  return links + tokens + sessions
}
