import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined'
import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { UserAction, UserRowView, users } from '@e-events/shared/contract/people/users.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import type { ColumnId } from '../use-columns.ts'
import type { PeopleSearch } from '../use-people-search.ts'
import { PersonRow } from './person-row.tsx'

interface PeopleTableProps {
  /** Focus target when something beside the table is gone. */
  tableRef: Ref<HTMLDivElement>
  list: UseQueryResult<CallOutput<typeof users.list>>
  search: PeopleSearch
  columns: readonly ColumnId[]
  chosen: ReadonlyMap<string, UserRowView>
  onChoose: (chosen: ReadonlyMap<string, UserRowView>) => void
  onOpen: (userId: string) => void
  onAct: (action: UserAction, person: UserRowView) => void
}

type Sort = PeopleSearch['query']['sort']
const sortOf: Partial<Record<ColumnId | 'name', Sort>> = {
  name: 'name',
  email: 'email',
  country: 'country',
  createdAt: 'createdAt',
  lastLoginAt: 'lastLoginAt',
}
/** Pixels. Name and e-mail share what is left; where that is too little, the table scrolls sideways inside its card. */
const widthOf: Record<Exclude<ColumnId, 'email'>, number> = {
  roles: 130,
  country: 112,
  language: 96,
  createdAt: 106,
  lastLoginAt: 120,
  newsletter: 112,
  external: 92,
  state: 122,
}
const leastShared = 150
const edges = { choose: 44, actions: 52 }
const widthIn = (columns: readonly ColumnId[]) =>
  columns.reduce((sum, id) => sum + (id === 'email' ? leastShared : widthOf[id]), edges.choose + leastShared + edges.actions)

export function PeopleTable({ tableRef, list, search, columns, chosen, onChoose, onOpen, onAct }: PeopleTableProps) {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const rows = list.data?.items ?? []
  const hasFilters = Object.keys(search.filters).length > 0
  const onPage = rows.filter(({ id }) => chosen.has(id)).length
  const choose = (people: readonly UserRowView[], on: boolean) => {
    const next = new Map(chosen)
    for (const person of people) {
      if (on) next.set(person.id, person)
      else next.delete(person.id)
    }
    onChoose(next)
  }
  if (list.isError && !list.data)
    return (
      <Box sx={{ flex: 1 }}>
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('list.error')} />
      </Box>
    )
  return (
    <>
      {list.isRefetchError && (
        <Alert
          severity="warning"
          sx={{ borderRadius: 0 }}
          action={
            <Button size="small" variant="text" loading={list.isFetching} onClick={() => void list.refetch()}>
              {tc('action.retry')}
            </Button>
          }
        >
          {tc('table.stale')}
        </Alert>
      )}
      <Box sx={{ height: 2 }}>{list.isPlaceholderData && <LinearProgress aria-label={tc('page.loading')} sx={{ height: 2 }} />}</Box>
      <TableContainer
        ref={tableRef}
        // A scrolling area must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={t('list.label')}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
      >
        <Table stickyHeader aria-busy={list.isFetching} sx={{ tableLayout: 'fixed', minWidth: widthIn(columns) }}>
          <TableHead>
            <TableRow>
              <TableCell padding="none" sx={{ width: edges.choose, pl: 1 }}>
                <Checkbox
                  disabled={rows.length === 0}
                  checked={rows.length > 0 && onPage === rows.length}
                  indeterminate={onPage > 0 && onPage < rows.length}
                  onChange={(_, on) => choose(rows, on)}
                  slotProps={{ input: { 'aria-label': t('list.chooseAll') } }}
                />
              </TableCell>
              <HeadCell id="name" search={search} />
              {columns.map((id) => (
                <HeadCell key={id} id={id} search={search} {...(id === 'email' ? {} : { width: widthOf[id] })} />
              ))}
              <TableCell padding="none" sx={{ width: edges.actions }}>
                <span className="visually-hidden">{t('list.actions')}</span>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody sx={{ opacity: list.isPlaceholderData ? 0.6 : 1, transition: 'opacity 150ms' }}>
            {rows.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                columns={columns}
                isChosen={chosen.has(person.id)}
                isOpen={search.userId === person.id}
                onChoose={(on) => choose([person], on)}
                onOpen={() => onOpen(person.id)}
                onAct={(action) => onAct(action, person)}
              />
            ))}
            {list.isPending && <SkeletonRows columns={columns} label={tc('page.loading')} />}
          </TableBody>
        </Table>
        {list.data && rows.length === 0 && (
          <Notice
            icon={GroupOffOutlined}
            title={t(hasFilters ? 'list.noMatch.title' : 'list.empty.title')}
            actions={hasFilters && <RemoveFilters onRemove={search.clear}>{t('filter.clear')}</RemoveFilters>}
          >
            {t(hasFilters ? 'list.noMatch.text' : 'list.empty.text')}
          </Notice>
        )}
      </TableContainer>
    </>
  )
}

function HeadCell({ id, search, width }: { id: ColumnId | 'name'; search: PeopleSearch; width?: number }) {
  const { t } = useTranslation('users')
  const sort = sortOf[id]
  const { sort: active, order } = search.query
  const isActive = sort !== undefined && active === sort
  return (
    <TableCell {...(isActive ? { sortDirection: order } : {})} sx={{ width }}>
      {sort ? (
        <TableSortLabel
          active={isActive}
          direction={isActive ? order : 'asc'}
          onClick={() => search.change({ sort, order: isActive && order === 'asc' ? 'desc' : 'asc' })}
        >
          {t(`column.${id}`)}
        </TableSortLabel>
      ) : (
        t(`column.${id}`)
      )}
    </TableCell>
  )
}

function SkeletonRows({ columns, label }: { columns: readonly ColumnId[]; label: string }) {
  return (
    <>
      {Array.from({ length: 12 }, (_, row) => (
        <TableRow key={row} aria-hidden={row > 0}>
          <TableCell padding="none" sx={{ pl: 2 }}>
            <Skeleton sx={{ width: 16, height: 16, borderRadius: '4px' }} />
          </TableCell>
          <TableCell>
            {row === 0 && (
              <span role="status" className="visually-hidden">
                {label}
              </span>
            )}
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
              <Skeleton variant="circular" sx={{ width: 26, height: 26, flexShrink: 0 }} />
              <Skeleton sx={{ width: `${50 + ((row * 17) % 40)}%`, height: 13 }} />
            </Box>
          </TableCell>
          {columns.map((id) => (
            <TableCell key={id}>
              <Skeleton sx={{ width: '70%', height: 13 }} />
            </TableCell>
          ))}
          <TableCell padding="none" />
        </TableRow>
      ))}
    </>
  )
}
