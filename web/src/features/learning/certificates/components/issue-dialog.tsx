import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { certificateNameChars, isCertificateName } from '@e-events/shared/domain/certificates.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { certificateStateQuery } from '../queries.ts'

/** Asks for the name that stands on a certificate for good. */
export function IssueDialog({ slug, name: known, onClose }: { slug: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('certificates')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const language = useLanguage()
  const titleId = useId()
  const [name, setName] = useState(known)
  const isPrintable = isCertificateName(name)
  const issue = useMutation({
    mutationFn: () => api.call(certificates.issue, { params: { slug }, query: { language }, body: { name } }),
    onSuccess: (certificate) => {
      const { queryKey } = certificateStateQuery(api, slug)
      queries.setQueryData(queryKey, (state) => state && { ...state, certificate })
      void queries.invalidateQueries({ queryKey: endpointKey(certificates.mine) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPrintable && !issue.isPending) issue.mutate()
  }
  return (
    <Dialog open onClose={issue.isPending ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t('get')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('nameLead')}</Box>
          <TextField
            label={t('name')}
            value={name}
            required
            autoComplete="name"
            error={!isPrintable}
            helperText={isPrintable ? t('nameHelp') : t('nameLetters')}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: certificateNameChars } }}
          />
          <FailureAlert error={issue.error} failure="unexpected" />
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={issue.isPending} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={!isPrintable} loading={issue.isPending}>
            {t('issue')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
