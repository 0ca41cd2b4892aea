import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useDocumentMeta } from '../../../components/use-document-meta.ts'
import { paths, safeNext } from '../../../config/paths.ts'
import { AuthFrame } from '../../../features/auth/components/auth-frame.tsx'
import { LoginForm } from '../../../features/auth/components/login-form.tsx'
import { toLanguage } from '../../../lib/language.ts'
import { chooseLanguage } from '../../i18n.ts'
import { LanguageMenu } from '../../layout/language-menu.tsx'
import { ThemeSwitch } from '../../layout/theme-switch.tsx'

export function Component() {
  const { t, i18n } = useTranslation('auth')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  useDocumentMeta({ title: t('login.title'), noIndex: true })
  return (
    <AuthFrame
      title={t('login.title')}
      lead={t(next === paths.home ? 'login.lead' : 'login.back')}
      tools={
        <>
          <LanguageMenu />
          <ThemeSwitch />
        </>
      }
    >
      <LoginForm
        onDone={(language) => {
          void chooseLanguage(i18n, toLanguage(language))
          void navigate(next, { replace: true })
        }}
      />
    </AuthFrame>
  )
}
