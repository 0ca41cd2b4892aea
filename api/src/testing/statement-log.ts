import type { Knex } from 'knex'
import type pg from 'pg'

export interface StatementLog {
  /** Answers all that the work sent to the database, with the statements that begin and end transactions. */
  of(work: () => Promise<unknown>): Promise<string[]>
}

interface Pool {
  acquireConnection(): Promise<pg.Client>
}

/** Writes down what a pool sends to its database, from connections that it opened before, too. */
export function createStatementLog(knex: Knex): StatementLog {
  let sent: string[] = []
  const known = new WeakSet<pg.Client>()
  const pool = knex.client as Pool
  const acquire = pool.acquireConnection.bind(pool)
  pool.acquireConnection = async () => {
    const connection = await acquire()
    if (known.has(connection)) return connection
    known.add(connection)
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
    const listened = (...args: unknown[]): unknown => {
      const [statement] = args as [string | { text: string }]
      sent.push(typeof statement === 'string' ? statement : statement.text)
      return query(...args)
    }
    connection.query = listened as typeof connection.query
    return connection
  }
  return {
    async of(work) {
      sent = []
      await work()
      return sent
    },
  }
}
