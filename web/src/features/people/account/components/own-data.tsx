import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { limits } from '@e-events/shared/limits.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'
import { useAccountAction, useLearnMyData } from '../use-my-data.ts'
import { PasswordDialog } from './password-dialog.tsx'

export function OwnData({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api, clock } = useServices()
  const language = useLanguage()
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [isAsking, setAsking] = useState(false)
  const download = useMutation({
    mutationFn: () => api.call(account.exportData),
    onSuccess: saveFile,
    onError: (error) => showError(error, { key: 'export', retry: () => download.mutate() }),
  })
  const keep = useAccountAction(() => api.call(account.cancelDeletion), { key: 'deletion', done: t('data.kept') })
  const day = (at: string | number) => date(at, 'day', language)
  return (
    <FormSection title={t('data.title')} note={t('data.note')}>
      <Row
        title={t('data.export')}
        note={t('data.exportNote')}
        action={
          <Button loading={download.isPending} onClick={() => download.mutate()}>
            {t('data.export')}
          </Button>
        }
      />
      {data.deletionAt === null ? (
        <Row
          title={t('data.delete')}
          note={t('data.deleteNote', { days: limits.deletionGraceMs / 86_400_000 })}
          action={
            <Button color="error" onClick={() => setAsking(true)}>
              {t('data.delete')}
            </Button>
          }
        />
      ) : (
        <Box sx={{ p: 2, borderTop: 1, borderColor: 'border.subtle' }}>
          <Alert
            severity="error"
            action={
              <Button size="small" variant="text" loading={keep.isPending} onClick={() => keep.mutate()}>
                {t('data.keep')}
              </Button>
            }
          >
            {t('data.planned', { date: day(data.deletionAt) })}
          </Alert>
        </Box>
      )}
      {isAsking && (
        <PasswordDialog
          title={t('data.deleteTitle')}
          confirmLabel={t('data.delete')}
          destructive
          onClose={() => setAsking(false)}
          onConfirm={async (password) => {
            learn(await api.call(account.requestDeletion, { body: { password } }))
            setAsking(false)
            snacks.warning(t('data.requested'), { key: 'deletion' })
          }}
        >
          {t('data.deleteText', { date: day(clock.nowMs() + limits.deletionGraceMs) })}
          {data.roles.includes('PRODUCER') && ` ${t('data.deleteHours')}`}
        </PasswordDialog>
      )}
    </FormSection>
  )
}

function Row({ title, note, action }: { title: string; note: string; action: ReactNode }) {
  return (
    <Box
      sx={{
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        '& + &': { borderTop: 1, borderColor: 'border.subtle' },
      }}
    >
      <Box sx={{ flex: '1 1 240px' }}>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {note}
        </Typography>
      </Box>
      {action}
    </Box>
  )
}
