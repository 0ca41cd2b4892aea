import { pages, placesQuery, type PageRowView } from '@e-events/shared/contract/pages.ts'
import { date } from '@e-events/shared/ui/format.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DataTable, type TableColumn } from '../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../components/data-table/use-table-search.ts'
import { useErrorSnack } from '../../../components/use-error-snack.ts'
import { useSnacks } from '../../../components/use-snacks.ts'
import { paths } from '../../../config/paths.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../lib/services.ts'
import { forgetPlaces, pagesQuery } from '../queries.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlaceMenu } from './place-menu.tsx'

/** The table of pages: make one, open it in the editor, publish it or take it back, delete it. */
export function PagesTab() {
  const { t } = useTranslation('places')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const search = useTableSearch(placesQuery)
  const list = useQuery(pagesQuery(api, search.query))
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<PageRowView | null>(null)
  const update = useMutation({
    mutationFn: ({ id, isPublished }: { id: string; isPublished: boolean }) =>
      api.call(pages.update, { params: { id }, body: { isPublished } }),
    onSuccess: () => forgetPlaces(queries),
    onError: (error, wanted) => showError(error, { key: 'page', failure: 'pageSave', retry: () => update.mutate(wanted) }),
  })
  const remove = useMutation({
    mutationFn: (page: PageRowView) => api.call(pages.delete, { params: { id: page.id } }),
    onSuccess: (_, page) => {
      snacks.success(t('deleted', { name: page.name }), { key: 'page' })
      return forgetPlaces(queries)
    },
    onError: (error, page) => showError(error, { key: 'page', failure: 'pageSave', retry: () => remove.mutate(page) }),
    onSettled: () => setDeleting(null),
  })
  const columns: TableColumn<PageRowView>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      fixed: true,
      minWidth: 160,
      render: (page) => (
        <Link href={paths.managePage(page.id)} color="inherit" noWrap sx={{ fontWeight: 560 }}>
          {page.name}
        </Link>
      ),
    },
    { id: 'slug', label: t('column.address'), showFrom: 'sm', minWidth: 160, render: (page) => paths.page(page.slug) },
    { id: 'state', label: t('column.state'), width: 170, render: (page) => <PageState page={page} /> },
    { id: 'audience', label: t('column.audience'), width: 150, showFrom: 'md', render: (page) => t(`audience.${page.audience}`) },
    {
      id: 'updatedAt',
      label: t('column.updatedAt'),
      sort: 'updatedAt',
      width: 150,
      showFrom: 'md',
      render: (page) => date(page.updatedAt, 'dayTime', language, zone),
    },
  ]
  return (
    <>
      <DataTable
        id="manage-pages"
        label={t('tab.pages')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('failed.pages')}
        empty={{
          icon: ArticleOutlined,
          title: t('empty.pages.title'),
          text: t('empty.pages.text'),
          action: <CreateButton label={t('create.page')} onClick={() => setCreating(true)} />,
        }}
        searchField={{ label: t('search.label'), placeholder: t('search.placeholder') }}
        actions={<CreateButton label={t('create.page')} onClick={() => setCreating(true)} />}
        onOpen={(page) => void navigate(paths.managePage(page.id))}
        renderRowActions={(page) => (
          <PlaceMenu
            name={page.name}
            items={[
              { label: t('menu.edit'), to: paths.managePage(page.id) },
              ...(page.isPublished ? [{ label: t('menu.view'), to: paths.page(page.slug) }] : []),
              {
                label: t(page.isPublished ? 'menu.unpublish' : 'menu.publish'),
                act: () => update.mutate({ id: page.id, isPublished: !page.isPublished }),
              },
              { label: t('menu.delete'), act: () => setDeleting(page) },
            ]}
          />
        )}
      />
      {creating && (
        <PlaceDialog kind="page" onClose={() => setCreating(false)} onDone={(page) => void navigate(paths.managePage(page.id))} />
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={t('ask.page', { name: deleting?.name ?? '' })}
        confirmLabel={t('ask.confirm')}
        destructive
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        {t('ask.pageText')}
      </ConfirmDialog>
    </>
  )
}

export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="contained" color="primary" size="small" startIcon={<AddRounded />} onClick={onClick}>
      {label}
    </Button>
  )
}

function PageState({ page }: { page: PageRowView }) {
  const { t } = useTranslation('places')
  return (
    <>
      <Chip
        size="small"
        color={page.isPublished ? 'success' : 'default'}
        label={t(page.isPublished ? 'state.published' : 'state.unpublished')}
      />
      {page.hasDraft && <Chip size="small" color="warning" label={t('state.draft')} sx={{ ml: 0.5 }} />}
    </>
  )
}
