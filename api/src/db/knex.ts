import openKnex, { type Knex } from 'knex'
import pg from 'pg'
import { NamedStatement } from './named-statement.ts'
import './tables.ts'

export interface KnexOptions {
  /** Connections this process may hold. */
  poolMax?: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /** A statement that runs longer is cancelled by the server; 0 turns the limit off. */
  statementTimeoutMs?: number
  /** A caller that gets no connection within this time fails, so that it can answer 503 instead of hanging. */
  acquireTimeoutMs?: number
  /** Gets what Knex would print by itself: lost connections and the like. */
  onMessage?: (message: unknown) => void
}

/**
 * Opens a pool. Values come back as: bigint → number (throws beyond 2^53 instead of rounding money), timestamptz →
 * Date, date → 'YYYY-MM-DD', jsonb → parsed and unknown.
 */
export function createKnex(url: string, options: KnexOptions = {}): Knex {
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: options.applicationName ?? 'e-events-api',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    // A server that hangs answers no statement timeout of its own.
    query_timeout: options.statementTimeoutMs === 0 ? 0 : (options.statementTimeoutMs ?? 30_000) + 5_000,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 10_000,
    // PostgreSQL compiles a statement at each execution where its estimate is high, as it is with a limit that is a
    // parameter.
    options: '-c jit=off',
    types,
  }
  return openKnex({
    client: 'pg',
    connection: connection as Knex.StaticConnectionConfig,
    ...(options.onMessage
      ? { log: { warn: options.onMessage, error: options.onMessage, debug: options.onMessage, deprecate: options.onMessage } }
      : {}),
    pool: { min: 0, max: options.poolMax ?? 10, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: options.acquireTimeoutMs ?? 10_000,
  })
}

/**
 * Runs a named prepared statement ($1, $2 …) through the same pool or transaction. Knex sends unnamed statements, which
 * the server plans anew each time; a hot read is planned once per connection here. One name must always mean one text.
 */
export async function prepared<Row extends object>(knex: Knex, name: string, sql: string, values: readonly unknown[]): Promise<Row[]> {
  const client = knex.client as PoolClient
  const connection = await client.acquireConnection()
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      const statement = new NamedStatement<Row>({ name, text: sql, values, types })
      connection.query(statement, (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  } catch (error) {
    // The stack of the caller instead of that of the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  } finally {
    await client.releaseConnection(connection)
  }
}

interface PoolClient {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
}
interface Connection {
  query<Row extends object>(statement: NamedStatement<Row>, done: (error: Error | null, rows: Row[]) => void): void
}

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

const parseTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number
let known: { text: string; value: Date | number } = { text: 'infinity', value: Infinity }
/** Rows of a list carry the same moment one after the other: it is parsed once. */
function parseInstant(text: string): Date | number {
  if (text !== known.text) known = { text, value: parseTimestamp(text) }
  return known.value instanceof Date ? new Date(known.value) : known.value
}

// For our pools alone: parsers set on pg.types would change every other user of pg in the process.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, parseBigint)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseInstant)
