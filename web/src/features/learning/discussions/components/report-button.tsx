import { discussionReports, reportReasonSchema, type ReportReason } from '@e-events/shared/contract/learning/discussion-reports.ts'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'

/** Reports a post to those who teach the course, with a reason. */
export function ReportButton({ id }: { id: string }) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const explain = useErrorSnack()
  const snacks = useSnacks()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const report = useMutation({
    mutationFn: (why: ReportReason) => api.call(discussionReports.add, { params: { id }, body: { reason: why } }),
    onSuccess: () => {
      setOpen(false)
      snacks.success(t('report.thanks'), { key: 'discussion-report' })
    },
    onError: (error) => explain(error, { key: 'discussion', failure: 'dataUpdate' }),
  })
  return (
    <>
      <Button size="small" variant="text" color="inherit" onClick={() => setOpen(true)}>
        {t('report.act')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('report.title')}
        confirmLabel={t('report.send')}
        busy={report.isPending}
        disabled={reason === null}
        onConfirm={() => reason && report.mutate(reason)}
        onClose={() => setOpen(false)}
      >
        <RadioGroup
          aria-label={t('report.title')}
          value={reason ?? ''}
          onChange={({ target }) => setReason(reportReasonSchema.parse(target.value))}
        >
          {reportReasonSchema.options.map((one) => (
            <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={t(`report.reason.${one}`)} />
          ))}
        </RadioGroup>
      </ConfirmDialog>
    </>
  )
}
