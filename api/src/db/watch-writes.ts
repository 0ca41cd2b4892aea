import type { Knex } from 'knex'

interface Statement {
  sql: string
  __knexUid: string
}
interface Pool {
  on(event: 'release', listener: (connection: { __knexUid: string }) => void): void
}

/**
 * Calls `onWrite` when a statement or transaction that wrote is over, before its caller goes on. Every write of a process passes here, whoever made it
 * (a request, a sweeper, an event of the media plane), so that no feature has to remember to tell.
 */
export function watchWrites(knex: Knex, isWatched: (table: string) => boolean, onWrite: () => void): void {
  const client = knex.client as { pool: Pool }
  /** Connections on which something was written; they go back to their pool when the transaction is committed or undone. */
  const dirty = new Set<string>()
  knex.on('query', ({ sql, __knexUid }: Statement) => {
    if (writtenTables(sql).some(isWatched)) dirty.add(__knexUid)
  })
  client.pool.on('release', ({ __knexUid }) => {
    if (dirty.delete(__knexUid)) onWrite()
  })
}

/** Not what a lock names (`for update of p`) or a conflict (`do update set`). */
const write = /(?:insert\s+into|(?<!\b(?:for|do)\s+)update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?([a-z_]+)"?/gi

/** The tables that a statement writes itself; what a trigger of theirs writes belongs to them. Pure. */
export function writtenTables(sql: string): string[] {
  return [...sql.matchAll(write)].map(([, table = '']) => table.toLowerCase())
}

/**
 * Tables that no reply shows to strangers, and that are written all the time: of accounts, deliveries, measurements and purchases. Every other table counts
 * as shown, a new one too (kept-replies.test.ts proves the list).
 */
export const unshownTables: ReadonlySet<string> = new Set([
  'access_codes',
  'analytics_events',
  'audience_samples',
  'audit_log',
  'chat_messages',
  'chat_mutes',
  'consents',
  'email_events',
  'email_tokens',
  'emails',
  'idempotency_keys',
  'ledger_entries',
  'ledger_transactions',
  'lesson_progress',
  'media_events',
  'media_jobs',
  'notification_batches',
  'notifications',
  'order_items',
  'orders',
  'outbox',
  'payment_events',
  'payments',
  'playback_positions',
  'playback_revocations',
  'playback_sessions',
  'podcast_feeds',
  'refresh_tokens',
  'saved_products',
  'tickets',
  'uploads',
  'user_identities',
  'user_recovery_codes',
  'user_sessions',
  'user_totps',
  'user_tours',
  'users',
])
