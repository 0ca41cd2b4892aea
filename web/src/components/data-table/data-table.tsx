import type SvgIcon from '@mui/material/SvgIcon'
import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import { styleNonce } from '@e-events/shared/ui/theme/style-cache.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { DataGrid, type GridColDef, type GridRowParams } from '@mui/x-data-grid'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../error-notice.tsx'
import { RemoveFilters } from '../remove-filters.tsx'
import { gridTexts } from './grid-texts.ts'
import { gridStyle } from './grid-style.ts'
import type { TableList } from './table-list.ts'
import { TableFooter } from './table-footer.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableColumn, TableFilter } from './table-types.ts'
import { useTableColumns } from './use-table-columns.ts'
import type { TableSearch } from './use-table-search.ts'
import { useLanguage } from '../../lib/language.ts'

interface DataTableProps<Row extends { id: string }> {
  /** The choice of columns is remembered under it: 'manage-channels'. */
  id: string
  /** Names the table to screen readers: 'Channels'. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Of `useTableSearch(querySchemaOfTheEndpoint)`. */
  search: TableSearch
  /** `useQuery` of the list endpoint with `search.query` and `placeholderData: keepPreviousData`. */
  list: TableList<Row>
  /** 'We could not load the channels'. */
  errorTitle: string
  /** Shown while nothing exists at all; an empty result of a filter has words of its own. */
  empty: { icon: typeof SvgIcon; title: string; text: string; action?: ReactNode }
  /** The text field that fills the filter `search`; left out where the endpoint has none. */
  searchField?: { label: string; placeholder: string }
  filters?: readonly TableFilter[]
  /** A file of exactly what the filter leaves: `(format) => api.call(things.export, { query: { ...search.fileQuery, format } })`. */
  onExport?: (format: 'csv' | 'xlsx') => Promise<DownloadedFile>
  /** At the right end of the toolbar: the create button. */
  actions?: ReactNode
  /** A last cell for the row's own buttons or menu. */
  renderRowActions?: (row: Row) => ReactNode
  /** Pixels of that cell; 60 has room for one button. */
  rowActionsWidth?: number
  /** Opens a row by a click anywhere on it; the fixed column should hold a link that does the same. */
  onOpen?: (row: Row) => void
}

