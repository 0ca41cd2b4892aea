import { pages, placesQuery, type PageRowView } from '@e-events/shared/contract/storefront/pages.ts'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import Chip from '@mui/material/Chip'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { forgetPlaces, pagesQuery } from '../queries.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlaceTable } from './place-table.tsx'

/** The table of pages: make one, open it in the editor, publish it or take it back, delete it. */
export function PagesTab() {
  const { t } = useTranslation('pages')
  const { api, queries } = useServices()
  const navigate = useNavigate()
  const showError = useErrorSnack()
  const search = useTableSearch(placesQuery)
  const list = useQuery(pagesQuery(api, search.query))
  const [creating, setCreating] = useState(false)
  const update = useMutation({
    mutationFn: ({ id, isPublished }: { id: string; isPublished: boolean }) =>
      api.call(pages.update, { params: { id }, body: { isPublished } }),
    onSuccess: () => forgetPlaces(queries),
    onError: (error, wanted) => showError(error, { key: 'page', failure: 'pageSave', retry: () => update.mutate(wanted) }),
  })
  return (
    <>
      <PlaceTable<PageRowView>
        kind="page"
        icon={ArticleOutlined}
        search={search}
        list={list}
        columns={[
          { id: 'state', label: t('column.state'), width: 196, render: (page) => <PageState page={page} /> },
          { id: 'audience', label: t('column.audience'), width: 150, showFrom: 'md', render: (page) => t(`audience.${page.audience}`) },
        ]}
        editorOf={({ id }) => paths.managePage(id)}
        addressOf={({ slug }) => paths.page(slug)}
        menuOf={(page) => [
          { label: t('menu.edit'), to: paths.managePage(page.id) },
          ...(page.isPublished ? [{ label: t('menu.view'), to: paths.page(page.slug) }] : []),
          {
            label: t(page.isPublished ? 'menu.unpublish' : 'menu.publish'),
            act: () => update.mutate({ id: page.id, isPublished: !page.isPublished }),
          },
        ]}
        onExport={(format) => api.call(pages.export, { query: { ...search.fileQuery, format } })}
        onCreate={() => setCreating(true)}
        remove={({ id }) => api.call(pages.delete, { params: { id } })}
        failure="pageSave"
      />
      {creating && (
        <PlaceDialog kind="page" onClose={() => setCreating(false)} onDone={(page) => void navigate(paths.managePage(page.id))} />
      )}
    </>
  )
}

function PageState({ page }: { page: PageRowView }) {
  const { t } = useTranslation('pages')
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
