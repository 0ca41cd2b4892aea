import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import { payouts, type PayoutAccount, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportMenu } from '../../../../components/data-table/export-menu.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { InvoiceButtons } from '../../orders/components/invoice-buttons.tsx'
import { statementTones } from '../statement-tones.ts'
import { Holds } from './holds.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementProducts } from './statement-products.tsx'

interface StatementCardProps {
  statement: Statement
  account: PayoutAccount | undefined
  /** More than one channel is listed. */
  showsChannel: boolean
  isOpenFirst: boolean
}

/** One month of a channel: its sum, and what it is made of once it is opened. */
export function StatementCard({ statement, account, showsChannel, isOpenFirst }: StatementCardProps) {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { channel, month, amount, state } = statement
  const name = date(`${month}-15`, 'monthYear', language)
  const when =
    statement.paidAt === null
      ? state === 'carried'
        ? null
        : t('dueBy', { date: date(`${statement.dueBy}T12:00:00Z`, 'day', language) })
      : t('paidOn', { date: date(statement.paidAt, 'day', language) })
  const input = { params: { slug: channel.slug, month }, query: { currency: amount.currency } }
  return (
    <Accordion
      component="li"
      disableGutters
      expanded={isOpen}
      onChange={(_, open) => setOpen(open)}
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{
        listStyle: 'none',
        '&::before': { display: 'none' },
        border: 1,
        borderColor: 'border.subtle',
        boxShadow: 'none',
        bgcolor: 'background.paper',
        borderRadius: '12px',
      }}
    >
      <AccordionSummary
        expandIcon={<ExpandMoreRounded />}
        sx={{ px: { xs: 2, sm: 2.5 }, '& .MuiAccordionSummary-content': { minWidth: 0 } }}
      >
        <Box
          component="span"
          sx={{ flexGrow: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, rowGap: 0.5, pr: 1 }}
        >
          <Box component="span" sx={{ flex: '1 1 180px', minWidth: 0 }}>
            <Typography component="span" variant="h5" sx={{ display: 'block', '&::first-letter': { textTransform: 'uppercase' } }}>
              {name}
            </Typography>
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {[showsChannel ? channel.title : null, when].filter((part) => part !== null).join(' · ')}
            </Typography>
          </Box>
          <Box
            component="span"
            sx={{
              flex: { xs: '1 1 100%', sm: '0 0 auto' },
              display: 'flex',
              alignItems: 'baseline',
              justifyContent: 'space-between',
              columnGap: 2,
            }}
          >
            <Box component="span" sx={{ typography: 'caption' }}>
              <StatusDot tone={statementTones[state]}>{t(`state.${state}`)}</StatusDot>
            </Box>
            <Typography variant="numeric" component="span" sx={{ fontSize: 18, minWidth: 104, textAlign: 'right' }}>
              {money(amount.minor, amount.currency, language)}
            </Typography>
          </Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 2, sm: 2.5 }, pb: 2.5 }}>
        <StatementLines statement={statement} />
        {statement.failure !== null && (
          <Alert severity="warning" role="note" sx={{ mt: 1.5 }}>
            {t('failed', { note: statement.failure })}
          </Alert>
        )}
        <Holds holds={statement.holds} disputed={statement.disputed} account={account} />
        {statement.lines.length > 0 && (
          <>
            <StatementProducts input={input} />
            <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <ExportMenu load={(format) => api.call(payouts.exportOwn, { ...input, query: { ...input.query, format } })} />
              <InvoiceButtons invoices={statement.invoices} />
            </Box>
          </>
        )}
      </AccordionDetails>
    </Accordion>
  )
}
