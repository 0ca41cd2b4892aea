import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import { failureText } from '@e-events/shared/locales/failures.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { paths, safeNext } from '../../../config/paths.ts'
import { ActivationPasswordForm } from '../../../features/people/identity/components/activation-password-form.tsx'
import { RecoveryForm } from '../../../features/people/identity/components/recovery-form.tsx'
import { explainError, failedActionText } from '../../../lib/error-words.ts'
import { toLanguage, useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { chooseLanguage } from '../../i18n.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const { token = '' } = useParams()
  const next = safeNext(useSearchParams()[0].get('next'))
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<'active' | 'pending' | 'password' | 'invalid' | null>(null)
  const isStranded = useEntrance(outcome === 'active', next)
  // A query and no mutation: React may mount a page twice, and the link works once.
  const activation = useQuery({
    queryKey: queryKey(signUp.activate, { params: { token } }),
    queryFn: () => api.call(signUp.activate, { params: { token }, body: {} }),
    // The session that begins resets what was asked before; a used link must not be asked again.
    enabled: outcome === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (outcome === null && activation.data) setOutcome(activation.data.state)
  if ((outcome === null && (activation.isPending || activation.data)) || (outcome === 'active' && !isStranded))
    return (
      <AuthPage title={t('activate.working')}>
        <CircularProgress aria-label={tc('page.loading')} size={28} color="secondary" />
      </AuthPage>
    )
  if (outcome === 'password')
    return (
      <AuthPage title={t('activate.password.title')} lead={t('activate.password.lead')}>
        <ActivationPasswordForm token={token} onDone={setOutcome} onInvalid={() => setOutcome('invalid')} />
      </AuthPage>
    )
  if (outcome === 'active' || outcome === 'pending')
    return (
      <AuthPage
        title={t(outcome === 'active' ? 'activate.doneTitle' : 'activate.pendingTitle')}
        lead={t(outcome === 'active' ? 'activate.doneText' : 'activate.pendingText')}
      >
        <Button variant="contained" color="inherit" size="large" href={outcome === 'active' ? paths.login(next) : paths.home}>
          {t(outcome === 'active' ? 'activate.login' : 'activate.home')}
        </Button>
      </AuthPage>
    )
  const { error } = activation
  // A link that was cut off on its way is as good as a wrong one.
  const code = outcome === 'invalid' ? 'LINK_INVALID' : error instanceof ApiError ? error.code : undefined
  const isInvalid = code !== undefined && ['LINK_INVALID', 'VALIDATION_FAILED', 'NOT_FOUND'].includes(code)
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
          {/* A link that was used or is too old is told apart from one that never was ours. */}
          <Alert severity="error" role="alert" sx={{ mb: 3 }}>
            {failureText(code === 'LINK_INVALID' ? 'activation' : 'verification', language)}
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

/**
 * The cookie of the new session came with the answer: this page learns of it and goes on to what was wanted, an
 * organizer else to their overview.
 * @returns whether no session came of it, so that one has to log in by hand
 */
function useEntrance(isActive: boolean, next: string): boolean {
  const { t, i18n } = useTranslation('identity')
  const { session } = useServices()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const [isStranded, setStranded] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const enter = async () => {
      await session.ready
      await session.refresh().catch(() => undefined)
      const state = session.get()
      if (state.status !== 'authenticated') return setStranded(true)
      await chooseLanguage(i18n, toLanguage(state.user.language))
      snacks.success(t('activate.doneTitle'), { key: 'activation' })
      const own = state.user.roles.includes('PRODUCER') ? paths.globalView : paths.home
      await navigate(next === paths.home ? own : next, { replace: true })
    }
    void enter()
  }, [isActive, next, session, navigate, snacks, t, i18n])
  return isStranded
}
