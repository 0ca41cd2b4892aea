import Button from '@mui/material/Button'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { FailureAlert } from '../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../config/paths.ts'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

/** The link of a promotion. It asks first: programs that look at links beforehand must change nothing. */
export function Component() {
  const { t } = useTranslation('identity')
  const { api } = useServices()
  const { token = '' } = useParams()
  const end = useMutation({ mutationFn: () => api.call(signUp.optOut, { params: { token } }) })
  const isInvalid = end.error instanceof ApiError && ['LINK_INVALID', 'VALIDATION_FAILED', 'NOT_FOUND'].includes(end.error.code)
  if (end.isSuccess || isInvalid)
    return (
      <AuthPage
        title={t(isInvalid ? 'optOut.invalidTitle' : 'optOut.doneTitle')}
        lead={t(isInvalid ? 'optOut.invalidText' : 'optOut.doneText')}
      >
        <Button variant="contained" color="inherit" size="large" href={paths.myData}>
          {t('optOut.myData')}
        </Button>
      </AuthPage>
    )
  return (
    <AuthPage title={t('optOut.title')} lead={t('optOut.text')}>
      <FailureAlert error={end.error} failure="dataUpdate" />
      <Button variant="contained" color="inherit" size="large" loading={end.isPending} onClick={() => end.mutate()}>
        {t('optOut.action')}
      </Button>
    </AuthPage>
  )
}
