import type SvgIcon from '@mui/material/SvgIcon'
import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../feedback/error-notice.tsx'
import { RemoveFilters } from '../forms/remove-filters.tsx'
import { TableFooter } from './table-footer.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableColumn, TableFilter, TableList } from './table-types.ts'
import { useTableColumns } from './use-table-columns.ts'
import type { TableSearch } from './use-table-search.ts'
import Skeleton from '@mui/material/Skeleton'

interface DataTableProps<Row extends { id: string }> {
  /** The choice of columns is remembered under it: 'manage-channels'. */
  id: string
  /** Names the table to screen readers: 'Channels'. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Result of `useTableSearch(querySchemaOfTheEndpoint)`. */
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
  /**
   * A file of exactly what the filter leaves: `(format) => api.call(things.export, { query: { ...search.fileQuery,
   * format } })`.
   */
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
 * The table of the back office: rows, order, filters and pages come from the server; what is shown stands in the
 * address. Five states: skeleton, error with retry, empty, nothing matches, full (older rows stay while new ones come
 * or fail to).
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
  const shown = useTableColumns(id, columns)
  const visible = columns.filter((column) => shown.shown.has(column.id))
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
        <TableSkeleton columns={visible.length} />
      ) : isEmpty ? (
        // The foot of the table stays at its foot.
        <Box sx={{ flex: 1, display: 'grid', alignContent: 'center' }}>
          <Notice
            icon={empty.icon}
            title={hasFilters ? t('table.noMatch.title') : empty.title}
            actions={hasFilters ? <RemoveFilters onRemove={search.clear}>{t('table.filter.clear')}</RemoveFilters> : empty.action}
          >
            {hasFilters ? t('table.noMatch.text') : empty.text}
          </Notice>
        </Box>
      ) : (
        <TableContainer sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
          <Table
            stickyHeader
            aria-label={label}
            aria-busy={list.isFetching}
            // Columns without a width share what is left; where that is too little, the table scrolls sideways inside
            // its card.
            sx={{ tableLayout: 'fixed', minWidth: leastWidth(visible) + (renderRowActions ? rowActionsWidth : 0) }}
          >
            <TableHead>
              <TableRow>
                {visible.map((column) => (
                  <HeadCell key={column.id} column={column} search={search} />
                ))}
                {renderRowActions && (
                  <TableCell padding="none" sx={{ width: rowActionsWidth }}>
                    <span className="visually-hidden">{t('table.actions')}</span>
                  </TableCell>
                )}
              </TableRow>
            </TableHead>
            <TableBody sx={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
              {rows.map((row) => (
                <TableRow
                  key={row.id}
                  hover
                  onClick={({ target }) => {
                    // A link in the row opens by itself, in a new tab where that is asked for.
                    if (target instanceof Element && !target.closest('a')) onOpen?.(row)
                  }}
                  sx={{ cursor: onOpen ? 'pointer' : 'default' }}
                >
                  {visible.map((column) => (
                    <TableCell key={column.id} align={column.align ?? 'left'} {...(column.fixed && { component: 'th', scope: 'row' })}>
                      {column.render(row)}
                    </TableCell>
                  ))}
                  {renderRowActions && (
                    // The row opens by a click; its buttons and what they open do not.
                    <TableCell padding="none" align="center" onClick={(event) => event.stopPropagation()}>
                      {renderRowActions(row)}
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {!(list.isError && !list.data) && <TableFooter list={list} search={search} />}
    </Card>
  )
}

function HeadCell<Row>({ column: { label, sort, width, align = 'left' }, search }: { column: TableColumn<Row>; search: TableSearch }) {
  if (!sort)
    return (
      <TableCell align={align} sx={{ width }}>
        {label}
      </TableCell>
    )
  const isActive = sort === search.sort
  const { order } = search
  return (
    <TableCell align={align} sx={{ width }} {...(isActive && { sortDirection: order })}>
      <TableSortLabel
        active={isActive}
        direction={isActive ? order : 'asc'}
        onClick={() => search.change({ sort, order: isActive && order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}

/** Columns without a width are equally wide, each as wide as the widest of them must be. */
function leastWidth(columns: readonly TableColumn<never>[]): number {
  const shared = columns.filter(({ width }) => width === undefined).map(({ minWidth = 120 }) => minWidth)
  return columns.reduce((sum, { width = 0 }) => sum + width, 0) + shared.length * Math.max(0, ...shared)
}

/** The boxes of the rows that are on their way. */
function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation()
  return (
    <Box role="status" sx={{ flex: 1, overflow: 'hidden' }}>
      <span className="visually-hidden">{t('page.loading')}</span>
      {Array.from({ length: 12 }, (_, row) => (
        <Box
          key={row}
          aria-hidden
          sx={{
            height: 'var(--ee-row)',
            px: 1.5,
            gap: 3,
            display: 'grid',
            alignItems: 'center',
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            borderBottom: 1,
            borderColor: 'border.subtle',
          }}
        >
          {Array.from({ length: columns }, (_cell, column) => (
            <Skeleton key={column} sx={{ width: `${45 + ((row * 17 + column * 29) % 45)}%`, height: 13 }} />
          ))}
        </Box>
      ))}
    </Box>
  )
}
