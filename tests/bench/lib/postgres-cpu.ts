import type { Knex } from 'knex'
import { schedSecondsOf } from './cpu.ts'

/**
 * CPU seconds that the backends of one application have used in this database, by process; they run on this machine.
 */
export async function backendsOf(knex: Knex, application: string): Promise<Map<number, number>> {
  const { rows } = await knex.raw<{ rows: { pid: number }[] }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = ?',
    [application],
  )
  return new Map(rows.map(({ pid }) => [pid, schedSecondsOf(pid)]))
}

/** CPU seconds between two looks. A pool closes idle backends: one that is gone did nothing meanwhile. */
export function usedBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}
