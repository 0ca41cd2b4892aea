import { sales, type RefundReason, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshSales } from '../queries.ts'
import { linesOf, minorOf, RefundLines } from './refund-lines.tsx'

/** Says what the buyer gets back and who bears it, before it is ordered. */
export function RefundDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { t } = useTranslation('sales-table')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const reasons = sale.allowed.refund
  const [reason, setReason] = useState<RefundReason>(reasons[0] ?? 'organizer')
  const [note, setNote] = useState('')
  const { currency } = sale.amount
  const [lines, setLines] = useState(() => linesOf(sale, language))
  const chosen = lines.filter(({ isChosen }) => isChosen)
  const wrong = chosen.find((line) => minorOf(line, currency) === undefined)
  const sum = chosen.reduce((all, line) => all + (minorOf(line, currency) ?? 0), 0)
  const total = money(sum, currency, language)
  const run = useMutation({
    mutationFn: () => {
      const parts = chosen.map((line) => ({ id: line.id, amountMinor: minorOf(line, currency) ?? 0 }))
      return api.call(sales.refund, { params: { id: sale.id }, body: { reason, note: note.trim(), lines: parts } })
    },
    onSettled: () => refreshSales(queries),
    onSuccess: () => {
      snacks.success(t('refund.ordered', { amount: total }), { key: 'refund' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('refund.question', { amount: total })}
      confirmLabel={t('refund.action')}
      destructive
      busy={run.isPending}
      disabled={wrong !== undefined || sum === 0}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {t('refund.text', { email: sale.email })}
      <RefundLines lines={lines} currency={currency} disabled={run.isPending} onChange={setLines} />
      {reasons.length > 1 ? (
        <FormControl disabled={run.isPending} sx={{ mt: 2, display: 'block' }}>
          <FormLabel id="refund-reason">{t('refund.reason')}</FormLabel>
          <RadioGroup
            aria-labelledby="refund-reason"
            value={reason}
            onChange={(_, value) => setReason(reasons.find((one) => one === value) ?? reason)}
          >
            {reasons.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio size="small" />}
                label={
                  <>
                    {t(`refund.reasons.${one}`)}
                    <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
                      {t(`refund.bears.${one}`)}
                    </Box>
                  </>
                }
                sx={{ alignItems: 'flex-start', mt: 1 }}
              />
            ))}
          </RadioGroup>
        </FormControl>
      ) : (
        <Box sx={{ mt: 1.5 }}>{t('refund.bears.organizer')}</Box>
      )}
      <TextField
        multiline
        minRows={2}
        maxRows={6}
        label={t('refund.note')}
        helperText={t('refund.noteHelp')}
        value={note}
        disabled={run.isPending}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        sx={{ mt: 2 }}
      />
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
