import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { limits } from '@e-events/shared/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'

interface MailSentProps {
  email: string
  /** Where a login leads back to. */
  next: string
  onCorrect: () => void
}

/** Next step after signing up: the account is active once its link was opened. */
export function MailSent({ email, next, onCorrect }: MailSentProps) {
  const { t } = useTranslation('identity')
  const { api } = useServices()
  // For an account that was never activated, recovery sends the activation link.
  const again = useMutation({ mutationFn: () => api.call(signUp.recovery, { body: { email } }) })
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <MarkEmailReadOutlined aria-hidden sx={{ fontSize: 40, color: 'success.main' }} />
      <Typography component="p" role="status">
        <Trans
          t={t}
          i18nKey="sent.text"
          values={{ email, hours: limits.activationLinkMs / 3_600_000 }}
          components={{ b: <Box component="strong" sx={{ overflowWrap: 'anywhere' }} /> }}
        />
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('sent.spam')}
      </Typography>
      {again.isSuccess && (
        <Alert severity="success" role="status">
          {t('sent.sent')}
        </Alert>
      )}
      <FailureAlert error={again.error} failure="verification" />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button variant="contained" color="inherit" href={paths.login(next)}>
          {t('sent.login')}
        </Button>
        <Button loading={again.isPending} onClick={() => again.mutate()}>
          {t('sent.again')}
        </Button>
        <Button variant="text" onClick={onCorrect}>
          {t('sent.wrong')}
        </Button>
      </Box>
    </Box>
  )
}
