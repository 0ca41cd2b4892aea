import type { PaymentStep } from '@e-events/shared/contract/sales/money/paying.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface TerminalFormProps {
  step: Extract<PaymentStep, { provider: 'pos' }>
  total: string
}

/**
 * Leads to the card terminal with the signed fields. A press of a button, so that the way back from the bank does not
 * lead there again.
 */
export function TerminalForm({ step, total }: TerminalFormProps) {
  const { t } = useTranslation('paying')
  return (
    <Box component="form" method="post" action={step.url} sx={{ display: 'grid', gap: 2 }}>
      {Object.entries(step.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Typography sx={{ color: 'text.secondary' }}>{t('terminal', { host: new URL(step.url).host })}</Typography>
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth className="tabular">
        {t('toTerminal', { total })}
      </Button>
    </Box>
  )
}
