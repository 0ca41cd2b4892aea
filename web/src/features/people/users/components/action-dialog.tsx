import { isErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { UserAction, UserRowView } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { fullName } from '../person-words.ts'
import { act, refreshPeople } from '../queries.ts'

interface ActionDialogProps {
  action: UserAction
  people: UserRowView[]
  onClose: () => void
  onDone: () => void
}

const namesShown = 5

/** Says what will happen, and to whom, before it does. */
export function ActionDialog({ action, people, onClose, onDone }: ActionDialogProps) {
  const { t } = useTranslation('users')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const [reason, setReason] = useState('')
  const one = people.length === 1 ? people[0] : undefined
  const run = useMutation({
    mutationFn: () => act(api, { action, ids: people.map(({ id }) => id), reason: reason.trim() }),
    onSettled: () => refreshPeople(queries),
    onSuccess: (results) => {
      const refused = results.flatMap(({ code }) => (code === null ? [] : [code]))
      const done = results.length - refused.length
      if (done > 0) snacks.success(t(`done.${action}`, { count: done }), { key: `people-${action}` })
      if (refused.length > 0) {
        const reasons = [...new Set(refused)].map((code) => (isErrorCode(code) ? errorText(code, language) : code)).join(' ')
        snacks.error(t('done.refused', { count: refused.length, reasons }), { key: `people-${action}-refused` })
      }
      onDone()
    },
  })
  return (
    <ConfirmDialog
      open
      title={one ? t(`confirm.${action}.one`, { name: fullName(one) }) : t(`confirm.${action}.many`, { count: people.length })}
      confirmLabel={t(`action.${action}`)}
      destructive={action === 'delete' || action === 'block'}
      busy={run.isPending}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {t(`confirm.${action}.text`, { count: people.length })}
      {!one && (
        <Box component="ul" sx={{ my: 1.5, pl: 2.5, color: 'text.primary' }}>
          {people.slice(0, namesShown).map((person) => (
            <li key={person.id}>{fullName(person)}</li>
          ))}
          {people.length > namesShown && <li>{t('confirm.more', { count: people.length - namesShown })}</li>}
        </Box>
      )}
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
      {action !== 'approve' && action !== 'unblock' && (
        <TextField
          multiline
          minRows={2}
          maxRows={6}
          label={t('confirm.reason')}
          helperText={t('confirm.reasonHelp')}
          value={reason}
          disabled={run.isPending}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          sx={{ mt: 2 }}
        />
      )}
    </ConfirmDialog>
  )
}
