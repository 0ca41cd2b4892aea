import {
  checkedProviders,
  connectionFindings,
  paymentChecks,
  type CheckedProvider,
  type ConnectionCheck,
} from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Alert, { type AlertColor } from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

/** Tests of the accounts that are saved: each service is asked when somebody asks for it, and never by itself. */
export function ConnectionChecks() {
  const { t } = useTranslation('site-config')
  return (
    <Box sx={{ mt: 3 }}>
      <FormSection title={t('connection.title')} note={t('connection.note')}>
        {checkedProviders.map((provider) => (
          <ConnectionRow key={provider} provider={provider} />
        ))}
        <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          {t('connection.unsaved')}
        </Typography>
      </FormSection>
    </Box>
  )
}

function ConnectionRow({ provider }: { provider: CheckedProvider }) {
  const { t } = useTranslation('site-config')
  const { api } = useServices()
  const check = useMutation({ mutationFn: () => api.call(paymentChecks.run, { body: { provider } }) })
  const name = t(`connection.provider.${provider}`)
  return (
    <Box sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography component="h3" variant="body1" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          loading={check.isPending}
          aria-label={t('connection.runOf', { name })}
          onClick={() => check.mutate()}
        >
          {t('connection.run')}
        </Button>
      </Box>
      <Box role="status" sx={{ '& > *': { mt: 1.5 } }}>
        {check.isPending && <span className="visually-hidden">{t('connection.running', { name })}</span>}
        {check.isError && <FailureAlert error={check.error} failure="unexpected" />}
        {!check.isPending && check.data && <Result check={check.data} />}
      </Box>
    </Box>
  )
}

const severities = { well: 'success', warning: 'warning', failed: 'error' } as const satisfies Record<
  ConnectionCheck['outcome'],
  AlertColor
>

function Result({ check }: { check: ConnectionCheck }) {
  const { t } = useTranslation('site-config')
  const language = useLanguage()
  const { findings, isTest, account, outcome } = check
  const facts = [
    ...(account === null ? [] : [t('connection.account', { account })]),
    ...(isTest === null || outcome === 'failed' ? [] : [t(isTest ? 'connection.test' : 'connection.live')]),
    t('connection.at', {
      time: new Date(check.checkedAt).toLocaleTimeString(localeTags[language], { timeStyle: 'medium' }),
      seconds: (check.tookMs / 1000).toLocaleString(localeTags[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    }),
  ]
  // Faults that keep buyers from paying come first.
  const ranks = ['failed', 'warning', 'note']
  const ranked = findings.toSorted((a, b) => ranks.indexOf(connectionFindings[a]) - ranks.indexOf(connectionFindings[b]))
  return (
    <Alert severity={severities[outcome]} sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{t(`connection.outcome.${outcome}`)}</AlertTitle>
      {ranked.length > 0 && (
        <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5 }}>
          {ranked.map((finding) => (
            <li key={finding}>{t(`connection.finding.${finding}`, { url: check.noticesUrl ?? '' })}</li>
          ))}
        </Box>
      )}
      <Typography variant="body2" className="tabular">
        {facts.join(' · ')}
      </Typography>
    </Alert>
  )
}
