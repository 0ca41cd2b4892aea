import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { explainError } from '../../../lib/error-words.ts'
import { useServices, useSession } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

/** One of the two links of a change of e-mail: each address confirms by itself, the second one changes it. */
export function Component() {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const session = useSession()
  const { token = '' } = useParams()
  const confirmation = useQuery({
    queryKey: queryKey(signUp.confirmEmail, { params: { token } }),
    queryFn: () => api.call(signUp.confirmEmail, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (confirmation.isPending)
    return (
      <AuthPage title={t('emailChange.working')}>
        <CircularProgress aria-label={tc('page.loading')} size={28} color="secondary" />
      </AuthPage>
    )
  const { data, error } = confirmation
  const isInvalid = error instanceof ApiError && ['LINK_INVALID', 'VALIDATION_FAILED', 'NOT_FOUND'].includes(error.code)
  const [title, lead] = data
    ? data.state === 'changed'
      ? [t('emailChange.doneTitle'), t('emailChange.doneText')]
      : [t('emailChange.waitingTitle'), t('emailChange.waitingText')]
    : isInvalid
      ? [t('emailChange.invalidTitle'), t('emailChange.invalidText')]
      : [explainError(error, tc).title, explainError(error, tc).text]
  return (
    <AuthPage title={title} lead={lead}>
      {data || isInvalid ? (
        <Button variant="contained" color="inherit" size="large" href={session.status === 'authenticated' ? paths.myData : paths.login()}>
          {t(session.status === 'authenticated' ? 'emailChange.myData' : 'activate.login')}
        </Button>
      ) : (
        <Button
          variant="contained"
          color="inherit"
          size="large"
          loading={confirmation.isFetching}
          onClick={() => void confirmation.refetch()}
        >
          {tc('action.retry')}
        </Button>
      )}
    </AuthPage>
  )
}
