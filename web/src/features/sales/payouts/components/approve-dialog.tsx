import { payouts } from '@e-events/shared/contract/sales/money/payouts.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshPayouts, type Proposed } from '../queries.ts'

/** The second look: sums and number of payouts once more, before anything can be handed to the bank. */
export function ApproveDialog({ proposal, onClose }: { proposal: Proposed; onClose: () => void }) {
  const { t } = useTranslation('payouts')
  const { api, queries } = useServices()
  const language = useLanguage()
  const navigate = useNavigate()
  const [isChecked, setChecked] = useState(false)
  // Sums and key of the moment in which it was opened: what is approved is what is shown here.
  const [{ month, totals }] = useState(proposal)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const run = useMutation({
    mutationFn: () => {
      const expected = totals.map(({ count, amount }) => ({ count, currency: amount.currency, minor: amount.minor }))
      return api.call(payouts.approve, { body: { idempotencyKey, month, expected } })
    },
    onSettled: () => refreshPayouts(queries),
    onSuccess: ({ id }) => {
      onClose()
      void navigate(paths.managePayoutRun(id))
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('approve.title', { month: date(`${month}-15`, 'monthYear', language) })}
      confirmLabel={t('approve.action')}
      busy={run.isPending}
      disabled={!isChecked}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <Box component="ul" className="tabular" sx={{ m: 0, p: 0, listStyle: 'none', color: 'text.primary', fontSize: 16 }}>
        {totals.map(({ count, amount }) => (
          <li key={amount.currency}>{t('approve.sum', { count, sum: money(amount.minor, amount.currency, language) })}</li>
        ))}
      </Box>
      <Box sx={{ mt: 1.5 }}>{t('approve.text')}</Box>
      <FormControlLabel
        sx={{ mt: 1.5 }}
        disabled={run.isPending}
        control={<Checkbox checked={isChecked} onChange={(_, checked) => setChecked(checked)} />}
        label={t('approve.checked')}
      />
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
