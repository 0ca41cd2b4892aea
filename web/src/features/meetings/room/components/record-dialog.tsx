import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useMeetAct } from '../lobby/queries.ts'

/** Asks a host before everybody is recorded. */
export function RecordDialog({ slug, open, onClose }: { slug: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('room')
  const explain = useErrorSnack()
  const record = useMeetAct(slug, 'record')
  return (
    <ConfirmDialog
      open={open}
      title={t('recordTitle')}
      confirmLabel={t('recordDo')}
      busy={record.isPending}
      onConfirm={() => record.mutate(undefined, { onError: (error) => explain(error, { key: 'meet-record' }), onSettled: onClose })}
      onClose={onClose}
    >
      {t('recordText')}
    </ConfirmDialog>
  )
}
