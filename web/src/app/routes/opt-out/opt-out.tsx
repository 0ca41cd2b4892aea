import Button from '@mui/material/Button'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { FailureAlert } from '../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../config/paths.ts'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

/** The link of a mail. It asks first: programs that look at links beforehand must change nothing. */
export function Component() {
  const { t } = useTranslation('identity')
  const { api } = useServices()
  const { token = '' } = useParams()
  const [search] = useSearchParams()
  const words = search.get('about') === 'reminders' ? 'endReminders' : 'optOut'
  const end = useMutation({ mutationFn: () => api.call(signUp.optOut, { params: { token } }) })
  const isInvalid = end.error instanceof ApiError && ['LINK_INVALID', 'VALIDATION_FAILED', 'NOT_FOUND'].includes(end.error.code)
  if (end.isSuccess || isInvalid)
    return (
      <AuthPage
        title={isInvalid ? t('optOut.invalidTitle') : t(`${words}.doneTitle`)}
        lead={t(isInvalid ? `${words}.invalidText` : `${words}.doneText`)}
      >
        <Button variant="contained" color="inherit" size="large" href={paths.myData}>
          {t('optOut.myData')}
        </Button>
      </AuthPage>
    )
  return (
    <AuthPage title={t(`${words}.title`)} lead={t(`${words}.text`)}>
      <FailureAlert error={end.error} failure="dataUpdate" />
      <Button variant="contained" color="inherit" size="large" loading={end.isPending} onClick={() => end.mutate()}>
        {t(`${words}.action`)}
      </Button>
    </AuthPage>
  )
}
