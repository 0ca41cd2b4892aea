import { usersQuery } from '@e-events/shared/contract/people/users.ts'
import { useLocation, useSearchParams } from 'react-router'
import { useTableSearch, type TableSearch } from '../../../components/data-table/use-table-search.ts'

export interface PeopleSearch extends TableSearch<typeof usersQuery> {
  /** Whose detail is open. */
  userId: string | null
  open: (userId: string | null) => void
}

/**
 * The table's state stands in the address, and so does the person whose detail is open: it stays open while the table
 * turns a page.
 */
export function usePeopleSearch(): PeopleSearch {
  const search = useTableSearch(usersQuery, { pageSize: 50 })
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  return {
    ...search,
    userId: params.get('user'),
    open: (userId) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (userId === null) after.delete('user')
          else after.set('user', userId)
          return after
        },
        { state: location.state as unknown, preventScrollReset: true },
      ),
  }
}
