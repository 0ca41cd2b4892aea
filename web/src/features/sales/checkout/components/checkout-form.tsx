import { decimalsOf, worthOf } from '@e-events/shared/domain/currencies.ts'
import type { Checkout } from '@e-events/shared/contract/sales/orders.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import type { ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import type { OrderBreakdown } from '@e-events/shared/domain/pricing.ts'
import { limits } from '@e-events/shared/limits.ts'
import { money } from '@e-events/shared/ui/format.ts'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { BillingCountry } from './billing-country.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { minorText, parseMinor } from '../../../../lib/money.ts'
import { useServices } from '../../../../lib/services.ts'
import { GiftFields, noGift, toGiftWish } from '../../gifts/components/gift-fields.tsx'
import { CardChoice, type CardWish } from './card-choice.tsx'
import { WayChoice, type Way } from './way-choice.tsx'

/** Amounts to choose from, by what they are worth in euro cents. */
const supports = [0, 200, 500, 1_000] as const

/** Minor units of the donation; undefined while the typed amount is none. */
export type Support = number | undefined

interface CheckoutFormProps {
  checkout: Checkout
  breakdown: OrderBreakdown
  support: Support
  onSupport: (support: Support) => void
  /** The field for coupons; nothing while the site takes none. */
  couponField: ReactNode
  /** The price is another one by now: the page asks again. */
  onStale: () => Promise<unknown>
  /** Leads to where the order is paid. */
  onPlaced: (url: string | null, orderId: string) => void
  /** Goods and their quantities. */
  basket: ReactNode
  /** For goods: the fields, and the address once it is complete. */
  address: { fields: ReactNode; value: ShippingAddress | undefined } | null
}

