import type { Knex } from 'knex'

/**
 * JSON as text. pg writes a JavaScript array as an SQL array, which jsonb refuses: toJson() is the one way into a jsonb
 * column.
 */
export type JsonText = string & { readonly jsonText: true }

export function toJson(value: unknown): JsonText {
  return JSON.stringify(value) as JsonText
}

/**
 * Value that may be written where a row reads T: jsonb (unknown in rows) takes JsonText, dates take ISO text too, all
 * take knex.raw().
 */
export type Writable<T> = unknown extends T ? JsonText | null | Knex.Raw : T extends Date ? Date | string | Knex.Raw : T | Knex.Raw

/** The insert shape of a row: Required columns have neither default nor null, Generated ones are the database's own. */
export type Insert<Row, Required extends keyof Row, Generated extends keyof Row = never> = {
  [Column in Required]: Writable<Row[Column]>
} & { [Column in Exclude<keyof Row, Required | Generated>]?: Writable<Row[Column]> | undefined }

export type Update<Row, Generated extends keyof Row = never> = {
  [Column in Exclude<keyof Row, Generated>]?: Writable<Row[Column]> | undefined
}
