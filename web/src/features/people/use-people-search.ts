import { usersQuery } from '@e-events/shared/contract/users.ts'
import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'

export type PeopleQuery = z.output<typeof usersQuery>
export type PeopleFilters = Omit<PeopleQuery, 'cursor' | 'limit' | 'sort' | 'order'>
export const pageSizes = [25, 50, 100] as const
const filterNames = [
  'search',
  'role',
  'state',
  'country',
  'language',
  'external',
  'newsletter',
  'upgrade',
] as const satisfies readonly (keyof PeopleFilters)[]
export type FilterName = (typeof filterNames)[number]
type Params = Partial<Record<keyof PeopleQuery | 'page' | 'user', string | null>>

export interface PeopleSearch {
  query: PeopleQuery
  /** What narrows the list, without its order and its page: what a file of it is made of. */
  filters: PeopleFilters
  hasFilters: boolean
  page: number
  /** Whose detail is open. */
  userId: string | null
  change: (params: Params, options?: { replace?: boolean }) => void
  clear: () => void
  open: (userId: string | null) => void
  next: (cursor: string) => void
  back: () => void
}

/** The table's state stands in the address: it can be shared, and Back undoes it. */
export function usePeopleSearch(): PeopleSearch {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const query = useMemo(() => readQuery(params), [params])
  const { cursor: _cursor, limit: _limit, sort: _sort, order: _order, ...filters } = query
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
    filters,
    hasFilters: filterNames.some((name) => filters[name] !== undefined),
    page,
    userId: params.get('user'),
    // Other rows: the first page of them.
    change: (values, options) => put({ cursor: null, page: null, ...values }, options),
    clear: () => put({ cursor: null, page: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
    open: (user) => put({ user }, { state: location.state as unknown }),
    next: (cursor) => put({ cursor, page: String(page + 1) }, { state: { trail: [...trail, query.cursor ?? ''] } }),
    // A shared address has no trail; it leads back to the start.
    back: () =>
      put(
        { cursor: trail.at(-1) ?? null, page: trail.length > 0 && page > 2 ? String(page - 1) : null },
        { state: { trail: trail.slice(0, -1) } },
      ),
  }
}

/** What an address says that the contract does not know is left out, not refused. */
export function readQuery(params: URLSearchParams): PeopleQuery {
  const raw: Record<string, string> = {}
  for (const [name, schema] of Object.entries(usersQuery.shape)) {
    const value = params.get(name)
    if (value !== null && value.trim() !== '' && schema.safeParse(value).success) raw[name] = value
  }
  return usersQuery.parse({ limit: '50', ...raw })
}

function trailOf(state: unknown): readonly string[] {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined
  return Array.isArray(trail) ? trail.filter((cursor): cursor is string => typeof cursor === 'string') : []
}
