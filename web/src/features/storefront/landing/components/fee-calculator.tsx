import { fees, type TicketFeePayer } from '@e-events/shared/domain/fees.ts'
import { localeTags, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { estimate, parsePrice, parseTickets, type Estimate } from '../calculator.ts'
import { useFacts } from '../use-facts.ts'

/** The platform's own arithmetic, with the reader's numbers. */
export function FeeCalculator() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  const payerLabel = useId()
  const [price, setPrice] = useState('15')
  const [tickets, setTickets] = useState('200')
  const [payer, setPayer] = useState<TicketFeePayer>('organizer')
  const netMinor = parsePrice(price)
  const count = parseTickets(tickets)
  const result = netMinor !== undefined && count !== undefined ? estimate(netMinor, count, payer) : undefined
  return (
    <Box
      component="section"
      id="calculator"
      aria-labelledby="landing-calculator"
      sx={{ px: 'var(--ee-gutter)', width: 1, maxWidth: 1440, mx: 'auto', scrollMarginTop: 88 }}
    >
      <Box
        sx={{
          p: { xs: 2.5, md: 6 },
          borderRadius: '20px',
          bgcolor: 'surface.sunken',
          border: 1,
          borderColor: 'border.subtle',
          display: 'grid',
          gap: { xs: 4, md: 8 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Box>
          <Typography id="landing-calculator" variant="h1" component="h2">
            {t('calculator.title')}
          </Typography>
          <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{t('calculator.lead')}</Typography>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1.4fr 1fr', md: 'minmax(0, 1fr)', lg: '1.4fr 1fr' },
              alignItems: 'start',
            }}
          >
            <TextField
              label={t('calculator.price')}
              value={price}
              onChange={(event) => setPrice(event.target.value)}
              error={netMinor === undefined}
              helperText={netMinor === undefined ? t('calculator.invalid') : ' '}
              slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
            />
            <TextField
              label={t('calculator.tickets')}
              value={tickets}
              onChange={(event) => setTickets(event.target.value)}
              error={count === undefined}
              helperText={count === undefined ? t('calculator.invalidTickets') : ' '}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
            />
          </Box>
          <Typography id={payerLabel} variant="label" component="p" sx={{ m: 0, mb: 0.75 }}>
            {t('calculator.payer', facts)}
          </Typography>
          <ToggleButtonGroup
            exclusive
            aria-labelledby={payerLabel}
            value={payer}
            onChange={(_, choice: TicketFeePayer | null) => choice && setPayer(choice)}
          >
            <ToggleButton value="organizer">{t('calculator.organizer')}</ToggleButton>
            <ToggleButton value="buyer">{t('calculator.buyer')}</ToggleButton>
          </ToggleButtonGroup>
        </Box>
        <Result result={result} payer={payer} />
      </Box>
    </Box>
  )
}

function Result({ result, payer }: { result: Estimate | undefined; payer: TicketFeePayer }) {
  const { t } = useTranslation('landing')
  const language = useLanguage()
  const facts = useFacts()
  const price = (minor: number | undefined) => (minor === undefined ? '—' : money(minor, fees.currency, language))
  const less = (minor: number | undefined) => (minor ? `−${price(minor)}` : price(minor))
  const share =
    result && result.share > 0
      ? result.share.toLocaleString(localeTags[language], { style: 'percent', maximumFractionDigits: 1 })
      : undefined
  const lines: [label: string, value: string][] = [
    [t('calculator.buyerPays'), price(result?.buyerPaysMinor)],
    [t('calculator.percentFee', facts), less(result?.percentFeeMinor)],
    [t('calculator.fixedFee'), less(result?.ticketFeeMinor)],
  ]
  return (
    <Box
      sx={{
        p: { xs: 2.5, md: 4 },
        borderRadius: '14px',
        bgcolor: 'surface.raised',
        border: 1,
        borderColor: 'border.default',
        alignSelf: 'center',
      }}
    >
      <Typography variant="label" component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
        {t('calculator.perTicket')}
      </Typography>
      <Box
        component="dl"
        className="tabular"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 2, typography: 'body2' }}
      >
        {lines.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <dt>{label}</dt>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              {value}
            </Box>
          </Box>
        ))}
        <Box component="dt" sx={{ pt: 1.25, borderTop: 1, borderColor: 'border.default', fontWeight: 640 }}>
          {t('calculator.receive')}
        </Box>
        <Box
          component="dd"
          data-payer={payer}
          sx={{ m: 0, pt: 1.25, borderTop: 1, borderColor: 'border.default', fontWeight: 640, textAlign: 'right' }}
        >
          {price(result?.organizerMinor)}
        </Box>
      </Box>
      <Box role="status" sx={{ mt: 3 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('calculator.total')}
        </Typography>
        <Typography
          variant="numeric"
          component="p"
          sx={{ m: 0, mt: 0.5, fontSize: { xs: '2rem', md: '2.5rem' }, overflowWrap: 'anywhere' }}
        >
          {price(result?.totalMinor)}
        </Typography>
        {result && (
          <Typography variant="body2" sx={{ mt: 1, color: share ? 'text.secondary' : 'warning.main' }}>
            {share ? t('calculator.share', { share }) : t('calculator.low')}
          </Typography>
        )}
      </Box>
      <Typography variant="caption" component="p" sx={{ m: 0, mt: 2, color: 'text.secondary' }}>
        {t('calculator.payout', facts)}
      </Typography>
    </Box>
  )
}
