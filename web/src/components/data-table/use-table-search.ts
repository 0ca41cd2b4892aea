import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'

/** The query of a list endpoint that a table can show: filters of any name, and these four. */
export type TableSchema = z.ZodObject<
  { cursor: z.ZodType; limit: z.ZodType; sort: z.ZodType<string>; order: z.ZodType<'asc' | 'desc'> } & Record<string, z.ZodType>
>
type Output<S extends TableSchema> = z.output<S>

/** Parameters of the list that are no filters. */
const framing: ReadonlySet<string> = new Set(['cursor', 'limit', 'sort', 'order', 'language'])
export const pageSizes = [25, 50, 100] as const

type Params = Record<string, string | null | undefined>

export interface TableSearch<S extends TableSchema = TableSchema> {
  /** Query of the list endpoint. */
  query: Output<S>
  /** The same without its page: what a file of it is made of. */
  fileQuery: Omit<Output<S>, 'cursor' | 'limit'>
  /** Filters that are set, by name, as text. */
  filters: Readonly<Record<string, string>>
  limit: number
  sort: string
  order: 'asc' | 'desc'
  page: number
  /** Sets filters (null removes one), order or page size and goes back to the first page. */
  change: (params: Params, options?: { replace?: boolean }) => void
  /** Removes every filter. */
  clear: () => void
  next: (cursor: string) => void
  back: () => void
}

/**
 * The state of a table stands in the address: it can be shared, and Back undoes it.
 * @param schema the query of the list endpoint (`channelsQuery`); what an address says that it does not know is left
 * out, not refused
 */
export function useTableSearch<S extends TableSchema>(
  schema: S,
  { pageSize = 25 }: { pageSize?: (typeof pageSizes)[number] } = {},
): TableSearch<S> {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const { query, filters } = useMemo(() => readQuery(schema, params, pageSize), [schema, params, pageSize])
  const { cursor, limit, ...rest } = query as Output<S> & { cursor?: string; limit: number }
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  const trail = trailOf(location.state)
  const put = (values: Params, { replace = false, state }: { replace?: boolean; state?: unknown } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === undefined || value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace, state, preventScrollReset: true },
    )
  return {
    query,
    fileQuery: rest,
    filters,
    limit,
    sort: String(query.sort),
    order: query.order === 'desc' ? 'desc' : 'asc',
    page,
    // Other rows: the first page of them.
    change: (values, options) => put({ cursor: null, page: null, ...values }, options),
    clear: () => put({ cursor: null, page: null, ...Object.fromEntries(Object.keys(filters).map((name) => [name, null])) }),
    next: (position) => put({ cursor: position, page: String(page + 1) }, { state: { trail: [...trail, cursor ?? ''] } }),
    // A shared address has no trail; it leads back to the start.
    back: () =>
      put(
        { cursor: trail.at(-1) ?? null, page: trail.length > 0 && page > 2 ? String(page - 1) : null },
        { state: { trail: trail.slice(0, -1) } },
      ),
  }
}

function readQuery<S extends TableSchema>(schema: S, params: URLSearchParams, pageSize: number) {
  const raw: Record<string, string> = { limit: String(pageSize) }
  const filters: Record<string, string> = {}
  for (const [name, rule] of Object.entries<z.ZodType>(schema.shape)) {
    const value = params.get(name)
    if (value === null || value.trim() === '' || !rule.safeParse(value).success) continue
    raw[name] = value
    if (!framing.has(name)) filters[name] = value
  }
  return { query: schema.parse(raw), filters }
}

function trailOf(state: unknown): readonly string[] {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined
  return Array.isArray(trail) ? trail.filter((cursor): cursor is string => typeof cursor === 'string') : []
}
