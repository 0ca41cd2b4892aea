import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { count, date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { Picture } from '../../../components/media/picture.tsx'
import { ProductStatus } from '../../../components/media/product-status.tsx'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'

/** A row of either list: whose product it is stands in the administrators' alone. */
export interface ProductRow extends OwnProduct {
  owner?: { id: string; name: string; email: string }
}

interface Options {
  /** Where a product is edited. */
  hrefOf: (product: ProductRow) => string
  withOwner?: boolean
  /** A channel's own list need not name it in every row. */
  withChannel?: boolean
  /** When the next date ends and how its sale stands, for what is going on right now. */
  withEnd?: boolean
}

export function useProductColumns({ hrefOf, withOwner = false, withChannel = true, withEnd = false }: Options): TableColumn<ProductRow>[] {
  const { t } = useTranslation('product-list')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const zone = useViewerZone()
  const isSm = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'))
  const day = (at: string | null) => (at === null ? '–' : date(at, 'dayTime', language, zone))
  const columns: (TableColumn<ProductRow> | false)[] = [
    {
      id: 'title',
      label: t('column.title'),
      sort: 'title',
      fixed: true,
      minWidth: 200,
      render: (product) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <Box sx={{ width: 56, flexShrink: 0, display: { xs: 'none', sm: 'block' } }}>
            <Picture src={product.posterUrl} alt="" sizes="56px" sx={{ borderRadius: '6px' }} />
          </Box>
          <Link href={hrefOf(product)} color="inherit" noWrap sx={{ minWidth: 0, color: 'text.primary', fontWeight: 560 }}>
            {product.title}
          </Link>
        </Box>
      ),
    },
    { id: 'type', label: t('column.type'), width: 112, showFrom: withEnd ? 'lg' : 'md', render: (product) => t(`kind.${product.type}`) },
    {
      id: 'status',
      label: t('column.status'),
      // Holds the longest state, except on a phone, where the title needs the room.
      width: isSm ? 184 : 156,
      render: (product) => <ProductStatus status={product.status} event={product.event} />,
    },
    withChannel && { id: 'channel', label: t('column.channel'), width: 150, showFrom: 'lg', render: (product) => product.channel.title },
    withOwner && {
      id: 'owner',
      label: t('column.owner'),
      width: 150,
      showFrom: withEnd ? 'never' : 'lg',
      render: (product) => product.owner?.name || product.owner?.email || '–',
    },
    {
      id: 'nextSession',
      label: t('column.nextSession'),
      sort: 'nextSession',
      width: 140,
      showFrom: 'md',
      render: (product) => <span className="tabular">{day(product.nextSession?.startsAt ?? null)}</span>,
    },
    {
      id: 'ends',
      label: t('column.ends'),
      width: 140,
      showFrom: withEnd ? 'md' : 'never',
      render: (product) => <span className="tabular">{day(product.nextSession?.endsAt ?? null)}</span>,
    },
    {
      id: 'sale',
      label: t('column.sale'),
      width: 112,
      showFrom: 'never',
      render: (product) => t(`sale.${product.saleState}`),
    },
    {
      id: 'price',
      label: t('column.price'),
      sort: 'price',
      width: 104,
      align: 'right',
      showFrom: 'md',
      render: (product) => (
        <span className="tabular">{product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free')}</span>
      ),
    },
    {
      id: 'tickets',
      label: t('column.tickets'),
      sort: 'tickets',
      width: 100,
      align: 'right',
      showFrom: 'md',
      render: (product) => <span className="tabular">{count(product.tickets, language)}</span>,
    },
    {
      id: 'createdAt',
      label: t('column.createdAt'),
      sort: 'createdAt',
      width: 140,
      showFrom: 'never',
      render: (product) => <span className="tabular">{day(product.createdAt)}</span>,
    },
    {
      id: 'updatedAt',
      label: t('column.updatedAt'),
      sort: 'updatedAt',
      width: 140,
      showFrom: 'never',
      render: (product) => <span className="tabular">{day(product.updatedAt)}</span>,
    },
  ]
  return columns.filter((column): column is TableColumn<ProductRow> => column !== false)
}
