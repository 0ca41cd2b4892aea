import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { limits } from '@e-events/shared/limits.ts'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { RecoveryForm } from '../../../features/people/identity/components/recovery-form.tsx'
import { AuthPage } from '../../layout/auth-page.tsx'

export function Component() {
  const { t } = useTranslation('identity')
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <AuthPage title={sentTo === null ? t('recovery.title') : t('sent.title')} lead={sentTo === null ? t('recovery.lead') : undefined}>
      {sentTo === null ? (
        <RecoveryForm onSent={setSentTo} />
      ) : (
        <Alert severity="success" role="status">
          <Trans
            t={t}
            i18nKey="recovery.sentText"
            values={{ email: sentTo, minutes: limits.resetLinkMs / 60_000 }}
            components={{ b: <Box component="strong" sx={{ overflowWrap: 'anywhere' }} /> }}
          />
        </Alert>
      )}
      <Link href={paths.login()} variant="body2" sx={{ display: 'inline-block', mt: 3, py: 0.5 }}>
        {t('recovery.back')}
      </Link>
    </AuthPage>
  )
}
