import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { batchesQuery } from '../queries.ts'
import { BatchCard } from './batch-card.tsx'
import { BatchForm } from './batch-form.tsx'

/** Coupons of a product by batch: made, handed out as a file, revoked. */
export function CouponsPanel({ product }: { product: OwnProductDetail }) {
  const { t } = useTranslation('coupon-batches')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const batches = useInfiniteQuery(batchesQuery(api, product.slug))
  const items = batches.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <BatchForm product={product} />
      {batches.isPending && (
        <Card role="status" aria-label={tc('page.loading')} sx={{ mt: 2, p: 2, display: 'grid', gap: 1.5 }}>
          <Skeleton height={24} width="40%" />
          <Skeleton height={16} />
        </Card>
      )}
      {batches.isError && !batches.data && (
        <Card sx={{ mt: 2 }}>
          <ErrorNotice error={batches.error} title={t('error')} onRetry={() => void batches.refetch()} retrying={batches.isFetching} />
        </Card>
      )}
      {batches.data && items.length === 0 && (
        <Card sx={{ mt: 2 }}>
          <Notice icon={LocalOfferOutlined} title={t('empty')} heading="h3">
            {t('emptyText')}
          </Notice>
        </Card>
      )}
      {items.map((batch) => (
        <BatchCard key={batch.id} slug={product.slug} batch={batch} />
      ))}
      {batches.hasNextPage && (
        <Box sx={{ mt: 2, display: 'grid', justifyItems: 'center' }}>
          <Button size="small" loading={batches.isFetchingNextPage} onClick={() => void batches.fetchNextPage()}>
            {t('moreBatches')}
          </Button>
        </Box>
      )}
    </>
  )
}
