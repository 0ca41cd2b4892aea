import CheckRounded from '@mui/icons-material/CheckRounded'
import { users, type UserDetail } from '@e-events/shared/contract/people/users.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { fullName } from '../person-words.ts'
import { refreshPeople } from '../queries.ts'

interface UpgradePanelProps {
  person: UserDetail
  upgrade: NonNullable<UserDetail['upgrade']>
}

/** Somebody wants to become an organizer. */
export function UpgradePanel({ person, upgrade }: UpgradePanelProps) {
  const { t } = useTranslation('users')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const language = useLanguage()
  const zone = useViewerZone()
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null)
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'refuse') =>
      api.call(users.decideUpgrade, { params: { id: person.id }, body: { decision, reason: decision === 'refuse' ? reason.trim() : '' } }),
    onSettled: () => refreshPeople(queries),
    onSuccess: (_, decision) => {
      setAsked(null)
      snacks.success(t(`upgrade.done.${decision}`, { name: fullName(person) }), { key: 'upgrade' })
    },
  })
  return (
    <Box role="group" aria-label={t('upgrade.title')} sx={{ mx: 2, mt: 1.5, p: 1.5, borderRadius: '10px', bgcolor: 'tint.blue' }}>
      <Box sx={{ typography: 'subtitle2' }}>{t('upgrade.title')}</Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{date(upgrade.requestedAt, 'day', language, zone)}</Box>
      {upgrade.message !== '' && (
        <Box sx={{ mt: 0.75, typography: 'body2', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{upgrade.message}</Box>
      )}
      <Box sx={{ mt: 1.25, display: 'flex', gap: 1 }}>
        <Button size="small" variant="contained" color="inherit" startIcon={<CheckRounded />} onClick={() => setAsked('approve')}>
          {t('upgrade.approve')}
        </Button>
        <Button size="small" onClick={() => setAsked('refuse')}>
          {t('upgrade.refuse')}
        </Button>
      </Box>
      {asked && (
        <ConfirmDialog
          open
          title={t(`upgrade.ask.${asked}`, { name: fullName(person) })}
          confirmLabel={t(`upgrade.${asked}`)}
          busy={decide.isPending}
          onConfirm={() => decide.mutate(asked)}
          onClose={() => {
            setAsked(null)
            decide.reset()
          }}
        >
          {t(`upgrade.text.${asked}`)}
          <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
            <FailureAlert error={decide.error} failure="dataUpdate" />
          </Box>
          {asked === 'refuse' && (
            <TextField
              multiline
              minRows={2}
              maxRows={6}
              label={t('confirm.reason')}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              slotProps={{ htmlInput: { maxLength: 2000 } }}
              sx={{ mt: 2 }}
            />
          )}
        </ConfirmDialog>
      )}
    </Box>
  )
}
