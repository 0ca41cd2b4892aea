import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import { payouts, type Payout } from '@e-events/shared/contract/sales/money/payouts.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'
import { runQuery } from '../queries.ts'
import { Cell, PayoutTable } from './payout-table.tsx'
import { RunState } from './runs.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const tones = { processing: 'blue', paid: 'green', failed: 'red' } as const

/** A run: its file for the bank, and afterwards what the bank did with each payout. */
export function RunDetail({ id }: { id: string }) {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const showError = useErrorSnack()
  const query = useQuery(runQuery(api, id))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<'paid' | 'failed' | null>(null)
  const file = useMutation({
    mutationFn: (format: 'xml' | 'csv') => api.call(payouts.exportRun, { params: { id }, query: { format } }),
    onSuccess: saveFile,
    onError: (error, format) => showError(error, { key: 'export', retry: () => file.mutate(format) }),
  })
  const back = (
    <Button href={paths.managePayouts} variant="text" startIcon={<ArrowBackRounded />} sx={{ mb: 1 }}>
      {t('run.back')}
    </Button>
  )
  if (!query.data)
    return (
      <>
        {back}
        {query.isPending ? (
          <Skeleton variant="rounded" sx={{ height: 160 }} />
        ) : (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} title={t('error')} />
        )}
      </>
    )
  const { data: run } = query
  const open = run.payouts.filter((payout) => payout.allowed.length > 0)
  const picked = open.filter((payout) => chosen.has(payout.id))
  const can = (wanted: 'paid' | 'failed') => picked.length > 0 && picked.every(({ allowed }) => allowed.includes(wanted))
  const toggle = (payout: Payout) => {
    const next = new Set(chosen)
    if (!next.delete(payout.id)) next.add(payout.id)
    setChosen(next)
  }
  const waiting = run.payouts.filter(({ status }) => status === 'processing')
  return (
    <>
      {back}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography variant="h3" component="h2">
            {t('runs.name', { number: run.number, month: date(`${run.month}-15`, 'monthYear', language) })}
          </Typography>
          <Typography variant="body2" className="tabular" component="div" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {t('run.approved', { date: date(run.approvedAt, 'dayTime', language), name: run.approvedBy ?? '–' })}
          </Typography>
          <Box sx={{ mt: 0.75, typography: 'caption' }}>
            <RunState run={run} />
          </Box>
        </Box>
        <Button
          variant={waiting.length > 0 ? 'contained' : 'outlined'}
          color="inherit"
          startIcon={<FileDownloadOutlined />}
          disabled={!run.canExportXml}
          loading={file.isPending && file.variables === 'xml'}
          onClick={() => file.mutate('xml')}
        >
          {t('run.xml')}
        </Button>
        <Button
          startIcon={<FileDownloadOutlined />}
          loading={file.isPending && file.variables === 'csv'}
          onClick={() => file.mutate('csv')}
        >
          {t('run.csv')}
        </Button>
      </Box>
      {!run.canExportXml && (
        <Alert severity="info" role="note" sx={{ mt: 1.5 }}>
          {t('proposal.noDebtor')}
        </Alert>
      )}
      <Box sx={{ mt: 2.5, mb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {waiting.length > 0 && (
          <Button size="small" onClick={() => setChosen(new Set(waiting.map((payout) => payout.id)))}>
            {t('run.chooseAll', { count: waiting.length })}
          </Button>
        )}
        <Button size="small" disabled={!can('paid')} aria-haspopup="dialog" onClick={() => setOutcome('paid')}>
          {t('run.markPaid')}
        </Button>
        <Button size="small" disabled={!can('failed')} aria-haspopup="dialog" onClick={() => setOutcome('failed')}>
          {t('run.markFailed')}
        </Button>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {picked.length > 0 && t('run.chosen', { count: picked.length })}
        </Typography>
      </Box>
      <PayoutTable label={t('run.payouts')} heads={[t('head.channel'), t('head.state'), t('head.account'), t('head.amount')]}>
        {run.payouts.map((payout) => (
          <tr key={payout.id}>
            <Cell isHead>
              <Box component="span" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
                <Checkbox
                  size="small"
                  sx={{ p: 0.25 }}
                  checked={chosen.has(payout.id)}
                  disabled={payout.allowed.length === 0}
                  onChange={() => toggle(payout)}
                  slotProps={{ input: { 'aria-label': t('run.choose', { channel: payout.channel.title }) } }}
                />
                <Box component="span">
                  {payout.channel.title}
                  <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12.5, fontWeight: 400 }}>
                    {payout.beneficiary}
                  </Box>
                </Box>
              </Box>
            </Cell>
            <Cell label={t('head.state')}>
              <StatusDot tone={tones[payout.status]}>{t(`payout.${payout.status}`)}</StatusDot>
              {payout.note !== null && (
                <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12.5 }}>
                  {payout.note}
                </Box>
              )}
            </Cell>
            <Cell label={t('head.account')} isNumber>
              {t('ending', { ending: payout.ibanEnding })}
            </Cell>
            <Cell label={t('head.amount')} isNumber isStrong>
              {money(payout.amount.minor, payout.amount.currency, language)}
            </Cell>
          </tr>
        ))}
      </PayoutTable>
      {outcome !== null && (
        <SettleDialog runId={id} payouts={picked} outcome={outcome} onClose={() => setOutcome(null)} onDone={() => setChosen(new Set())} />
      )}
    </>
  )
}
