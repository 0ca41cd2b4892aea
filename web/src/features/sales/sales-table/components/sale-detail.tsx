import CloseRounded from '@mui/icons-material/CloseRounded'
import type { Sale } from '@e-events/shared/contract/sales/sales.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { paths } from '../../../../config/paths.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import type { SalesScope } from '../queries.ts'
import { InvoiceButtons } from '../../orders/components/invoice-buttons.tsx'
import { DisputePanel } from './dispute-panel.tsx'
import { PaidByHand } from './paid-by-hand.tsx'
import { rateText, reasonText } from '../../taxes/tax-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { isDisputed, SaleState } from './sale-state.tsx'

/** A sale with its buyer, its amounts and its refund. */
export function SaleDetail({ sale, scope, onClose }: { sale: Sale; scope: SalesScope; onClose: () => void }) {
  const { t } = useTranslation('sales-table')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const zone = useViewerZone()
  const [isRefunding, setRefunding] = useState(false)
  const amount = ({ minor, currency }: Sale['amount']) => money(minor, currency, language)
  const moment = (at: string | null) => (at === null ? null : date(at, 'dayTime', language, zone))
  const place = (code: string | null) => (code === null ? null : countryName(code, language))
  const { buyer, refund } = sale
  const dispute = sale.dispute && <DisputePanel sale={sale} dispute={sale.dispute} />
  const proofs = (sale.placeProofs ?? [])
    .map(({ kind, country }) => t(`tax.proof.${kind}`, { country: countryName(country, language) }))
    .join(' · ')
  return (
    <>
      <Box sx={{ p: 2.5, pb: 1.5, display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            <Link href={paths.product(sale.product.slug)} color="inherit" sx={{ color: 'text.primary' }}>
              {sale.product.title}
            </Link>
          </Typography>
          <Box sx={{ mt: 0.75, typography: 'caption' }}>
            <SaleState sale={sale} />
          </Box>
        </Box>
        <IconButton aria-label={tc('action.close')} onClick={onClose} edge="end">
          <CloseRounded />
        </IconButton>
      </Box>
      <Box sx={{ px: 2.5, pb: 3, display: 'grid', gap: 2.5 }}>
        {/* A deadline comes first. */}
        {isDisputed(sale) && dispute}
        <Section title={t('customer.title')}>
          <FactList
            facts={[
              [t('customer.name'), buyer.name],
              [t('customer.surname'), buyer.surname],
              [t('customer.email'), buyer.email],
              [t('customer.country'), place(buyer.country)],
            ]}
          />
        </Section>
        <Section title={t('order', { number: sale.number })}>
          <FactList
            facts={[
              [t('column.amount'), amount(sale.amount)],
              [t('column.support'), amount(sale.support)],
              ...(sale.refunded.minor > 0 ? [[t('sums.refunded'), amount(sale.refunded)] as const] : []),
              ...(sale.tax ? [[t('tax.rate', { rate: rateText(sale.tax.basisPoints, language) }), amount(sale.tax.amount)] as const] : []),
              ...(sale.tax?.by ? [[t('tax.reason'), reasonText(sale.tax.by.reason, sale.tax.by.place, language)] as const] : []),
              ...(proofs === '' ? [] : [[t('tax.proofs'), proofs] as const]),
              [t(scope === 'own' ? 'sums.mine' : 'sums.organizers'), amount(sale.mine)],
              [t('column.soldAt'), moment(sale.soldAt)],
              [t('column.eventAt'), moment(sale.eventAt)],
              [t('column.country'), place(sale.country)],
              [t('column.channel'), sale.channel.title],
            ]}
          />
        </Section>
        {!isDisputed(sale) && dispute}
        {refund && (
          <Section title={t('refund.title')}>
            <FactList
              facts={[
                [t('column.amount'), amount(refund.amount)],
                [t('refund.reason'), t(`refund.reasons.${refund.reason}`)],
                [t('refund.note'), refund.note],
                [t('refund.asked'), moment(refund.createdAt)],
                ...(refund.dueAt === null ? [] : [[t('refund.due'), moment(refund.dueAt)] as const]),
                [t('refund.done'), moment(refund.succeededAt)],
              ]}
            />
          </Section>
        )}
        {sale.invoices.length > 0 && (
          <Section title={t('documents')}>
            <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <InvoiceButtons invoices={sale.invoices} />
            </Box>
          </Section>
        )}
        {refund?.isOverdue === true && (
          <Alert severity="error" role="note">
            {t('refund.overdueText')}
          </Alert>
        )}
        {scope === 'all' && refund?.status === 'by_hand' && <PaidByHand sale={sale} />}
        {sale.allowed.refund.length > 0 && (
          <Box>
            <Button aria-haspopup="dialog" onClick={() => setRefunding(true)}>
              {t('refund.action')}
            </Button>
          </Box>
        )}
      </Box>
      {isRefunding && <RefundDialog sale={sale} onClose={() => setRefunding(false)} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h5" component="h3">
        {title}
      </Typography>
      {children}
    </Box>
  )
}