/** One column of questions; the other column adds up. */
export function CheckoutForm({
  checkout,
  breakdown,
  support,
  onSupport,
  couponField,
  onStale,
  onPlaced,
  basket,
  address: sentTo,
}: CheckoutFormProps) {
  const { t } = useTranslation('checkout')
  const { api } = useServices()
  const language = useLanguage()
  const [hasTerms, setTerms] = useState(false)
  const [hasWaiver, setWaiver] = useState(false)
  const [gift, setGift] = useState(noGift)
  // The same key for every press for the same: a retry after a lost answer leads to the same order.
  const [keys] = useState(() => new Map<string, string>())
  const [way, setWay] = useState<Way | undefined>(undefined)
  const [chosen, setCard] = useState<CardWish | undefined>(undefined)
  const isByCard = checkout.keepsCards && (way ?? checkout.ways[0]) === 'card'
  // The latest one, until another is chosen; one that was taken away meanwhile is no choice.
  const known = (id: string | null | undefined) => checkout.cards.some((card) => card.id === id)
  const card: CardWish =
    chosen && (chosen.cardId === null || known(chosen.cardId)) ? chosen : { cardId: checkout.cards[0]?.id ?? null, saves: false }
  const { cardId } = card
  const savesCard = isByCard && cardId === null && card.saves
  const items = checkout.items.filter(({ kind }) => kind !== 'shipping')
  const isGift = items[0]?.kind === 'gift'
  const isDigital = items.some(({ kind }) => kind !== 'physical')
  const lacksAddress = checkout.shipping !== null && (sentTo?.value === undefined || !checkout.shipping.isSentThere)
  const [isSavingCountry, setSavingCountry] = useState(false)
  const place = useMutation({
    mutationFn: () =>
      api.call(orders.place, {
        body: {
          ...(isGift ? { gift: toGiftWish(gift) } : {}),
          ...(checkout.coupon && { couponCode: checkout.coupon.code }),
          items: items.map(({ product, quantity }) => ({ productSlug: product.slug, quantity })),
          supportMinor: breakdown.supportMinor,
          expectedTotalMinor: breakdown.totalMinor,
          termsAccepted: true,
          withdrawalWaived: isDigital && hasWaiver,
          ...(sentTo?.value ? { shipping: sentTo.value } : {}),
          idempotencyKey: keyFor(keys, [
            breakdown.totalMinor,
            items.map(({ product, quantity }) => [product.slug, quantity]),
            sentTo?.value,
            checkout.coupon?.code,
            way,
            isByCard && cardId,
            savesCard,
            isGift && gift,
          ]),
          ...(way ? { way } : {}),
          ...(isByCard && cardId !== null ? { cardId } : {}),
          ...(savesCard ? { saveCard: true } : {}),
        },
      }),
    onSuccess: (order) => onPlaced(order.paymentUrl, order.id),
    onError: (error) => {
      if (error instanceof ApiError && ['PRICE_CHANGED', 'COUNTRY_REQUIRED', 'CARD_GONE'].includes(error.code)) void onStale()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!place.isPending && !place.isSuccess) place.mutate()
  }
  const { billing } = checkout
  const address = [billing.address, [billing.postalCode, billing.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const location = [address, billing.country === null ? null : countryName(billing.country, language)].filter(Boolean).join(' · ')
  return (
    <Box component="form" onSubmit={submit} noValidate>
      <Step
        number={1}
        title={t('account.title')}
        aside={
          <Link href={paths.myData} sx={{ fontSize: 14 }}>
            {t('account.change')}
          </Link>
        }
      >
        <Box sx={{ px: 2, py: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken', typography: 'body2', overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 600 }}>{billing.company ?? billing.name}</Box>
          <Box sx={{ color: 'text.secondary' }}>
            {isDigital ? t(isGift ? 'gift.bound' : 'account.bound', { email: checkout.email }) : checkout.email}
          </Box>
          {(billing.taxId !== null || location !== '') && (
            <Box sx={{ color: 'text.secondary' }}>{[billing.taxId, location].filter(Boolean).join(' · ')}</Box>
          )}
        </Box>
        <BillingCountry country={billing.country} onSaved={onStale} onSaving={setSavingCountry} />
      </Step>
      {basket}
      {sentTo && (
        <Step number={2} title={t('address.title')}>
          {sentTo.fields}
        </Step>
      )}
      {isGift && (
        <Step number={2} title={t('gift.who')} note={t('gift.note')}>
          <GiftFields value={gift} onChange={setGift} />
        </Step>
      )}
      {couponField && (
        <Step number={sentTo ? 3 : 2} title={t('coupon.title')}>
          {couponField}
        </Step>
      )}
      <Step number={2 + (sentTo || isGift ? 1 : 0) + (couponField ? 1 : 0)} title={t('support.title')} note={t('support.note')}>
        <SupportChoice currency={checkout.currency} support={support} onSupport={onSupport} />
      </Step>
      <WayChoice ways={checkout.ways} way={way} onWay={setWay} />
      {isByCard && <CardChoice cards={checkout.cards} value={card} onChange={setCard} />}
      <Divider sx={{ my: 3 }} />
      <Consent checked={hasTerms} onChange={setTerms}>
        <Trans t={t} i18nKey="terms.accept" components={{ terms: <Link href={paths.terms} target="_blank" rel="noreferrer" /> }} />
      </Consent>
      {isDigital && (
        <Consent checked={hasWaiver} onChange={setWaiver}>
          {t(isGift ? 'gift.waive' : checkout.shipping === null ? 'terms.waive' : 'terms.waivePart')}
        </Consent>
      )}
      {!isDigital && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('terms.goods')}
        </Typography>
      )}
      {place.isError && (
        <Box sx={{ mt: 2 }}>
          <FailureAlert error={place.error} failure="payment" />
        </Box>
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={
          !hasTerms ||
          (isDigital && !hasWaiver) ||
          support === undefined ||
          lacksAddress ||
          billing.country === null ||
          isSavingCountry ||
          (isGift && toGiftWish(gift) === undefined)
        }
        loading={place.isPending || place.isSuccess}
        loadingPosition="start"
        startIcon={<LockOutlined />}
        sx={{ mt: 2.5 }}
        className="tabular"
      >
        {t('pay', { total: money(breakdown.totalMinor, checkout.currency, language) })}
      </Button>
      <Typography variant="caption" component="p" sx={{ mt: 1.5, textAlign: 'center', color: 'text.secondary' }}>
        {t(isByCard && cardId !== null ? 'card.secure' : 'secure')}
      </Typography>
      {checkout.isTest && (
        <Alert severity="info" role="note" sx={{ mt: 2 }}>
          {t('test')}
        </Alert>
      )}
    </Box>
  )
}

function keyFor(keys: Map<string, string>, wanted: unknown): string {
  const text = JSON.stringify(wanted)
  const key = keys.get(text) ?? crypto.randomUUID()
  keys.set(text, key)
  return key
}

function SupportChoice({ currency, support, onSupport }: { currency: string; support: Support; onSupport: (support: Support) => void }) {
  const { t } = useTranslation('checkout')
  const language = useLanguage()
  const [text, setText] = useState<string | null>(null)
  const decimals = decimalsOf(currency)
  const most = worthOf(limits.supportMinor, currency)
  const plain = (minor: number) =>
    money(minor, currency, language).replace(decimals === 0 ? '' : new RegExp(`[.,]0{${decimals}}(?=\\D|$)`), '')
  const type = (typed: string) => {
    setText(typed)
    const parsed = typed.trim() === '' ? { minor: 0 } : parseMinor(typed, decimals)
    onSupport('minor' in parsed && parsed.minor <= most ? parsed.minor : undefined)
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={text === null ? support : 'other'}
        onChange={(_, value: number | 'other' | null) => {
          if (value === null) return
          if (value === 'other') return type(minorText(support ?? 0, language, decimals))
          setText(null)
          onSupport(value)
        }}
        aria-label={t('support.title')}
      >
        {supports
          .map((cents) => worthOf(cents, currency))
          .map((minor) => (
            <ToggleButton key={minor} value={minor} className="tabular" sx={{ minHeight: 44, fontSize: 14, px: 0.5 }}>
              {minor === 0 ? t('support.none') : plain(minor)}
            </ToggleButton>
          ))}
        <ToggleButton value="other" sx={{ minHeight: 44, fontSize: 14, px: 0.5 }}>
          {t('support.other')}
        </ToggleButton>
      </ToggleButtonGroup>
      {text !== null && (
        <TextField
          fullWidth
          label={t('support.amount')}
          value={text}
          onChange={(event) => type(event.target.value)}
          error={support === undefined}
          helperText={support === undefined ? t('support.wrong', { most: plain(most) }) : ' '}
          slotProps={{ htmlInput: { inputMode: 'decimal', className: 'tabular' } }}
          sx={{ mt: 2 }}
        />
      )}
    </>
  )
}

function Consent({ checked, onChange, children }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <FormControlLabel
      sx={{ display: 'flex', alignItems: 'flex-start', mr: 0, mb: 1, '& .MuiCheckbox-root': { mt: -1 } }}
      control={<Checkbox required checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={
        <Typography component="span" variant="body2">
          {children}
        </Typography>
      }
    />
  )
}

function Step({
  number,
  title,
  note,
  aside,
  children,
}: {
  number: number
  title: string
  note?: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Box component="section" sx={{ mt: 4.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mb: 1.75 }}>
        <Box
          aria-hidden
          className="tabular"
          sx={{
            width: 24,
            height: 24,
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            fontSize: 12.5,
            fontWeight: 650,
            bgcolor: 'surface.ink',
            color: 'surface.onInk',
          }}
        >
          {number}
        </Box>
        <Typography variant="h4" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {note && (
        <Typography variant="body2" sx={{ mt: -1, mb: 1.5, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
      {children}
    </Box>
  )
}
