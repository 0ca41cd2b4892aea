import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { signUp } from '@e-events/shared/contract/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import { failureText } from '@e-events/shared/locales/failures.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { RecoveryForm } from '../../../features/auth/components/recovery-form.tsx'
import { explainError, failedActionText } from '../../../lib/error-words.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t } = useTranslation('auth')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const session = useSession()
  const language = useLanguage()
  const { token = '' } = useParams()
  const [sentTo, setSentTo] = useState<string | null>(null)
  // A query and no mutation: React may mount a page twice, and the link works once.
  const activation = useQuery({
    queryKey: queryKey(signUp.activate, { params: { token } }),
    queryFn: () => api.call(signUp.activate, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const loginOrHome = (
    <Button variant="contained" color="inherit" size="large" href={session.status === 'authenticated' ? paths.home : paths.login()}>
      {t(session.status === 'authenticated' ? 'activate.home' : 'activate.login')}
    </Button>
  )
  if (activation.isPending)
    return (
      <AuthPage title={t('activate.working')}>
        <CircularProgress aria-label={tc('page.loading')} size={28} color="secondary" />
      </AuthPage>
    )
  if (activation.data)
    return (
      <AuthPage
        title={t(activation.data.state === 'active' ? 'activate.doneTitle' : 'activate.pendingTitle')}
        lead={t(activation.data.state === 'active' ? 'activate.doneText' : 'activate.pendingText')}
      >
        {activation.data.state === 'active' ? (
          loginOrHome
        ) : (
          <Button variant="contained" color="inherit" size="large" href={paths.home}>
            {t('activate.home')}
          </Button>
        )}
      </AuthPage>
    )
  const { error } = activation
  // A link that was cut off on its way is as good as a wrong one.
  const isInvalid = error instanceof ApiError && ['LINK_INVALID', 'VALIDATION_FAILED', 'NOT_FOUND'].includes(error.code)
  if (!isInvalid)
    return (
      <AuthPage
        title={t('activate.failedTitle')}
        lead={
          error instanceof ApiError && error.code === 'NETWORK'
            ? explainError(error, tc).text
            : failedActionText(error, { language, failure: 'activation' })
        }
      >
        <Button variant="contained" color="inherit" size="large" loading={activation.isFetching} onClick={() => void activation.refetch()}>
          {tc('action.retry')}
        </Button>
      </AuthPage>
    )
  return (
    <AuthPage
      title={t('activate.invalidTitle')}
      lead={sentTo === null ? t('activate.invalidText', { hours: limits.activationLinkMs / 3_600_000 }) : undefined}
    >
      {sentTo === null ? (
        <>
          {/* A link that was used or is too old is told apart from one that never was ours (section 8 has words for both). */}
          <Alert severity="error" role="alert" sx={{ mb: 3 }}>
            {failureText(error.code === 'LINK_INVALID' ? 'activation' : 'verification', language)}
          </Alert>
          <RecoveryForm onSent={setSentTo} />
        </>
      ) : (
        <Alert severity="success" role="status">
          <Trans
            t={t}
            i18nKey="sent.text"
            values={{ email: sentTo, hours: limits.activationLinkMs / 3_600_000 }}
            components={{ b: <Box component="strong" sx={{ overflowWrap: 'anywhere' }} /> }}
          />
        </Alert>
      )}
    </AuthPage>
  )
}
