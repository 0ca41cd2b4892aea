import { clientBody, users } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { fullName } from '../person-words.ts'
import { refreshClients, type ClientRow } from '../queries.ts'

const fields = ['name', 'surname', 'email'] as const

export function ClientDialog({ client, onClose }: { client: ClientRow | null; onClose: () => void }) {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const titleId = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({
    resolver: contractResolver(clientBody),
    mode: 'onTouched',
    defaultValues: { name: client?.name ?? '', surname: client?.surname ?? '', email: client?.email ?? '' },
  })
  const { errors, isValid, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const saved = client
        ? await api.call(users.updateClient, { params: { id: client.id }, body })
        : await api.call(users.addClient, { body })
      snacks.success(t('clients.saved', { name: fullName(saved) }), { key: 'client' })
      onClose()
      await refreshClients(queries)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields, of: { EMAIL_TAKEN: ['email', 'taken'] } })) setFailure(error)
    }
  })
  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{t(client ? 'clients.editTitle' : 'clients.addTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FailureAlert error={failure} failure="dataUpdate" />
          {fields.map((name) => (
            <TextField
              key={name}
              label={t(`field.${name}`)}
              required={name !== 'surname'}
              error={Boolean(errors[name])}
              helperText={fieldWords(errors[name], tc)}
              slotProps={{ htmlInput: { autoComplete: 'off', ...(name === 'email' ? { type: 'email', inputMode: 'email' } : {}) } }}
              {...form.register(name)}
            />
          ))}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isSubmitting} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="inherit" disabled={!isValid || !isDirty} loading={isSubmitting}>
            {t('detail.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
