import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { orderQuery } from '../../../../features/sales/orders/queries.ts'
import { Balance } from '../../../../features/sales/usage/components/balance.tsx'
import { BuyHours } from '../../../../features/sales/usage/components/buy-hours.tsx'
import { prepaidKey, prepaidQuery } from '../../../../features/sales/usage/queries.ts'
import { useServices } from '../../../../lib/services.ts'

/** Prepaid hours: what is left, and more of them; with `?order=` what became of the last purchase. */
export function Component() {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const orderId = params.get('order')
  useDocumentMeta({ title: t('hours.title'), noIndex: true })
  const { data, error, isFetching, refetch } = useQuery(prepaidQuery(api))
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHeader title={t('hours.title')} lead={t('hours.lead')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {orderId !== null && <Purchase id={orderId} />}
        {!data && error && <ErrorNotice error={error} title={t('hours.error')} onRetry={() => void refetch()} retrying={isFetching} />}
        {!data && !error && <Skeleton variant="rounded" height={240} aria-hidden />}
        {data && (
          <>
            <Balance data={data} />
            {data.offer ? (
              <BuyHours
                key={orderId}
                offer={data.offer}
                isTest={data.isTest}
                onRefused={() => void refetch()}
                onPlaced={({ id, paymentUrl }) => {
                  if (paymentUrl?.startsWith('http')) location.assign(paymentUrl)
                  else void navigate(paymentUrl ?? paths.prepaidOrder(id))
                }}
              />
            ) : (
              <Notice icon={HourglassEmptyRounded} title={t('hours.none')} heading="h2">
                {t('hours.noneText')}
              </Notice>
            )}
          </>
        )}
      </Box>
    </Box>
  )
}

/** State of a purchase whose buyer came back from paying. */
function Purchase({ id }: { id: string }) {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const queries = useQueryClient()
  const { data } = useQuery(orderQuery(api, id))
  const status = data?.status
  useEffect(() => {
    if (status === 'paid') void queries.invalidateQueries({ queryKey: prepaidKey })
  }, [status, queries])
  if (!data) return null
  if (status === 'paid') return <Alert severity="success">{t('hours.order.paid')}</Alert>
  if (status !== 'pending') return <Alert severity="info">{t('hours.order.over')}</Alert>
  const { paymentUrl } = data
  return (
    <Alert
      severity={data.failure === null ? 'info' : 'error'}
      action={
        paymentUrl !== null && (
          <Button size="small" color="inherit" href={paymentUrl}>
            {t('hours.order.goOn')}
          </Button>
        )
      }
    >
      {t(data.failure === null ? 'hours.order.waiting' : 'hours.order.refused')}
    </Alert>
  )
}
