import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useServices } from '../../../../lib/services.ts'

interface RevokeDialogProps {
  student: Pick<Student, 'name'>
  certificate: NonNullable<Student['certificate']>
  onClose: () => void
}

/** Revokes a certificate with a reason, or makes a revoked one valid again. */
export function RevokeDialog({ student: { name }, certificate: { id, isRevoked }, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('certificates')
  const { api, queries } = useServices()
  const [reason, setReason] = useState('')
  const change = useMutation({
    mutationFn: () => api.call(certificates.revoke, { params: { id }, body: { reason: isRevoked ? null : reason.trim() } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: endpointKey(students.list) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t(isRevoked ? 'restore.title' : 'revoke.title', { name })}
      confirmLabel={t(isRevoked ? 'restore.action' : 'revoke.action')}
      destructive={!isRevoked}
      busy={change.isPending}
      disabled={!isRevoked && reason.trim() === ''}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {t(isRevoked ? 'restore.text' : 'revoke.text')}
      {!isRevoked && (
        <TextField
          fullWidth
          multiline
          minRows={2}
          required
          sx={{ mt: 2 }}
          label={t('revoke.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      <FailureAlert error={change.error} failure="unexpected" />
    </ConfirmDialog>
  )
}
