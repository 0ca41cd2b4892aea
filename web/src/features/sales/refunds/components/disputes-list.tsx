import GavelOutlined from '@mui/icons-material/GavelOutlined'
import { disputes, type Dispute } from '@e-events/shared/contract/sales/money/disputes.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, duration, money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportMenu } from '../../../../components/data-table/export-menu.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { disputeQuery, disputesQuery } from '../queries.ts'

const tones = { inquiry: 'amber', open: 'red', won: 'green', lost: 'neutral', closed: 'neutral' } as const

/** Payments that their buyers dispute at a bank, with the evidence for each. */
export function DisputesList() {
  const { t } = useTranslation('refunds')
  const { api } = useServices()
  const list = useQuery(disputesQuery(api))
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Card sx={{ borderRadius: '16px' }}>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 120 }} />}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
      )}
      {list.data?.items.length === 0 && (
        <Notice icon={GavelOutlined} title={t('dispute.empty')}>
          {t('dispute.emptyText')}
        </Notice>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
        {list.data?.items.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} onOpen={() => setOpenId(dispute.id)} />
        ))}
      </Box>
      {openId !== null && <EvidenceDialog id={openId} onClose={() => setOpenId(null)} />}
    </Card>
  )
}

function DisputeRow({ dispute, onOpen }: { dispute: Dispute; onOpen: () => void }) {
  const { t } = useTranslation('refunds')
  const language = useLanguage()
  return (
    <Box component="li" sx={{ p: 2, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {dispute.product}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('overdue.lead', { number: dispute.number, email: dispute.buyer.email, channel: dispute.channel })}
        </Typography>
        <Box sx={{ mt: 0.75, typography: 'caption' }}>
          <StatusDot tone={tones[dispute.status]}>{t(`dispute.status.${dispute.status}`)}</StatusDot>
        </Box>
        {dispute.closedAt === null && dispute.dueAt !== null && (
          <Typography variant="body2" component="p" className="tabular" sx={{ m: 0, mt: 0.5 }}>
            {t('dispute.due', { date: date(dispute.dueAt, 'day', language) })}
          </Typography>
        )}
      </Box>
      <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 18 }}>
        {money(dispute.amount.minor, dispute.amount.currency, language)}
      </Typography>
      <Button aria-haspopup="dialog" aria-label={t('dispute.evidenceLabel', { number: dispute.number })} onClick={onOpen}>
        {t('dispute.evidence')}
      </Button>
    </Box>
  )
}

function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('refunds')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const found = useQuery(disputeQuery(api, id))
  const { data } = found
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="evidence-title">
      <DialogTitle id="evidence-title">{t('dispute.evidenceTitle')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('dispute.evidenceText')}
        </Typography>
        {found.isPending && <Skeleton sx={{ mt: 2, height: 160 }} />}
        {found.isError && !data && (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} retrying={found.isFetching} title={t('error')} />
        )}
        <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', rowGap: 1.5 }}>
          {data?.facts.map(({ at, kind, detail, amount, durationMs }) => (
            <Box
              component="li"
              key={`${at} ${kind} ${detail}`}
              sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '150px minmax(0,1fr)' }, columnGap: 2, typography: 'body2' }}
            >
              <Box className="tabular" sx={{ color: 'text.secondary' }}>
                {date(at, 'dayTime', language, zone)}
              </Box>
              <Box sx={{ overflowWrap: 'anywhere' }}>
                <Box sx={{ fontWeight: 560 }}>{t(`dispute.fact.${kind}`)}</Box>
                {[
                  detail,
                  amount === null ? '' : money(amount.minor, amount.currency, language),
                  durationMs === null ? '' : duration(durationMs / 1000),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <ExportMenu load={(format) => api.call(disputes.evidence, { params: { id }, query: { format } })} />
        <Button variant="text" onClick={onClose}>
          {tc('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
