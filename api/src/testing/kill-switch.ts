import type { Knex } from 'knex'
import type pg from 'pg'

export interface KillSwitch {
  /**
   * Ends the process at its `at`th statement from now: before it reaches the database, or after it, when its answer is
   * lost. Everything that the process would still do fails.
   */
  arm(at: number, moment: 'before' | 'after'): void
  /** The process is there again. Answers how many statements it ran since it was armed. */
  restart(): number
}

type Done = (error: unknown, result?: unknown) => void
type Query = (...args: unknown[]) => unknown
interface Pool {
  acquireConnection(): Promise<pg.Client>
}

/**
 * Switch between an api and its database, by which the api dies at any await of its own. The database does what it
 * would do for a broken connection: it rolls back.
 */
export function createKillSwitch(knex: Knex): KillSwitch {
  let [count, killAt, isDead] = [0, Number.POSITIVE_INFINITY, false]
  let killMoment: 'before' | 'after' = 'before'
  const dead = () => new Error('the process has ended')
  const known = new WeakSet<pg.Client>()
  const pool = knex.client as Pool
  const acquire = pool.acquireConnection.bind(pool)
  pool.acquireConnection = async () => {
    const connection = await acquire()
    if (!known.has(connection)) stand(connection)
    known.add(connection)
    return connection
  }

  const done =
    (resolve: (result: unknown) => void, reject: (error: Error) => void): Done =>
    (error, result) => {
      if (error instanceof Error) reject(error)
      else resolve(result)
    }

  function stand(connection: pg.Client): void {
    const query = connection.query.bind(connection) as Query
    const run = (args: unknown[]) => new Promise((resolve, reject) => void query(...args, done(resolve, reject)))
    const intercepted = async (args: unknown[]): Promise<unknown> => {
      const [statement] = args as [string | { text: string }]
      const text = (typeof statement === 'string' ? statement : statement.text).trim().toUpperCase()
      if (text.startsWith('ROLLBACK')) return run(args)
      count += 1
      const isNow = !isDead && count === killAt
      if (isNow && killMoment === 'after') {
        await run(args).catch(() => undefined)
        isDead = true
        throw dead()
      }
      if (isNow) isDead = true
      if (!isDead) return run(args)
      // A broken connection leaves no transaction open.
      if (text.startsWith('COMMIT')) await run(['ROLLBACK'])
      throw dead()
    }
    const stood: Query = (...args) => {
      const last = args.at(-1)
      if (typeof last !== 'function') return intercepted(args)
      intercepted(args.slice(0, -1)).then(
        (result) => (last as Done)(null, result),
        (error: unknown) => (last as Done)(error),
      )
      return undefined
    }
    connection.query = stood as typeof connection.query
  }

  return {
    arm(at, moment) {
      ;[count, killAt, killMoment, isDead] = [0, at, moment, false]
    },
    restart() {
      const ran = count
      ;[count, killAt, isDead] = [0, Number.POSITIVE_INFINITY, false]
      return ran
    },
  }
}
