import { ApiError } from '@e-events/shared/contract/client.ts'
import { speakers, type OwnSpeakerRow } from '@e-events/shared/contract/catalogue/speakers.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshSpeakers } from '../queries.ts'

interface DeleteSpeakerProps {
  speaker: Pick<OwnSpeakerRow, 'id' | 'name'>
  onClose: () => void
  onDeleted: () => void
}

/** Deletes after asking. One that is in use stays, and the products that name them are told by name. */
export function DeleteSpeaker({ speaker, onClose, onDeleted }: DeleteSpeakerProps) {
  const { t } = useTranslation('speakers')
  const { api } = useServices()
  const queries = useQueryClient()
  const snacks = useSnacks()
  const remove = useMutation({
    mutationFn: () => api.call(speakers.remove, { params: { id: speaker.id } }),
    onSuccess: async () => {
      onDeleted()
      snacks.success(t('delete.done', { name: speaker.name }), { key: 'speaker' })
      await refreshSpeakers(queries)
    },
  })
  const { error } = remove
  const used = error instanceof ApiError && error.code === 'SPEAKER_IN_USE' ? error : undefined
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { name: speaker.name })}
      confirmLabel={t('delete.confirm')}
      destructive
      busy={remove.isPending}
      disabled={used !== undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {used ? (
        <Alert severity="error" role="alert">
          {used.message}
          {used.issues.length > 0 && (
            <>
              <Typography variant="body2" sx={{ mt: 1 }}>
                {t('delete.usedBy')}
              </Typography>
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {used.issues.map(({ path, message }) => (
                  <li key={path}>{message}</li>
                ))}
              </Box>
            </>
          )}
        </Alert>
      ) : (
        <FailureAlert error={error} failure="dataUpdate" />
      )}
      {!used && <Typography variant="body2">{t('delete.text')}</Typography>}
    </ConfirmDialog>
  )
}
