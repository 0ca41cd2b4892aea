/** What the table shows, as a query answers it (`useQuery` of a list endpoint fits). */
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
