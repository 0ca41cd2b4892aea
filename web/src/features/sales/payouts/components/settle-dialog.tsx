import { payouts as contract, type Payout } from '@e-events/shared/contract/sales/money/payouts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshPayouts } from '../queries.ts'

interface SettleDialogProps {
  runId: string
  payouts: readonly Payout[]
  outcome: 'paid' | 'failed'
  onClose: () => void
  onDone: () => void
}

/** Says what marking does: paid is booked, failed is due again. */
export function SettleDialog({ runId, payouts, outcome, onClose, onDone }: SettleDialogProps) {
  const { t } = useTranslation('payouts')
  const { api, queries } = useServices()
  const language = useLanguage()
  const [note, setNote] = useState('')
  const sums = new Map<string, number>()
  for (const { amount } of payouts) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  const sum = [...sums].map(([currency, minor]) => money(minor, currency, language)).join(' + ')
  const run = useMutation({
    mutationFn: () => {
      const body = { payoutIds: payouts.map(({ id }) => id), outcome, note: note.trim() }
      return api.call(contract.settle, { params: { id: runId }, body })
    },
    onSettled: () => refreshPayouts(queries),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t(`settle.${outcome}.title`, { count: payouts.length, sum })}
      confirmLabel={t(`settle.${outcome}.action`)}
      destructive={outcome === 'failed'}
      busy={run.isPending}
      disabled={outcome === 'failed' && note.trim() === ''}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {t(`settle.${outcome}.text`)}
      <TextField
        label={t('settle.note')}
        helperText={t(outcome === 'failed' ? 'settle.noteNeeded' : 'settle.noteHelp')}
        value={note}
        required={outcome === 'failed'}
        disabled={run.isPending}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
        sx={{ mt: 2 }}
      />
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
