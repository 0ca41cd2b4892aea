import type { RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { EvidenceFacts } from './evidence-facts.tsx'

/** A request with what the buyer says, what the platform knows, and what follows from it. */
export function ProposalCard({ proposal }: { proposal: RefundProposal }) {
  const { t } = useTranslation('refunds')
  const language = useLanguage()
  const zone = useViewerZone()
  const [act, setAct] = useState<'approve' | 'refuse' | null>(null)
  const amount = ({ minor, currency }: RefundProposal['proposed']) => money(minor, currency, language)
  const label = t('requestLabel', { number: proposal.number, title: proposal.product.title })
  return (
    <Card component="article" aria-label={label} sx={{ p: { xs: 2, sm: 2.5 }, borderRadius: '16px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            <Link href={paths.product(proposal.product.slug)} color="inherit" sx={{ color: 'text.primary' }}>
              {proposal.product.title}
            </Link>
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('requestLead', {
              number: proposal.number,
              name: proposal.buyer.name,
              channel: proposal.channel.title,
              date: date(proposal.askedAt, 'dayTime', language, zone),
            })}
          </Typography>
        </Box>
        <Box sx={{ typography: 'caption' }}>
          <State proposal={proposal} />
        </Box>
      </Box>
      <Box sx={{ mt: 2, display: 'grid', gap: 2.5, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(0,1fr)' } }}>
        <Box component="section">
          <Typography variant="subtitle2" component="h3">
            {t(`reason.${proposal.reason}`)}
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {proposal.text === '' ? t('noText') : proposal.text}
          </Typography>
          <Box sx={{ mt: 2, px: 2, py: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken' }}>
            <Typography variant="body2" component="p" sx={{ m: 0, color: 'text.secondary' }}>
              {proposal.decision ? t('decided') : t('proposed')}
            </Typography>
            <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 20 }}>
              {amount(proposal.amount ?? { ...proposal.proposed, minor: proposal.status === 'refused' ? 0 : proposal.proposed.minor })}
              <Box component="span" sx={{ ml: 1, typography: 'body2', color: 'text.secondary' }}>
                {t('ofTotal', { total: amount(proposal.total) })}
              </Box>
            </Typography>
            <Typography variant="body2" component="p" sx={{ m: 0, mt: 0.5 }}>
              {t(`fault.${proposal.decision?.fault ?? proposal.fault}`)}
            </Typography>
          </Box>
          {proposal.answer !== null && (
            <Typography variant="body2" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
              {t('answered', { answer: proposal.answer })}
            </Typography>
          )}
        </Box>
        <Box component="section">
          <Typography variant="subtitle2" component="h3">
            {t('evidence.title')}
          </Typography>
          <EvidenceFacts evidence={proposal.evidence} />
        </Box>
      </Box>
      {proposal.allowed.faults.length > 0 && (
        <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="contained"
            color="inherit"
            aria-haspopup="dialog"
            aria-label={`${t('action.approve')}: ${label}`}
            disabled={proposal.refundable.minor === 0}
            onClick={() => setAct('approve')}
          >
            {t('action.approve')}
          </Button>
          <Button aria-haspopup="dialog" aria-label={`${t('action.refuse')}: ${label}`} onClick={() => setAct('refuse')}>
            {t('action.refuse')}
          </Button>
        </Box>
      )}
      {act !== null && <DecideDialog proposal={proposal} act={act} onClose={() => setAct(null)} />}
    </Card>
  )
}

function State({ proposal: { status, isPaidOut } }: { proposal: RefundProposal }) {
  const { t } = useTranslation('refunds')
  if (status === 'approved')
    return <StatusDot tone={isPaidOut ? 'green' : 'amber'}>{t(isPaidOut ? 'state.paidOut' : 'state.approved')}</StatusDot>
  return <StatusDot tone={status === 'open' ? 'amber' : 'neutral'}>{t(`state.${status}`)}</StatusDot>
}
