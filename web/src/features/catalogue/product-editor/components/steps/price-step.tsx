import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { breakDownOrder, payoutOf } from '@e-events/shared/domain/pricing.ts'
import { ticketFeePayers } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PriceFields } from '../../../fields/price-fields.tsx'
import { useLanguage } from '../../../../../lib/language.ts'
import { parseBasisPoints, parseMinor } from '../../../../../lib/money.ts'
import { useServices } from '../../../../../lib/services.ts'
import { usePromotionCap } from '../../hooks/use-promotion-cap.ts'
import { useEditor } from '../../editor-context.ts'
import { paymentsQuery } from '../../queries.ts'
import { useSlots } from '../../slots.ts'
import { isStepped } from '../../steps.ts'
import { BoundMoment, BoundSelect, BoundSwitch, BoundText, useField } from '../bound-fields.tsx'
import { StepCard, twoColumns } from '../step-card.tsx'
import { CurrencyChoice } from './currency-choice.tsx'

/** Price, sale window and duration of access. */
export function PriceStep() {
  const { t } = useTranslation('product-editor')
  const { form, product } = useEditor()
  const { fields } = form
  const { api } = useServices()
  // Not known: the server decides when it is saved. A product with a price keeps it.
  const maySell = useQuery(paymentsQuery(api)).data?.payments.monetize.paidContent ?? true
  const isPaidOff = !maySell && product?.plan !== 'paid'
  const isPaid = fields.plan === 'paid'
  const { field: plan } = useField('plan')
  return (
    <>
      <StepCard title={t('price.title')} note={t('price.note')}>
        <ToggleButtonGroup
          exclusive
          value={fields.plan}
          aria-label={t('price.plan')}
          onChange={(_, next: string | null) => next !== null && plan.onChange(next)}
          sx={{ justifySelf: 'start' }}
        >
          <ToggleButton value="free">{t('price.free')}</ToggleButton>
          <ToggleButton value="paid" disabled={isPaidOff && !isPaid}>
            {t('price.paid')}
          </ToggleButton>
        </ToggleButtonGroup>
        {isPaidOff && <Alert severity="info">{t('price.off')}</Alert>}
        {isPaid && <CurrencyChoice />}
        {isPaid && <NetPrice />}
        {isPaid && (
          <Box sx={twoColumns}>
            <BoundSelect
              name="ticketFeePayer"
              label={t('price.feePayer')}
              options={ticketFeePayers.map((payer) => ({ value: payer, label: t(`price.payer.${payer}`) }))}
            />
            <BoundText name="priceNote" label={t('price.priceNote')} helperText={t('price.priceNoteHelp')} />
          </Box>
        )}
      </StepCard>
      {(fields.type === 'broadcast' || fields.type === 'live') && <UsageNote />}
      {isPaid && <Offer />}
      {!isStepped(fields.type) && <PriceTerms />}
    </>
  )
}

/** Limits of what is sold: how many, when, for how long and to whom. */
export function PriceTerms() {
  const { t } = useTranslation('product-editor')
  const { form, product } = useEditor()
  const { StockFigures } = useSlots()
  const { fields } = form
  return (
    <>
      <StepCard title={t('price.limitTitle')} note={t('price.limitNote')}>
        <Box sx={twoColumns}>
          <BoundText name="stock" label={t('price.stock')} helperText={t('price.stockNote')} slotProps={digits} />
          {fields.type === 'physical' && (
            <BoundText name="shippingNet" label={t('price.shipping')} helperText={t('price.shippingNote')} slotProps={amount} />
          )}
        </Box>
        <StockFigures productSlug={product?.slug ?? null} />
      </StepCard>
      <StepCard title={t('price.saleTitle')} note={t('price.saleNote')}>
        <Box sx={twoColumns}>
          <BoundMoment name="saleStartsAt" label={t('price.saleStarts')} />
          <BoundMoment name="saleEndsAt" label={t('price.saleEnds')} />
        </Box>
      </StepCard>
      <StepCard title={t('price.expiryTitle')} note={t('price.expiryNote')}>
        <Box sx={twoColumns}>
          <BoundText name="expirationHours" label={t('price.hours')} helperText={t('price.hoursNote')} slotProps={digits} />
          <BoundMoment name="expiresAt" label={t('price.expiresAt')} helperText={t('price.expiresAtNote')} />
        </Box>
      </StepCard>
      <StepCard title={t('price.accessTitle')} flush>
        <BoundSwitch name="subscriptionOnly" label={t('price.subscribers')} note={t('price.subscribersNote')} />
      </StepCard>
    </>
  )
}

