import type { ReactNode } from 'react'

/** One column. `render` draws its cells; a cell that only holds text may answer a string. */
export interface TableColumn<Row> {
  id: string
  label: string
  render: (row: Row) => ReactNode
  /** The name that the list endpoint sorts by (`sort=`). Without it the column cannot be sorted by. */
  sort?: string
  /** Pixels; columns without it share what is left equally, but never less than `minWidth` (120). */
  width?: number
  minWidth?: number
  align?: 'left' | 'right'
  /** Never hidden: what names the row. */
  fixed?: boolean
  /** Shown from this width on, until somebody chooses columns; 'never': only when chosen. */
  showFrom?: 'sm' | 'md' | 'lg' | 'never'
}

/** A filter: one of a closed set of values, typed text, or a day. Its name is that of the list endpoint's query. */
export type TableFilter = { name: string; label: string } & (
  | { kind?: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'text' | 'day' }
)

/** Rows of the table, as a query answers them (`useQuery` of a list endpoint fits). */
export interface TableList<Row> {
  data: { items: readonly Row[]; nextCursor: string | null; total?: number } | undefined
  error: unknown
  isPending: boolean
  isError: boolean
  isFetching: boolean
  /** Rows are shown, but asking for them again failed. */
  isRefetchError: boolean
  /** These are the rows of the question before. */
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}
