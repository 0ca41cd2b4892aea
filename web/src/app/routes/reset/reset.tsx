import Button from '@mui/material/Button'
import { limits } from '@e-events/shared/limits.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { ResetForm } from '../../../features/people/identity/components/reset-form.tsx'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t } = useTranslation('identity')
  const { session } = useServices()
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'open' | 'done' | 'invalid'>('open')
  if (outcome === 'done')
    return (
      <AuthPage title={t('reset.doneTitle')} lead={t('reset.doneText')}>
        <Button variant="contained" color="inherit" size="large" href={paths.login()}>
          {t('activate.login')}
        </Button>
      </AuthPage>
    )
  if (outcome === 'invalid')
    return (
      <AuthPage title={t('reset.invalidTitle')} lead={t('reset.invalidText', { minutes: limits.resetLinkMs / 60_000 })}>
        <Button variant="contained" color="inherit" size="large" href={paths.recovery}>
          {t('reset.new')}
        </Button>
      </AuthPage>
    )
  return (
    <AuthPage title={t('reset.title')} lead={t('reset.lead')}>
      <ResetForm
        token={token}
        onInvalid={() => setOutcome('invalid')}
        onDone={() => {
          setOutcome('done')
          // Every device was signed out, this one too.
          void session.logout().catch(() => undefined)
        }}
      />
    </AuthPage>
  )
}
