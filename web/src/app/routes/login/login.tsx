import { singleSignOnReasons } from '@e-events/shared/domain/single-sign-on.ts'
import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths, safeNext } from '../../../config/paths.ts'
import { LoginForm } from '../../../features/people/identity/components/login-form.tsx'
import { SecondFactorForm } from '../../../features/people/identity/components/second-factor-form.tsx'
import { SocialButtons } from '../../../features/people/identity/components/social-buttons.tsx'
import { toLanguage } from '../../../lib/language.ts'
import { chooseLanguage } from '../../i18n.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t, i18n } = useTranslation('identity')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const reason = singleSignOnReasons.find((known) => known === search.get('reason'))
  // Kept in memory only, between the two halves of a login.
  const [credentials, setCredentials] = useState<{ user: string; password: string } | null>(null)
  const done = (language: string) => {
    void chooseLanguage(i18n, toLanguage(language))
    void navigate(next, { replace: true })
  }
  if (credentials)
    return (
      <AuthPage title={t('login.code.title')} lead={t('login.code.lead')}>
        <SecondFactorForm credentials={credentials} onDone={done} onBack={() => setCredentials(null)} />
      </AuthPage>
    )
  return (
    <AuthPage title={t('login.title')} lead={t(next === paths.home ? 'login.lead' : 'login.back')}>
      {reason && (
        <Alert severity={reason === 'cancelled' ? 'info' : 'error'} role="alert" sx={{ mb: 3 }}>
          {t(`social.reason.${reason}`)}
        </Alert>
      )}
      <SocialButtons next={next} />
      <LoginForm onDone={done} onSecondFactor={setCredentials} />
      <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
        {t('login.noAccount')} <Link href={paths.signUp(next)}>{t('login.signUp')}</Link>
      </Typography>
    </AuthPage>
  )
}
