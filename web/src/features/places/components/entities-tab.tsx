import { entities, type EntityRowView } from '@e-events/shared/contract/entities.ts'
import { placesQuery } from '@e-events/shared/contract/pages.ts'
import { date } from '@e-events/shared/ui/format.ts'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
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
import { entitiesQuery, forgetPlaces } from '../queries.ts'
import { CreateButton } from './pages-tab.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { PlaceMenu } from './place-menu.tsx'

/** The table of entities (ADM-044): make, rename and delete them, choose their members, open the editor of their home. */
export function EntitiesTab() {
  const { t } = useTranslation('places')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const search = useTableSearch(placesQuery)
  const list = useQuery(entitiesQuery(api, search.query))
  const [editing, setEditing] = useState<EntityRowView | 'new' | null>(null)
  const [deleting, setDeleting] = useState<EntityRowView | null>(null)
  const remove = useMutation({
    mutationFn: (entity: EntityRowView) => api.call(entities.delete, { params: { slug: entity.slug } }),
    onSuccess: (_, entity) => {
      snacks.success(t('deleted', { name: entity.name }), { key: 'entity' })
      return forgetPlaces(queries)
    },
    onError: (error, entity) => showError(error, { key: 'entity', failure: 'entityDelete', retry: () => remove.mutate(entity) }),
    onSettled: () => setDeleting(null),
  })
  const columns: TableColumn<EntityRowView>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      fixed: true,
      minWidth: 160,
      render: (entity) => (
        <Link href={paths.manageEntity(entity.slug)} color="inherit" noWrap sx={{ fontWeight: 560 }}>
          {entity.name}
        </Link>
      ),
    },
    { id: 'slug', label: t('column.address'), showFrom: 'sm', minWidth: 160, render: (entity) => paths.store(entity.slug) },
    {
      id: 'members',
      label: t('column.members'),
      minWidth: 200,
      render: (entity) => entity.members.map(({ name, email }) => name || email).join(', ') || t('noMembers'),
    },
    {
      id: 'updatedAt',
      label: t('column.updatedAt'),
      sort: 'updatedAt',
      width: 150,
      showFrom: 'md',
      render: (entity) => date(entity.updatedAt, 'dayTime', language, zone),
    },
  ]
  return (
    <>
      <DataTable
        id="manage-entities"
        label={t('tab.entities')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('failed.entities')}
        empty={{
          icon: ApartmentOutlined,
          title: t('empty.entities.title'),
          text: t('empty.entities.text'),
          action: <CreateButton label={t('create.entity')} onClick={() => setEditing('new')} />,
        }}
        searchField={{ label: t('search.label'), placeholder: t('search.placeholder') }}
        actions={<CreateButton label={t('create.entity')} onClick={() => setEditing('new')} />}
        onOpen={(entity) => void navigate(paths.manageEntity(entity.slug))}
        renderRowActions={(entity) => (
          <PlaceMenu
            name={entity.name}
            items={[
              { label: t('menu.editHome'), to: paths.manageEntity(entity.slug) },
              { label: t('menu.view'), to: paths.store(entity.slug) },
              { label: t('menu.settings'), act: () => setEditing(entity) },
              { label: t('menu.delete'), act: () => setDeleting(entity) },
            ]}
          />
        )}
      />
      {editing && (
        <PlaceDialog
          kind="entity"
          {...(editing === 'new' ? {} : { entity: editing })}
          onClose={() => setEditing(null)}
          onDone={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={t('ask.entity', { name: deleting?.name ?? '' })}
        confirmLabel={t('ask.confirm')}
        destructive
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        {t('ask.entityText')}
      </ConfirmDialog>
    </>
  )
}
