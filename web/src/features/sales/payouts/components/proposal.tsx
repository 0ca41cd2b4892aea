import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import type { ProposedPayout } from '@e-events/shared/contract/sales/money/payouts.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { proposalQuery } from '../queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { Cell, PayoutTable } from './payout-table.tsx'

/** Amounts that would be paid now and amounts that are held, before somebody approves it. */
export function Proposal() {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const [isApproving, setApproving] = useState(false)
  const query = useQuery(proposalQuery(api))
  if (query.isPending) return <Skeleton variant="rounded" sx={{ height: 160 }} />
  if (!query.data)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} title={t('error')} />
  const { month, dueBy, lines, totals, debtor } = query.data
  const payable = lines.filter((line) => line.holds.length === 0 && line.amount.minor > 0)
  const held = lines.filter((line) => !payable.includes(line))
  const name = date(`${month}-15`, 'monthYear', language)
  return (
    <Box component="section" aria-labelledby="proposal">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <Typography id="proposal" variant="h4" component="h2">
            {t('proposal.title', { month: name })}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {t('proposal.lead', { date: date(`${dueBy}T12:00:00Z`, 'day', language) })}
          </Typography>
        </Box>
        {payable.length > 0 && (
          <Button variant="contained" aria-haspopup="dialog" onClick={() => setApproving(true)}>
            {t('proposal.approve', { sum: totals.map(({ amount }) => money(amount.minor, amount.currency, language)).join(' + ') })}
          </Button>
        )}
      </Box>
      {debtor === null && (
        <Alert severity="info" role="note" sx={{ mb: 1.5 }}>
          {t('proposal.noDebtor')}
        </Alert>
      )}
      {payable.length === 0 ? (
        <Notice icon={CheckCircleOutlineRounded} title={t('proposal.nothing')} heading="h3">
          {t('proposal.nothingText')}
        </Notice>
      ) : (
        <Lines label={t('proposal.payable')} lines={payable} />
      )}
      {held.length > 0 && (
        <>
          <Typography variant="h5" component="h3" sx={{ mt: 3, mb: 1 }}>
            {t('proposal.held', { count: held.length })}
          </Typography>
          <Lines label={t('proposal.heldLabel')} lines={held} />
        </>
      )}
      {isApproving && <ApproveDialog proposal={query.data} onClose={() => setApproving(false)} />}
    </Box>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly ProposedPayout[] }) {
  const { t } = useTranslation('payouts')
  const language = useLanguage()
  const sum = ({ minor, currency }: ProposedPayout['amount']) => money(minor, currency, language)
  return (
    <PayoutTable label={label} heads={[t('head.channel'), t('head.account'), t('head.carried'), t('head.total'), t('head.amount')]}>
      {lines.map((line) => (
        <tr key={`${line.channel.slug}-${line.amount.currency}`}>
          <Cell isHead>
            <Link href={paths.manageChannel(line.channel.slug)} color="inherit" sx={{ color: 'text.primary', fontWeight: 560 }}>
              {line.channel.title}
            </Link>
            <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{line.owner.name || line.owner.email}</Box>
          </Cell>
          <Cell label={t('head.account')}>
            {line.holds.length === 0 ? (
              t('ending', { ending: line.ibanEnding ?? '' })
            ) : (
              <StatusDot tone="amber">
                {line.holds.includes('iban_changed') && line.freeAt !== null
                  ? t('held.iban_changed_until', { date: date(line.freeAt, 'dayTime', language) })
                  : line.holds.map((hold) => t(`held.${hold}`)).join(', ')}
              </StatusDot>
            )}
          </Cell>
          <Cell label={t('head.carried')} isNumber>
            {line.carried.minor === 0 ? '–' : sum(line.carried)}
          </Cell>
          <Cell label={t('head.total')} isNumber>
            {sum(line.total)}
          </Cell>
          <Cell label={t('head.amount')} isNumber isStrong>
            {sum(line.amount)}
          </Cell>
        </tr>
      ))}
    </PayoutTable>
  )
}
