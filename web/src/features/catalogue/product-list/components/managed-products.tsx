import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { productStatuses, productTypes } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { managedListQuery, managedTableQuery, openListQuery, toListQuery } from '../queries.ts'
import { useProductColumns, type ProductRow } from '../use-product-columns.tsx'

interface ManagedProductsProps {
  /** All there are, or what can be got right now. */
  kind: 'all' | 'open'
}

/** Products of everybody. */
export function ManagedProducts({ kind }: ManagedProductsProps) {
  const { t } = useTranslation('product-list')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const navigate = useNavigate()
  const search = useTableSearch(managedTableQuery)
  const columns = useProductColumns({ hrefOf: manageHref, withOwner: true, withEnd: kind === 'open' })
  const list = useQuery(kind === 'open' ? openListQuery(api, search.query) : managedListQuery(api, search.query))
  return (
    <DataTable<ProductRow>
      id={`manage-products-${kind}`}
      label={t(kind === 'open' ? 'open.title' : 'title')}
      columns={columns}
      search={search}
      list={list}
      errorTitle={t('error')}
      empty={
        kind === 'open'
          ? { icon: SensorsOutlined, title: t('open.empty'), text: t('open.emptyText') }
          : {
              icon: Inventory2Outlined,
              title: t('empty'),
              text: t('emptyText'),
              action: (
                <Button variant="contained" color="inherit" href={paths.manageNewProduct}>
                  {t('new')}
                </Button>
              ),
            }
      }
      searchField={{ label: t('search'), placeholder: t('searchManaged') }}
      filters={[
        ...(kind === 'all'
          ? [
              {
                name: 'status',
                label: t('column.status'),
                options: productStatuses.map((value) => ({ value, label: tc(`productStatus.${value}`) })),
              },
            ]
          : []),
        { name: 'type', label: t('column.type'), options: productTypes.map((value) => ({ value, label: t(`kind.${value}`) })) },
      ]}
      onExport={(format) =>
        api.call(kind === 'open' ? productAdmin.exportOpen : productAdmin.export, { query: { ...toListQuery(search.fileQuery), format } })
      }
      onOpen={(product) => void navigate(manageHref(product))}
    />
  )
}

/** Courses and masters have addresses of their own. */
export function manageHref({ type, slug }: Pick<ProductRow, 'type' | 'slug'>): string {
  if (type === 'course') return paths.manageCourse(slug)
  return type === 'master' ? paths.manageMaster(slug) : paths.manageProduct(slug)
}
