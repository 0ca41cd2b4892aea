import pg from 'pg'

/** The part of pg's connection that a statement needs. */
interface Connection {
  stream: { cork(): void; uncork(): void }
  /** Text of what this connection has prepared, by name. pg fills it. */
  parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(parameters: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P'; name: '' }): void
  execute(): void
  sync(): void
}

/** A column as PostgreSQL describes it. */
interface ColumnFacts {
  name: string
  dataTypeID: Parameters<pg.CustomTypesConfig['getTypeParser']>[0]
}
interface Column {
  name: string
  parse(text: string): unknown
}
interface Shape {
  columns: readonly Column[]
  /** A row without values, which every row is a copy of. */
  empty: object
}

/** Columns of what each connection has prepared, by name. */
const shapes = new WeakMap<Connection, Map<string, Shape>>()

/**
 * A named prepared statement for `client.query`: as pg's own, but its columns are described at its first run on a
 * connection alone, and its rows are copies of one object, so that they share a shape. PostgreSQL refuses to run a
 * prepared statement whose columns have changed. Decision columns-described-once.
 */
export class NamedStatement<Row extends object> implements pg.Submittable {
  readonly name: string
  readonly text: string
  /** The second argument of `client.query`; pg puts it here. */
  callback: ((error: Error | null, rows: Row[]) => void) | undefined

  readonly #values: readonly unknown[]
  readonly #types: pg.CustomTypesConfig
  readonly #rows: Row[] = []
  #shapes: Map<string, Shape> | undefined
  #shape: Shape | undefined
  /** The parser of a column refused a value. */
  #refused: Error | null = null

  /** @throws what cannot be made of a value, an invalid date for example */
  constructor(statement: { name: string; text: string; values: readonly unknown[]; types: pg.CustomTypesConfig }) {
    this.name = statement.name
    this.text = statement.text
    this.#values = statement.values.map(toParameter)
    this.#types = statement.types
  }

  /** @returns an error that pg hands to `handleError` */
  submit(connection: pg.Connection): Error | null {
    const { name, text } = this
    const to = connection as unknown as Connection
    const known = to.parsedStatements[name]
    if (known !== undefined && known !== text) return new Error(`two statements have the name '${name}'`)
    this.#shapes = shapesOf(to)
    this.#shape = known === undefined ? undefined : this.#shapes.get(name)
    to.stream.cork()
    try {
      if (known === undefined) to.parse({ name, text })
      to.bind({ statement: name, values: this.#values })
      if (!this.#shape) to.describe({ type: 'P', name: '' })
      to.execute()
      to.sync()
    } finally {
      to.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: readonly ColumnFacts[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }))
    // Made of text, because an object that is filled key by key becomes a hash table.
    const empty = JSON.parse(JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, null])))) as object
    this.#shape = { columns, empty }
    this.#shapes?.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.#shape || this.#refused) return
    const row = { ...this.#shape.empty } as Record<string, unknown>
    let index = 0
    try {
      for (const { name, parse } of this.#shape.columns) {
        const text = fields[index++] ?? null
        if (text !== null) row[name] = parse(text)
      }
    } catch (error) {
      this.#refused = error as Error
    }
    this.#rows.push(row as Row)
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#refused, this.#rows)
  }

  handleError(error: Error): void {
    this.callback?.(this.#refused ?? error, this.#rows)
  }

  // `execute` asks for all rows and `sync` is under way: nothing follows from these.
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

function shapesOf(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map<string, Shape>()
  shapes.set(connection, known)
  return known
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
/** Moments as ISO text, which pg writes part by part. */
const toParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : prepareValue(value))
