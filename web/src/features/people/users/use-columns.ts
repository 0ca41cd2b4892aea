import { useTranslation } from 'react-i18next'
import { useTableColumns } from '../../../components/data-table/use-table-columns.ts'

/** The name is always there; these come and go. */
const columnIds = ['email', 'roles', 'country', 'language', 'createdAt', 'lastLoginAt', 'newsletter', 'external', 'state'] as const
export type ColumnId = (typeof columnIds)[number]

/** As many as fit, until somebody chooses; `isNarrow`: the detail of somebody stands beside the table. */
export function useColumns({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('users')
  const showFrom = { email: 'sm', roles: 'sm', createdAt: 'sm', state: undefined, country: isNarrow ? 'never' : 'lg' } as const
  const columns = columnIds.map((id) => ({
    id,
    label: t(`column.${id}`),
    showFrom: id in showFrom ? showFrom[id as keyof typeof showFrom] : ('never' as const),
  }))
  const shown = useTableColumns('people', columns)
  return { columns, shown, ids: columnIds.filter((id) => shown.shown.has(id)) }
}
