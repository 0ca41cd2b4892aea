import { ApiError } from '@e-events/shared/contract/client.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { paths } from '../../../config/paths.ts'
import { orderQuery } from '../../../features/sales/orders/queries.ts'
import { StripeForm } from '../../../features/sales/paying/components/stripe-form.tsx'
import { TerminalForm } from '../../../features/sales/paying/components/terminal-form.tsx'
import { paymentStepQuery } from '../../../features/sales/paying/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

/** An order is paid here, and only here a payment service may run its script. */
export function Component() {
  const { t } = useTranslation('paying')
  const { api } = useServices()
  const { id = '' } = useParams()
  const language = useLanguage()
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const order = useQuery({ ...orderQuery(api, id), refetchInterval: false as const })
  const step = useQuery(paymentStepQuery(api, id))
  const { data } = order
  const total = data && money(data.total.minor, data.total.currency, language)
  const slug = data?.items[0]?.product?.slug
  const back = slug === undefined ? paths.myOrders : paths.order(slug, id)
  // Paid, being settled, or over: the page of the order says which.
  const isElsewhere = step.error instanceof ApiError && step.error.code === 'STATE_CONFLICT'
  const url = step.data?.provider === 'test' ? step.data.url : isElsewhere && data ? back : undefined
  useEffect(() => {
    if (url !== undefined) void navigate(url, { replace: true })
  }, [url, navigate])
  const title = data?.items[0]?.title ?? ''
  const error = order.error ?? (isElsewhere ? null : step.error)
  return (
    <AuthPage title={t('title')} lead={total === undefined ? undefined : t('lead', { title, total })}>
      {error && (
        <ErrorNotice
          error={error}
          onRetry={() => void Promise.all([order.refetch(), step.refetch()])}
          retrying={order.isFetching || step.isFetching}
          title={t('unavailable')}
        />
      )}
      {!error && (total === undefined || !step.data) && (
        <>
          <Box role="status" className="visually-hidden">
            {t('loading')}
          </Box>
          <Skeleton variant="rounded" sx={{ height: 280 }} />
        </>
      )}
      {total !== undefined && step.data?.provider === 'stripe' && (
        <StripeForm
          key={attempt}
          step={step.data}
          total={total}
          onDone={(to) => void navigate(to, { replace: true })}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      {total !== undefined && step.data?.provider === 'pos' && <TerminalForm step={step.data} total={total} />}
      <Button href={back} fullWidth sx={{ mt: 1.5 }}>
        {t('back')}
      </Button>
    </AuthPage>
  )
}
