import { Notice } from '@e-events/shared/ui/notice.tsx'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { NextPage } from '../../../components/navigation/next-page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { orderQuery } from '../../../features/sales/orders/queries.ts'
import { PlatformOffer } from '../../../features/sales/subscriptions/components/platform-offer.tsx'
import { SubscriptionRow, SubscriptionRowSkeleton } from '../../../features/sales/subscriptions/components/subscription-row.tsx'
import { invalidateSubscriptions, mySubscriptionsQuery } from '../../../features/sales/subscriptions/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

/** The caller's subscriptions; with `?order=` the payment of a period that was given a moment ago. */
export function Component() {
  const { t } = useTranslation('subscriptions')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const list = useInfiniteQuery({ ...mySubscriptionsQuery(api, useLanguage()), placeholderData: keepPreviousData })
  useDocumentMeta({ title: t('title'), noIndex: true })
  const subscriptions = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 } }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography sx={{ mt: 1, mb: { xs: 3, md: 4 }, color: 'text.secondary' }}>{t('lead')}</Typography>
      {orderId !== null && <PaidPeriod id={orderId} />}
      <PlatformOffer />
      <Card sx={{ borderRadius: '16px' }}>
        {list.isPending && (
          <>
            <Box role="status" className="visually-hidden">
              {tc('page.loading')}
            </Box>
            <Rows>
              <SubscriptionRowSkeleton />
            </Rows>
          </>
        )}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        {list.data && subscriptions.length === 0 && (
          <Notice
            icon={EventRepeatOutlined}
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
        {subscriptions.length > 0 && (
          <Rows>
            {subscriptions.map((subscription) => (
              <SubscriptionRow key={subscription.id} subscription={subscription} />
            ))}
          </Rows>
        )}
      </Card>
      <NextPage list={list} label={t('more')} errorText={t('moreError')} />
    </Page>
  )
}

/** Asks what became of the payment, and shows the list as it is then. */
function PaidPeriod({ id }: { id: string }) {
  const { t } = useTranslation('checkout')
  const { api } = useServices()
  const queries = useQueryClient()
  const { data: order } = useQuery(orderQuery(api, id))
  const status = order?.status
  useEffect(() => {
    if (status !== undefined && status !== 'pending') void invalidateSubscriptions(queries)
  }, [status, queries])
  if (!order) return null
  const [severity, text] =
    order.status === 'paid'
      ? (['success', t('state.paid.title')] as const)
      : order.isSettling
        ? (['info', t('state.settling.text')] as const)
        : order.failure !== null
          ? (['error', t(`failure.${order.failure}`)] as const)
          : (['info', t('state.waiting.title')] as const)
  return (
    <Alert severity={severity} role="status" sx={{ mb: 3 }}>
      {text}
    </Alert>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
      {children}
    </Box>
  )
}
