import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { channelProductsQuery } from '../queries.ts'

const grid = {
  display: 'grid',
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: {
    xs: 'minmax(0,1fr)',
    sm: 'repeat(2, minmax(0,1fr))',
    md: 'repeat(3, minmax(0,1fr))',
    lg: 'repeat(4, minmax(0,1fr))',
  },
} as const

/** Products of a channel in the organizer's groups; ungrouped ones come last. */
export function ChannelProducts({ slug }: { slug: string }) {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useInfiniteQuery(channelProductsQuery(api, { slug, language: useLanguage() }))
  if (list.isPending) {
    return (
      <Box role="status" sx={grid}>
        <span className="visually-hidden">{tc('page.loading')}</span>
        {Array.from({ length: 4 }, (_, index) => (
          <Box key={index} aria-hidden>
            <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto', borderRadius: '12px' }} />
            <Skeleton sx={{ mt: 1.5, width: '75%' }} />
          </Box>
        ))}
      </Box>
    )
  }
  if (!list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('page.productsError')} />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <Notice icon={VideoLibraryOutlined} title={t('page.empty.title')}>
        {t('page.empty.text')}
      </Notice>
    )
  }
  return (
    <>
      {groupsOf(items).map(({ name, products }, _index, groups) => (
        <Group key={name ?? ''} name={name ?? (groups.length > 1 ? t('page.others') : t('page.products'))} products={products} />
      ))}
      {list.hasNextPage && (
        <Box sx={{ mt: 4, textAlign: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('page.more')}
          </Button>
        </Box>
      )}
    </>
  )
}

function Group({ name, products }: { name: string; products: readonly ListedProduct[] }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ '& + &': { mt: { xs: 5, md: 7 } } }}>
      <Typography variant="h2" id={id} sx={{ mb: 2 }}>
        {name}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, ...grid }}>
        {products.map((product) => (
          <li key={product.id}>
            <MediaCard product={product} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** In the order in which each group first comes; those of none at the end. */
function groupsOf(items: readonly ListedProduct[]): { name: string | null; products: ListedProduct[] }[] {
  const groups = [...Map.groupBy(items, ({ group }) => group)].map(([name, products]) => ({ name, products }))
  return groups.toSorted((a, b) => Number(a.name === null) - Number(b.name === null))
}
