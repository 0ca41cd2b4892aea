import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { isOver } from '@e-events/shared/domain/event-state.ts'
import { limits } from '@e-events/shared/limits.ts'
import { decimalsOf, defaultCurrency } from '@e-events/shared/domain/currencies.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { basisPointsText, minorText, parseBasisPoints, parseMinor } from '../../../../lib/money.ts'
import { useServices } from '../../../../lib/services.ts'
import { PriceFields } from '../../fields/price-fields.tsx'
import { StepCard, twoColumns } from '../../product-editor/components/step-card.tsx'
import { refreshBatches } from '../queries.ts'

/** A price for whoever has one of so many codes. */
export function BatchForm({ product }: { product: OwnProductDetail }) {
  const { t } = useTranslation('coupon-batches')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const { netMinor: most, taxBasisPoints, currency } = product.netPrice ?? { netMinor: 0, taxBasisPoints: 0, currency: defaultCurrency }
  const decimals = decimalsOf(currency)
  const [name, setName] = useState('')
  const [sessionId, setSessionId] = useState('')
  const [quantity, setQuantity] = useState('10')
  const [net, setNet] = useState(() => minorText(0, language, decimals))
  const [tax, setTax] = useState(() => basisPointsText(taxBasisPoints, language))
  const [validUntil, setValidUntil] = useState<string | null>(null)
  const [isPast, setPast] = useState(false)
  const sessions = product.sessions.filter(({ state }) => !isOver(state))
  const number = /^\d{1,6}$/.test(quantity.trim()) ? Number(quantity) : 0
  const isQuantity = number >= 1 && number <= limits.couponsPerBatch
  const price = parseMinor(net, decimals)
  const rate = parseBasisPoints(tax)
  const isTooDear = 'minor' in price && price.minor > most
  const wanted = isQuantity && 'minor' in price && !isTooDear && rate !== undefined && !isPast ? { price, rate } : undefined
  const make = useMutation({
    mutationFn: ({ price: { minor }, rate: basisPoints }: NonNullable<typeof wanted>) =>
      api.call(coupons.make, {
        params: { slug: product.slug },
        body: {
          name: name.trim(),
          sessionId: sessionId === '' ? null : sessionId,
          quantity: number,
          netPriceMinor: minor,
          taxBasisPoints: basisPoints,
          validUntil,
        },
      }),
    onSuccess: (batch) => {
      snacks.success(t('made', { count: batch.quantity }), { key: 'coupons' })
      setName('')
      return refreshBatches(queries)
    },
  })
  return (
    <StepCard title={t('make')} note={t('note')}>
      <Box
        component="form"
        noValidate
        aria-label={t('make')}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted && !make.isPending) make.mutate(wanted)
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1fr) 120px' }, alignItems: 'start' }}>
          <TextField
            label={t('name')}
            placeholder={t('namePlaceholder')}
            value={name}
            onChange={({ target }) => setName(target.value.slice(0, 120))}
          />
          <TextField
            label={t('quantity')}
            value={quantity}
            required
            onChange={({ target }) => setQuantity(target.value)}
            error={!isQuantity}
            helperText={isQuantity ? undefined : t('quantityWrong', { max: limits.couponsPerBatch })}
            slotProps={{ htmlInput: { inputMode: 'numeric', className: 'tabular' } }}
          />
        </Box>
        <PriceFields
          currency={currency}
          net={net}
          tax={tax}
          onNet={setNet}
          onTax={setTax}
          required
          labels={{ net: t('net'), tax: t('tax'), total: t('total') }}
          netError={'fault' in price ? t('priceWrong') : isTooDear ? t('tooDear', { price: money(most, currency, language) }) : undefined}
          taxError={rate === undefined ? t('taxWrong') : undefined}
        />
        <Box sx={twoColumns}>
          {sessions.length > 0 && (
            <TextField
              select
              label={t('session')}
              helperText={t('sessionNote')}
              value={sessionId}
              onChange={({ target }) => setSessionId(target.value)}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              <option value="">{t('everySession')}</option>
              {sessions.map(({ id, startsAt, timezone }) => (
                <option key={id} value={id}>
                  {date(startsAt, 'dayTime', language, timezone)}
                </option>
              ))}
            </TextField>
          )}
          <DateTimeField
            label={t('validUntil')}
            value={validUntil}
            onChange={(next) => {
              setValidUntil(next)
              setPast(next !== null && Date.parse(next) <= Date.now())
            }}
            error={isPast}
            helperText={t(isPast ? 'past' : 'validUntilNote')}
          />
        </Box>
        <FailureAlert error={make.error} failure="dataUpdate" />
        <Button
          type="submit"
          variant="contained"
          color="inherit"
          disabled={!wanted}
          loading={make.isPending}
          sx={{ justifySelf: { sm: 'start' } }}
        >
          {t('makeButton')}
        </Button>
      </Box>
    </StepCard>
  )
}
