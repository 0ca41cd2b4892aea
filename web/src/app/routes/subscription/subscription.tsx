import { ApiError } from '@e-events/shared/contract/client.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { orderQuery } from '../../../features/sales/orders/queries.ts'
import { SubscribedState } from '../../../features/sales/subscriptions/components/subscribed-state.tsx'
import { SubscribeForm } from '../../../features/sales/subscriptions/components/subscribe-form.tsx'
import { invalidateSubscriptions, subscriptionOfferQuery } from '../../../features/sales/subscriptions/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'

/** Subscribes to a channel, or without one to the platform; with `?order=` what became of the order. */
export function Component() {
  const { slug } = useParams()
  const [params] = useSearchParams()
  const order = params.get('order')
  // The product that asked for the subscription: the way back leads there.
  const product = slugSchema.safeParse(params.get('product')).data
  const at = { channel: slug ?? null, product }
  return (
    <Page maxWidth={620} sx={{ pt: { xs: 3, md: 6 }, pb: 6 }}>
      {order === null ? <NewSubscription key={slug} {...at} /> : <PlacedOrder key={order} id={order} {...at} />}
    </Page>
  )
}

interface At {
  channel: string | null
  product: string | undefined
}

function NewSubscription({ channel, product }: At) {
  const { t } = useTranslation('subscriptions')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(subscriptionOfferQuery(api, { channel, language }))
  const title = data && (data.channel === null ? t('page.platform') : t('page.channel', { channel: data.channel.title }))
  useDocumentMeta({ title, noIndex: true })
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) return <NotFoundPage />
  if (!data && error)
    return <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} title={t('page.error')} heading="h1" />
  if (!data)
    return (
      <>
        <Box role="status" className="visually-hidden">
          {tc('page.loading')}
        </Box>
        <Skeleton sx={{ height: 48, width: '70%' }} />
        <Skeleton variant="rounded" sx={{ mt: 3, height: 260 }} />
      </>
    )
  if (data.current)
    return (
      <Notice
        icon={EventRepeatOutlined}
        heading="h1"
        title={t('page.has')}
        actions={
          <>
            <Button variant="contained" color="inherit" href={paths.mySubscriptions}>
              {t('mine')}
            </Button>
            <Back channel={channel} product={product} />
          </>
        }
      >
        {t('page.hasText', { date: date(data.current.validUntil, 'day', language, platformZone) })}
      </Notice>
    )
  if (!data.offer || !data.buyer)
    return (
      <Notice icon={EventRepeatOutlined} heading="h1" title={t('page.none')} actions={<Back channel={channel} product={product} />}>
        {t('page.noneText')}
      </Notice>
    )
  return (
    <>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {channel !== null && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          <Link href={paths.channel(channel)}>{t('page.back')}</Link>
        </Typography>
      )}
      <SubscribeForm
        offer={data.offer}
        channel={data.channel}
        buyer={data.buyer}
        isTest={data.isTest}
        product={product}
        onStale={() => void refetch()}
        onPlaced={({ id, paymentUrl }) => {
          if (paymentUrl?.startsWith('http')) location.assign(paymentUrl)
          else void navigate(paymentUrl ?? (channel === null ? paths.platformSubscribed(id) : paths.subscribed(channel, id, product)))
        }}
      />
    </>
  )
}

function PlacedOrder({ id, channel, product }: At & { id: string }) {
  const { t } = useTranslation('subscriptions')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const queries = useQueryClient()
  const order = useQuery(orderQuery(api, id))
  const status = order.data?.status
  useDocumentMeta({ title: t(status === 'paid' ? 'done.title' : 'title'), noIndex: true })
  useEffect(() => {
    if (status === 'paid') void invalidateSubscriptions(queries)
  }, [status, queries])
  const back = useBack({ channel, product })
  if (order.isError && !order.data)
    return (
      <ErrorNotice
        error={order.error}
        onRetry={() => void order.refetch()}
        retrying={order.isFetching}
        title={t('page.error')}
        heading="h1"
      />
    )
  if (!order.data)
    return (
      <Box role="status" className="visually-hidden">
        {tc('page.loading')}
      </Box>
    )
  const anew = channel === null ? paths.platformSubscription : paths.subscribe(channel, product)
  return <SubscribedState order={order.data} anew={anew} back={back} />
}

function useBack({ channel, product }: At): { label: string; to: string } {
  const { t } = useTranslation('subscriptions')
  if (product !== undefined) return { label: t('done.product'), to: paths.product(product) }
  return channel === null ? { label: t('done.shop'), to: paths.shop } : { label: t('done.channel'), to: paths.channel(channel) }
}

function Back(at: At) {
  const { label, to } = useBack(at)
  return <Button href={to}>{label}</Button>
}