/**
 * The table of the back office: rows, order, filters and pages come from the server; what is shown stands in the address.
 * Five states: skeleton, error with retry, empty, nothing matches, full (older rows stay while new ones come or fail to).
 * Lazy-load the route that uses it: the grid is heavy.
 *
 * ```tsx
 * const search = useTableSearch(ownChannelsQuery)
 * const list = useQuery(channelsQuery(api, search.query))
 * <DataTable id="channels" label={…} columns={columns} search={search} list={list} errorTitle={…} empty={…} />
 * ```
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { id, label, columns, search, list, errorTitle, empty, renderRowActions, rowActionsWidth = 60, onOpen } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const shown = useTableColumns(id, columns)
  const nonce = styleNonce()
  const rows = list.data?.items ?? []
  const hasFilters = Object.keys(search.filters).length > 0
  const isEmpty = list.data !== undefined && rows.length === 0
  return (
    <Card
      // A few rows end where they end; what has none is as tall as a table looks.
      sx={{ flex: 1, ...(rows.length > 0 ? {} : { minHeight: { md: 360 } }), display: 'flex', flexDirection: 'column' }}
    >
      <TableToolbar {...props} shown={shown} />
      {list.isRefetchError && (
        <Alert
          severity="warning"
          sx={{ borderRadius: 0 }}
          action={
            <Button size="small" variant="text" loading={list.isFetching} onClick={() => void list.refetch()}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('table.stale')}
        </Alert>
      )}
      <Box sx={{ height: 2 }}>{list.isPlaceholderData && <LinearProgress aria-label={t('page.loading')} sx={{ height: 2 }} />}</Box>
      {list.isError && !list.data ? (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={errorTitle} />
      ) : list.isPending ? (
        <TableSkeleton columns={columns.filter((column) => shown.shown.has(column.id)).length} />
      ) : isEmpty ? (
        <Notice
          icon={empty.icon}
          title={hasFilters ? t('table.noMatch.title') : empty.title}
          actions={hasFilters ? <RemoveFilters onRemove={search.clear}>{t('table.filter.clear')}</RemoveFilters> : empty.action}
        >
          {hasFilters ? t('table.noMatch.text') : empty.text}
        </Notice>
      ) : (
        <Box
          sx={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column', opacity: list.isPlaceholderData ? 0.6 : 1 }}
        >
          <DataGrid<Row>
            aria-label={label}
            {...(nonce ? { nonce } : {})}
            rows={rows}
            columns={toGridColumns({ columns, renderRowActions, rowActionsWidth, actionsLabel: t('table.actions') })}
            columnVisibilityModel={Object.fromEntries(columns.map((column) => [column.id, shown.shown.has(column.id)]))}
            localeText={gridTexts(language)}
            // A page has at most a hundred rows: all of them stand in the document, so that find, print and screen readers see them.
            disableVirtualization
            columnHeaderHeight={40}
            rowHeight={46}
            paginationMode="server"
            filterMode="server"
            sortingMode="server"
            rowCount={-1}
            hideFooter
            disableColumnMenu
            disableColumnFilter
            disableColumnResize
            disableRowSelectionOnClick
            sortingOrder={['asc', 'desc']}
            sortModel={sortModelOf(columns, search)}
            onSortModelChange={([wanted]) => {
              const sort = columns.find((column) => column.id === wanted?.field)?.sort
              if (sort && wanted?.sort) search.change({ sort, order: wanted.sort })
            }}
            {...(onOpen ? { onRowClick: ({ row }: GridRowParams<Row>) => onOpen(row) } : {})}
            sx={[gridStyle, { '& .MuiDataGrid-row': { cursor: onOpen ? 'pointer' : 'default' } }]}
          />
        </Box>
      )}
      {!(list.isError && !list.data) && <TableFooter list={list} search={search} />}
    </Card>
  )
}

function sortModelOf<Row>(columns: readonly TableColumn<Row>[], search: TableSearch) {
  const active = columns.find((column) => column.sort === search.sort)
  return active ? [{ field: active.id, sort: search.order }] : []
}

/** Plain words are cut with dots where the column is too narrow. */
function cellOf(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <span className="ee-cut">{content}</span> : content
}

/** Field of the cell that holds the row's buttons. */
const actionsField = 'row-actions'

function toGridColumns<Row extends { id: string }>({
  columns,
  renderRowActions,
  rowActionsWidth,
  actionsLabel,
}: {
  columns: readonly TableColumn<Row>[]
  renderRowActions: ((row: Row) => ReactNode) | undefined
  rowActionsWidth: number
  actionsLabel: string
}): GridColDef<Row>[] {
  const cells = columns.map((column): GridColDef<Row> => ({
    field: column.id,
    headerName: column.label,
    sortable: column.sort !== undefined,
    align: column.align ?? 'left',
    headerAlign: column.align ?? 'left',
    ...(column.width === undefined ? { flex: 1, minWidth: column.minWidth ?? 120 } : { width: column.width }),
    renderCell: ({ row }) => cellOf(column.render(row)),
  }))
  if (!renderRowActions) return cells
  return [
    ...cells,
    {
      field: actionsField,
      headerName: actionsLabel,
      sortable: false,
      width: rowActionsWidth,
      align: 'center',
      renderHeader: () => <span className="visually-hidden">{actionsLabel}</span>,
      renderCell: ({ row }) => (
        // The row opens by a click; its buttons do not.
        <Box component="span" onClick={(event) => event.stopPropagation()}>
          {renderRowActions(row)}
        </Box>
      ),
    },
  ]
}
