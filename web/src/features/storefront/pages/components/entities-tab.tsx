import { entities, type EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import { placesQuery } from '@e-events/shared/contract/storefront/pages.ts'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { entitiesQuery } from '../queries.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlaceTable } from './place-table.tsx'

/**
 * The table of entities (ADM-044): make, rename and delete them, choose their members, open the editor of their home.
 */
export function EntitiesTab() {
  const { t } = useTranslation('pages')
  const { api } = useServices()
  const search = useTableSearch(placesQuery)
  const list = useQuery(entitiesQuery(api, search.query))
  const [editing, setEditing] = useState<EntityRowView | 'new' | null>(null)
  return (
    <>
      <PlaceTable<EntityRowView>
        kind="entity"
        icon={ApartmentOutlined}
        search={search}
        list={list}
        columns={[
          {
            id: 'members',
            label: t('column.members'),
            minWidth: 200,
            render: (entity) => entity.members.map(({ name, email }) => name || email).join(', ') || t('noMembers'),
          },
        ]}
        editorOf={({ slug }) => paths.manageEntity(slug)}
        addressOf={({ slug }) => paths.store(slug)}
        menuOf={(entity) => [
          { label: t('menu.editHome'), to: paths.manageEntity(entity.slug) },
          { label: t('menu.view'), to: paths.store(entity.slug) },
          { label: t('menu.settings'), act: () => setEditing(entity) },
        ]}
        onExport={(format) => api.call(entities.export, { query: { ...search.fileQuery, format } })}
        onCreate={() => setEditing('new')}
        remove={({ slug }) => api.call(entities.delete, { params: { slug } })}
        failure="entityDelete"
      />
      {editing && (
        <PlaceDialog
          kind="entity"
          {...(editing === 'new' ? {} : { entity: editing })}
          onClose={() => setEditing(null)}
          onDone={() => setEditing(null)}
        />
      )}
    </>
  )
}
