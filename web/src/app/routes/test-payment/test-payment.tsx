import { money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { TestDispute } from '../../../features/sales/test-payments/components/test-dispute.tsx'
import { TestPaymentForm, testPaymentQuery } from '../../../features/sales/test-payments/components/test-payment-form.tsx'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

/** Stands where the page of a real payment service would. */
export function Component() {
  const { t } = useTranslation('test-payments')
  const { api } = useServices()
  const { id = '' } = useParams()
  const language = useLanguage()
  const navigate = useNavigate()
  const payment = useQuery(testPaymentQuery(api, id))
  const { data } = payment
  const lead = data && t('lead', { total: money(data.amount.minor, data.amount.currency, language), title: data.description })
  return (
    <AuthPage title={t('title')} lead={lead}>
      <Alert severity="info" role="note" sx={{ mb: 3 }}>
        {t('notice')}
      </Alert>
      {payment.isPending && <Skeleton variant="rounded" sx={{ height: 320 }} />}
      {payment.isError && !data && (
        <ErrorNotice error={payment.error} onRetry={() => void payment.refetch()} retrying={payment.isFetching} title={t('error')} />
      )}
      {data && (data.state === 'open' || data.state === 'confirming') && (
        <TestPaymentForm payment={data} onDone={({ returnUrl }) => void navigate(returnUrl, { replace: true })} />
      )}
      {data && data.state !== 'open' && data.state !== 'confirming' && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ color: 'text.secondary' }}>{t(`over.${data.state}`)}</Box>
          <Button variant="contained" color="inherit" href={data.returnUrl}>
            {t('return')}
          </Button>
          {data.state === 'succeeded' && <TestDispute payment={data} />}
        </Box>
      )}
    </AuthPage>
  )
}
