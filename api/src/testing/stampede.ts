import type { Knex } from 'knex'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/**
 * Makes requests meet: `lock` holds what they all need until at least `meeting` of them wait for it, so that a race is
 * run every time and not by luck.
 */
export async function stampede<T>(
  database: TestDatabase,
  options: { lock: string; requests: number; meeting?: number },
  request: (index: number) => PromiseLike<T>,
): Promise<T[]> {
  const holder: Knex.Transaction = await database.knex.transaction()
  try {
    await holder.raw(options.lock)
    const running = Array.from({ length: options.requests }, async (_, index) => request(index))
    const waiting = async () => {
      const { rows } = await database.knex.raw<{ rows: { count: number }[] }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThanOrEqual(options.meeting ?? Math.min(options.requests, 5))
    await holder.commit()
    return await Promise.all(running)
  } finally {
    if (!holder.isCompleted()) await holder.rollback()
  }
}
