import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { OrderRow, OrderRowSkeleton } from '../../../features/sales/orders/components/order-row.tsx'
import { ordersQuery } from '../../../features/sales/orders/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

export function Component() {
  const { t } = useTranslation('orders')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useInfiniteQuery({ ...ordersQuery(api, useLanguage()), placeholderData: keepPreviousData })
  useDocumentMeta({ title: t('title'), noIndex: true })
  const orders = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 } }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography sx={{ mt: 1, mb: { xs: 3, md: 4 }, color: 'text.secondary' }}>{t('lead')}</Typography>
      <Card sx={{ borderRadius: '16px' }}>
        {list.isPending && (
          <>
            <Box role="status" className="visually-hidden">
              {tc('page.loading')}
            </Box>
            <Rows>
              {[0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
                <OrderRowSkeleton key={i} />
              ))}
            </Rows>
          </>
        )}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        {list.data && orders.length === 0 && (
          <Notice
            icon={ReceiptLongOutlined}
            title={t('empty.title')}
            actions={
              <Button variant="contained" color="inherit" href={paths.home}>
                {t('empty.action')}
              </Button>
            }
          >
            {t('empty.text')}
          </Notice>
        )}
        {orders.length > 0 && (
          <Rows>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </Rows>
        )}
      </Card>
      {list.isFetchNextPageError && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {t('moreError')}
        </Alert>
      )}
      {list.hasNextPage && (
        <Box sx={{ mt: 2, display: 'grid', justifyItems: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
    </Page>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
      {children}
    </Box>
  )
}
