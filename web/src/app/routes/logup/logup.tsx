import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { UnsavedGuard } from '../../../components/forms/unsaved-guard.tsx'
import { paths, safeNext } from '../../../config/paths.ts'
import { MailSent } from '../../../features/people/identity/components/mail-sent.tsx'
import { SignUpForm, type SignUpFields } from '../../../features/people/identity/components/sign-up-form.tsx'
import { SocialButtons } from '../../../features/people/identity/components/social-buttons.tsx'
import { registerDomainsQuery, registerFieldsQuery } from '../../../features/people/identity/queries.ts'
import { useServices } from '../../../lib/services.ts'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const fields = useQuery(registerFieldsQuery(api))
  const domains = useQuery(registerDomainsQuery(api))
  const [sent, setSent] = useState<SignUpFields | null>(null)
  const [draft, setDraft] = useState<SignUpFields>()
  const [isDirty, setDirty] = useState(false)
  if (sent)
    return (
      <AuthPage title={t('sent.title')}>
        <MailSent
          email={sent.email}
          next={next}
          onCorrect={() => {
            setDraft({ ...sent, emailConfirm: '' })
            setSent(null)
          }}
        />
      </AuthPage>
    )
  return (
    <AuthPage
      title={t('signUp.title')}
      lead={
        <>
          {t('signUp.have')} <Link href={paths.login(next)}>{t('signUp.login')}</Link>
          <Box component="span" sx={{ display: 'block' }}>
            {t('signUp.free')}
          </Box>
        </>
      }
    >
      <UnsavedGuard when={isDirty} />
      <SocialButtons next={next} mayCreate />
      {fields.isPending || domains.isPending ? (
        // Fields that came later would move those that are being filled in.
        <Box
          role="status"
          aria-label={tc('page.loading')}
          sx={{ display: 'grid', alignContent: 'start', gap: 2.25, minHeight: { xs: 903, sm: 592 } }}
        >
          {['role', 'name', 'email', 'repeat', 'password', 'terms', 'submit'].map((row) => (
            <Skeleton key={row} height={row === 'role' ? 96 : 66} sx={{ borderRadius: '10px' }} />
          ))}
        </Box>
      ) : (
        <SignUpForm
          extraFields={fields.data?.fields ?? []}
          domains={domains.data}
          initial={draft}
          onDirty={setDirty}
          onDone={(typed) => {
            setDirty(false)
            setSent(typed)
          }}
        />
      )}
    </AuthPage>
  )
}
