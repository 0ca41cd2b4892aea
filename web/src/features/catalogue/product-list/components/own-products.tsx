import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productStatuses, productTypes } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { TutorialLink } from '../../../../components/navigation/tutorial-link.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownListQuery, ownTableQuery, toListQuery } from '../queries.ts'
import { useProductColumns, type ProductRow } from '../use-product-columns.tsx'

interface OwnProductsProps {
  /** Those of one channel; without it, of all. */
  channelSlug?: string
}

/** The products of an own channel, or of all of them. */
export function OwnProducts({ channelSlug }: OwnProductsProps) {
  const { t } = useTranslation('product-list')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const navigate = useNavigate()
  const search = useTableSearch(ownTableQuery)
  const of = channelSlug === undefined ? {} : { channel: channelSlug }
  const columns = useProductColumns({ hrefOf: ownHref, withChannel: channelSlug === undefined })
  const list = useQuery(ownListQuery(api, { ...search.query, ...of }))
  const newHref = channelSlug === undefined ? paths.newProduct : `${paths.newProduct}?channel=${channelSlug}`
  return (
    <DataTable<ProductRow>
      id="own-products"
      label={t(channelSlug === undefined ? 'title' : 'ownTitle')}
      columns={columns}
      search={search}
      list={list}
      errorTitle={t('error')}
      empty={{
        icon: Inventory2Outlined,
        title: t('ownEmpty'),
        text: t('ownEmptyText'),
        action: (
          <>
            <Button variant="contained" color="inherit" href={newHref}>
              {t('new')}
            </Button>
            <TutorialLink id="video" />
          </>
        ),
      }}
      searchField={{ label: t('search'), placeholder: t('searchOwn') }}
      filters={[
        {
          name: 'status',
          label: t('column.status'),
          options: productStatuses.map((value) => ({ value, label: tc(`productStatus.${value}`) })),
        },
        { name: 'type', label: t('column.type'), options: productTypes.map((value) => ({ value, label: t(`kind.${value}`) })) },
      ]}
      onExport={(format) => api.call(ownProducts.exportOwn, { query: { ...toListQuery(search.fileQuery), ...of, format } })}
      onOpen={(product) => void navigate(ownHref(product))}
      actions={
        channelSlug !== undefined && (
          <Button size="small" variant="contained" color="inherit" href={newHref}>
            {t('new')}
          </Button>
        )
      }
    />
  )
}

/** Courses and masters have addresses of their own. */
export function ownHref({ type, slug, channel }: Pick<ProductRow, 'type' | 'slug' | 'channel'>): string {
  if (type === 'course') return paths.ownCourse(channel.slug, slug)
  return type === 'master' ? paths.ownMaster(channel.slug, slug) : paths.ownProduct(channel.slug, slug)
}
