import { plainFieldNames, plainFields, type PlainField, type PlainValues } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { ProductRow, ProductUpdate } from '../../../db/tables/catalogue.ts'

/** Columns that are not the field's name in snake case. */
const renamed = { group: 'group_name' } as const

type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S
type ColumnOf<Name extends string> = Name extends keyof typeof renamed ? (typeof renamed)[Name] : Snake<Name>

/** Columns of plain fields. A field whose column the table lacks does not compile. */
export type PlainColumn<Name extends PlainField = PlainField> = ColumnOf<Name>
export type PlainRow<Name extends PlainField> = Pick<ProductRow, PlainColumn<Name>>

const columns = new Map(
  plainFieldNames.map((name) => [
    name,
    (renamed as Record<string, string>)[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
)
export function columnOf<Name extends PlainField>(name: Name): PlainColumn<Name> {
  return columns.get(name) as PlainColumn<Name>
}

/** Values of the fields as the contract answers them. */
export function fromColumns<Name extends PlainField>(row: PlainRow<NoInfer<Name>>, names: readonly Name[]): PlainValues<Name> {
  const stored = row as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const value = stored[columnOf(name)]
    values[name] = value instanceof Date ? value.toISOString() : value
  }
  return values as PlainValues<Name>
}

/** Columns of those fields that the values name; words that stand twice are stored once. */
export function toColumnsOf(values: Partial<PlainValues>): ProductUpdate {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(plainFields)) {
    const value = values[name as PlainField]
    if (value === undefined) continue
    const isMoment = field.kind === 'moment' && typeof value === 'string'
    columns[columnOf(name as PlainField)] = isMoment ? new Date(value) : Array.isArray(value) ? [...new Set(value)] : value
  }
  return columns
}
