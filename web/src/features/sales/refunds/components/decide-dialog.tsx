import { refunds, type RefundFault, type RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
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
import { minorText, parseMinor } from '../../../../lib/money.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshRefunds } from '../queries.ts'

interface DecideDialogProps {
  proposal: RefundProposal
  act: 'approve' | 'refuse'
  onClose: () => void
}

/** Says what the buyer gets and who bears it, before it is decided. */
export function DecideDialog({ proposal, act, onClose }: DecideDialogProps) {
  const { t } = useTranslation('refunds')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const { faults } = proposal.allowed
  const { currency, minor: most } = proposal.refundable
  const [fault, setFault] = useState<RefundFault>(faults.includes(proposal.fault) ? proposal.fault : (faults[0] ?? 'organizer'))
  const decimals = decimalsOf(currency)
  const wanted = proposal.proposed.minor === 0 ? most : Math.min(proposal.proposed.minor, most)
  const [amount, setAmount] = useState(minorText(wanted, language, decimals))
  const [answer, setAnswer] = useState('')
  const [isTried, setTried] = useState(false)
  const parsed = parseMinor(amount, decimals)
  const amountMinor = 'minor' in parsed && parsed.minor > 0 && parsed.minor <= most ? parsed.minor : undefined
  const run = useMutation({
    mutationFn: () => {
      const params = { id: proposal.id }
      if (act === 'refuse') return api.call(refunds.refuse, { params, body: { answer: answer.trim() } })
      return api.call(refunds.approve, { params, body: { fault, amountMinor: amountMinor ?? 0, answer: answer.trim() } })
    },
    onSettled: () => refreshRefunds(queries),
    onSuccess: () => {
      snacks.success(t(act === 'approve' ? 'decide.approved' : 'decide.refused'), { key: 'refund-decided' })
      onClose()
    },
  })
  const isComplete = act === 'approve' ? amountMinor !== undefined : answer.trim() !== ''
  const confirm = () => {
    setTried(true)
    if (isComplete) run.mutate()
  }
  const amountHelp = t('decide.amountHelp', { most: money(most, currency, language) })
  return (
    <ConfirmDialog
      open
      title={t(act === 'approve' ? 'decide.approveTitle' : 'decide.refuseTitle')}
      confirmLabel={t(act === 'approve' ? 'action.approve' : 'action.refuse')}
      destructive={act === 'approve'}
      busy={run.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(act === 'approve' ? 'decide.approveText' : 'decide.refuseText', { name: proposal.buyer.name, title: proposal.product.title })}
      {act === 'approve' && (
        <>
          <TextField
            label={t('decide.amount', { currency })}
            value={amount}
            disabled={run.isPending}
            error={amountMinor === undefined}
            helperText={amountMinor === undefined ? t('decide.amountFault', { most: money(most, currency, language) }) : amountHelp}
            onChange={({ target }) => setAmount(target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
            sx={{ mt: 2 }}
          />
          {faults.length > 1 ? (
            <FormControl disabled={run.isPending} sx={{ mt: 2, display: 'block' }}>
              <FormLabel id="refund-fault">{t('decide.fault')}</FormLabel>
              <RadioGroup
                aria-labelledby="refund-fault"
                value={fault}
                onChange={(_, value) => setFault(faults.find((one) => one === value) ?? fault)}
              >
                {faults.map((one) => (
                  <FormControlLabel
                    key={one}
                    value={one}
                    control={<Radio size="small" />}
                    label={
                      <>
                        {t(`fault.${one}`)}
                        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
                          {t(`bears.${one}`)}
                        </Box>
                      </>
                    }
                    sx={{ alignItems: 'flex-start', mt: 1 }}
                  />
                ))}
              </RadioGroup>
            </FormControl>
          ) : (
            <Box sx={{ mt: 1.5 }}>{t(`bears.${fault}`)}</Box>
          )}
        </>
      )}
      <TextField
        multiline
        minRows={2}
        maxRows={6}
        required={act === 'refuse'}
        label={t('decide.answer')}
        helperText={isTried && !isComplete && act === 'refuse' ? t('decide.answerFault') : t('decide.answerHelp')}
        error={isTried && !isComplete && act === 'refuse'}
        value={answer}
        disabled={run.isPending}
        onChange={({ target }) => setAnswer(target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        sx={{ mt: 2 }}
      />
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={run.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