/** The price in its parts, and what of it reaches the organizer. */
function NetPrice() {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const { form } = useEditor()
  const net = useField('net')
  const tax = useField('tax')
  const parsed = parseMinor(net.field.value, decimalsOf(form.fields.currency))
  const taxBasisPoints = parseBasisPoints(tax.field.value)
  const { ticketFeePayer, currency } = form.fields
  const sale =
    'minor' in parsed && parsed.minor > 0 && taxBasisPoints !== undefined
      ? breakDownOrder({ netMinor: parsed.minor, currency, taxBasisPoints, ticketFeePayer })
      : null
  return (
    <>
      <PriceFields
        currency={form.fields.currency}
        required
        net={net.field.value}
        tax={tax.field.value}
        onNet={net.field.onChange}
        onTax={tax.field.onChange}
        onBlur={() => {
          net.field.onBlur()
          tax.field.onBlur()
        }}
        netError={net.error}
        taxError={tax.error}
      />
      {sale && (
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {t('price.share', {
            total: money(sale.totalMinor, currency, language),
            amount: money(sale.organizerMinor, currency, language),
            percent: fees.percent,
            fee: money(sale.ticketFeeMinor, currency, language),
          })}{' '}
          <Payout />
        </Typography>
      )}
    </>
  )
}

/** Costs of a show beyond what is included, before it is sent. */
function UsageNote() {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const { product } = useEditor()
  const { ShowUsage } = useSlots()
  const euros = (minor: number) => money(minor, fees.currency, language)
  return (
    <StepCard title={t('price.usageTitle')} note={t('price.usageNote')}>
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {t('price.usage', {
          minutes: fees.liveIncludedMinutes,
          hour: euros(fees.liveExtraHourMinor),
          access: euros(fees.privateAccessMinor),
          privateMinutes: fees.privateIncludedMinutes,
          privateHour: euros(fees.privateExtraHourMinor),
          recording: euros(fees.recordingMinor),
        })}
      </Typography>
      <ShowUsage productSlug={product?.slug ?? null} />
    </StepCard>
  )
}

/** When the money arrives: after the last date that is in the form, or after a sale of today. */
function Payout() {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const { clock } = useServices()
  const { form } = useEditor()
  const dates = form.fields.sessions.flatMap(({ endsAt }) => (endsAt === null ? [] : [Date.parse(endsAt)])).filter(Number.isFinite)
  const { dueBy } = payoutOf(new Date(dates.length > 0 ? Math.max(...dates) : clock.nowMs()))
  return t(dates.length > 0 ? 'price.paidOutAfterEvent' : 'price.paidOut', { date: date(`${dueBy}T12:00:00Z`, 'day', language) })
}

function Offer() {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const { form } = useEditor()
  const { hasOffer, net, currency } = form.fields
  const promotionMax = usePromotionCap()
  const offerNet = useField('offerNet')
  const offerTax = useField('offerTax')
  const parsed = parseMinor(net, decimalsOf(currency))
  const lowest = 'minor' in parsed && parsed.minor > 0 ? Math.ceil((parsed.minor * (100 - promotionMax)) / 100) : null
  return (
    <StepCard title={t('price.offerTitle')} note={t('price.offerNote', { percent: promotionMax })} flush>
      <BoundSwitch name="hasOffer" label={t('price.offer')} />
      {hasOffer && (
        <Box sx={{ p: 2, display: 'grid', gap: 2.25, borderTop: 1, borderColor: 'border.subtle' }}>
          {lowest !== null && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              {t('price.offerLowest', { amount: money(lowest, currency, language) })}
            </Typography>
          )}
          <PriceFields
            currency={form.fields.currency}
            required
            net={offerNet.field.value}
            tax={offerTax.field.value}
            onNet={offerNet.field.onChange}
            onTax={offerTax.field.onChange}
            onBlur={() => {
              offerNet.field.onBlur()
              offerTax.field.onBlur()
            }}
            netError={offerNet.error}
            taxError={offerTax.error}
            labels={{ net: t('price.offerNet') }}
          />
          <Box sx={twoColumns}>
            <BoundMoment name="offerStartsAt" label={t('price.offerStarts')} required />
            <BoundMoment name="offerEndsAt" label={t('price.offerEnds')} required />
          </Box>
        </Box>
      )}
    </StepCard>
  )
}

const digits = { htmlInput: { inputMode: 'numeric', className: 'tabular', autoComplete: 'off' } } as const
const amount = { htmlInput: { inputMode: 'decimal', className: 'tabular', autoComplete: 'off' } } as const
