import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import type { EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import type { PageRowView, placesQuery } from '@e-events/shared/contract/storefront/pages.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { date } from '@e-events/shared/ui/format.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type SvgIcon from '@mui/material/SvgIcon'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import type { TableColumn } from '../../../../components/data-table/table-types.ts'
import type { TableSearch } from '../../../../components/data-table/use-table-search.ts'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { forgetPlaces } from '../queries.ts'
import { PlaceMenu, type PlaceMenuItem } from './place-menu.tsx'

type Place = PageRowView | EntityRowView

interface PlaceTableProps<Row extends Place> {
  kind: 'page' | 'entity'
  icon: typeof SvgIcon
  search: TableSearch<typeof placesQuery>
  list: UseQueryResult<{ items: Row[]; nextCursor: string | null; total: number }>
  /** Columns of this kind only; they stand between the address and the last change. */
  columns: readonly TableColumn<Row>[]
  /** Where its sections are edited, and where everybody sees it. */
  editorOf: (row: Row) => string
  addressOf: (row: Row) => string
  /** Before 'Delete'. */
  menuOf: (row: Row) => readonly PlaceMenuItem[]
  onExport: (format: 'csv' | 'xlsx') => Promise<DownloadedFile>
  onCreate: () => void
  remove: (row: Row) => Promise<unknown>
  failure: Failure
}

/** Pages and entities are both a name, an address and sections: one table for both. */
export function PlaceTable<Row extends Place>(props: PlaceTableProps<Row>) {
  const { kind, columns, editorOf, addressOf, menuOf, failure } = props
  const { t } = useTranslation('pages')
  const { queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const many = kind === 'page' ? 'pages' : 'entities'
  const remove = useMutation({
    mutationFn: props.remove,
    onSuccess: (_, row) => {
      snacks.success(t('deleted', { name: row.name }), { key: kind })
      return forgetPlaces(queries)
    },
    onError: (error, row) => showError(error, { key: kind, failure, retry: () => remove.mutate(row) }),
    onSettled: () => setDeleting(null),
  })
  const allColumns: TableColumn<Row>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      fixed: true,
      minWidth: 160,
      render: (row) => (
        <Link href={editorOf(row)} color="inherit" noWrap sx={{ fontWeight: 560 }}>
          {row.name}
        </Link>
      ),
    },
    { id: 'slug', label: t('column.address'), showFrom: 'sm', minWidth: 160, render: addressOf },
    ...columns,
    {
      id: 'updatedAt',
      label: t('column.updatedAt'),
      sort: 'updatedAt',
      width: 150,
      showFrom: 'md',
      render: (row) => date(row.updatedAt, 'dayTime', language, zone),
    },
  ]
  const create = (
    <Button variant="contained" color="inherit" size="small" startIcon={<AddRounded />} onClick={props.onCreate}>
      {t(`create.${kind}`)}
    </Button>
  )
  return (
    <>
      <DataTable
        id={`manage-${many}`}
        label={t(`tab.${many}`)}
        columns={allColumns}
        search={props.search}
        list={props.list}
        errorTitle={t(`failed.${many}`)}
        empty={{ icon: props.icon, title: t(`empty.${many}.title`), text: t(`empty.${many}.text`), action: create }}
        searchField={{ label: t('search.label'), placeholder: t('search.placeholder') }}
        onExport={props.onExport}
        actions={create}
        onOpen={(row) => void navigate(editorOf(row))}
        renderRowActions={(row) => (
          <PlaceMenu name={row.name} items={[...menuOf(row), { label: t('menu.delete'), act: () => setDeleting(row) }]} />
        )}
      />
      <ConfirmDialog
        open={deleting !== null}
        title={t(`ask.${kind}`, { name: deleting?.name ?? '' })}
        confirmLabel={t('ask.confirm')}
        destructive
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        {t(`ask.${kind}Text`)}
      </ConfirmDialog>
    </>
  )
}
