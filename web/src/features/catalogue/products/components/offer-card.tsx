import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { LiveBadge } from '@e-events/shared/ui/badges.tsx'
import { count, date, localeTags, money } from '@e-events/shared/ui/format.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbout } from '../../../../lib/exchange.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { canBeHad, type Moment } from '../../../../components/media/product-event.ts'
import { StockNote } from '../../../../components/media/stock-note.tsx'
import type { Offer } from '../offer.ts'
import { BundlePrice } from './bundle-contents.tsx'
import { OfferAction } from './offer-action.tsx'
import { OfferCountdown } from './offer-countdown.tsx'
import IosShareRounded from '@mui/icons-material/IosShareRounded'
import Button from '@mui/material/Button'
import { ShareDialog } from '../../../../components/navigation/share-dialog.tsx'

interface OfferCardProps {
  product: ProductDetail
  moment: Moment
  offer: Offer
  nowMs: () => number
  /** How one can pay here; shown where something is to be paid. */
  waysToPay?: ReactNode
  /** For what is sold out. */
  waitingList?: ReactNode
}

/** Price, date and main action of a product. */
export function OfferCard({ product, moment, offer, nowMs, waysToPay, waitingList }: OfferCardProps) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  // Products for subscribers alone are not sold by themselves.
  const hasPrice = !product.owned && offer.kind !== 'over' && !product.subscriptionOnly
  return (
    <Card sx={{ borderRadius: '20px', boxShadow: (theme) => theme.vars.palette.shadow.lift }}>
      {product.offerEndsAt !== null && product.saleState === 'open' && !product.owned ? (
        <OfferStrip endsAt={product.offerEndsAt} counts={canBeHad(product)} nowMs={nowMs} />
      ) : (
        <MomentStrip product={product} moment={moment} nowMs={nowMs} />
      )}
      <Box sx={{ p: 2.5 }}>
        {hasPrice ? (
          <PriceLine product={product} />
        ) : (
          product.owned && offer.kind !== 'over' && !product.subscriptionOnly && <OwnedLine product={product} />
        )}
        <Box sx={{ mt: offer.kind === 'over' ? 0 : 2.5, display: 'grid', gap: 1 }}>
          {!product.owned && <StockNote product={product} />}
          <OfferAction product={product} offer={offer} explain />
          {offer.kind === 'closed' && offer.reason === 'sold_out' && waitingList}
          {product.plan === 'paid' && hasPrice && waysToPay}
          <ShareButton title={product.title} />
        </Box>
        <Divider sx={{ my: 2.5 }} />
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25, typography: 'body2', color: 'text.secondary' }}
        >
          {promisesOf(product, t, language).map((line) => (
            <Box component="li" key={line} sx={{ display: 'flex', gap: 1.25 }}>
              <CheckRounded sx={{ fontSize: 18, mt: '1px', color: 'success.main' }} aria-hidden />
              {line}
            </Box>
          ))}
        </Box>
      </Box>
    </Card>
  )
}

/** Contents of the offer, in lines. */
function promisesOf(product: ProductDetail, t: TFunction<'products'>, language: Language): string[] {
  if (product.type === 'physical')
    return product.saleState === 'open' && product.left === null ? [t('promise.sent'), t('promise.stock')] : [t('promise.sent')]
  return [
    t('promise.device'),
    ...(product.sessions.length > 1 ? [t('promise.sessions')] : []),
    ...(product.expirationHours === null ? [] : [t('promise.hours', { count: product.expirationHours })]),
    ...(product.expiresAt === null ? [] : [t('promise.until', { date: date(product.expiresAt, 'day', language) })]),
    t('promise.account'),
  ]
}

/** No countdown for an unavailable product. */
function OfferStrip({ endsAt, counts, nowMs }: { endsAt: string; counts: boolean; nowMs: () => number }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  if (counts) return <OfferCountdown endsAtMs={Date.parse(endsAt)} label={t('countdown.offer')} nowMs={nowMs} />
  return <Strip tint="tint.neutral">{t('moment.offer', { date: date(endsAt, 'full', language) })}</Strip>
}

function MomentStrip({ product, moment, nowMs }: Omit<OfferCardProps, 'offer' | 'waysToPay' | 'waitingList'>) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const session = product.event?.session
  const startsAtMs = session ? Date.parse(session.startsAt) : 0
  if ((moment === 'coming' || moment === 'moved' || moment === 'room_open') && session) {
    if (startsAtMs > nowMs() && (product.owned || product.allowed.watch || canBeHad(product)))
      return <OfferCountdown endsAtMs={startsAtMs} label={t('countdown.label')} nowMs={nowMs} />
    const day = date(session.startsAt, 'full', language, session.timezone)
    if (startsAtMs > nowMs())
      return <Strip tint="tint.neutral">{t(moment === 'moved' ? 'moment.moved' : 'moment.on', { date: day })}</Strip>
    return <Strip tint="tint.amber">{t('moment.late')}</Strip>
  }
  if (moment === 'interrupted') return <Strip tint="tint.amber">{t('moment.interrupted')}</Strip>
  if (moment === 'on_air')
    return (
      <Strip tint="tint.red">
        <LiveBadge label={tc('live.badge')} />
        {product.viewers !== null && product.viewers > 0 && (
          <span className="tabular">{t('moment.viewers', { count: product.viewers, shown: count(product.viewers, language) })}</span>
        )}
      </Strip>
    )
  if (moment === 'ended_with_recording' || moment === 'ended' || moment === 'never_aired' || moment === 'cancelled')
    return <Strip tint="tint.neutral">{tc(`eventState.${moment}`)}</Strip>
  if (moment === 'unscheduled') return <Strip tint="tint.neutral">{t('moment.unscheduled')}</Strip>
  return null
}

function Strip({ tint, children }: { tint: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        px: 2.5,
        py: 1.5,
        minHeight: 52,
        bgcolor: tint,
        typography: 'label',
      }}
    >
      {children}
    </Box>
  )
}

/** A ticket is for what takes place. */
function OwnedLine({ product }: Pick<OfferCardProps, 'product'>) {
  const { t } = useTranslation('products')
  const owned = datedTypes.has(product.type) ? 'owned' : 'kept'
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <CheckCircleRounded sx={{ fontSize: 28, color: 'success.main' }} aria-hidden />
      <Box>
        <Typography variant="h4" component="p" sx={{ m: 0 }}>
          {t(`${owned}.title`)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`${owned}.text`)}
        </Typography>
      </Box>
    </Box>
  )
}

/** About how much it is in the money that the viewer picked in the bar. */
function AboutPrice({ price }: { price: NonNullable<ProductDetail['price']> }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const about = useAbout(price)
  if (about === undefined) return null
  return (
    <Typography variant="body2" className="tabular" sx={{ mt: 0.5, color: 'text.secondary' }}>
      {t('price.about', {
        price: money(about.minor, about.currency, language),
        date: date(`${about.asOf}T12:00:00Z`, 'day', language),
        currency: price.currency,
      })}
    </Typography>
  )
}

/** Breakdown of the price, as on the invoice. */
function PriceParts({ parts, shipping }: { parts: NonNullable<ProductDetail['priceParts']>; shipping: ProductDetail['shipping'] }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const rate = new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(
    parts.taxBasisPoints / 10_000,
  )
  const rows = [
    { name: t('price.net'), amount: parts.net },
    { name: t('price.tax', { rate }), amount: parts.tax },
    ...(parts.fee ? [{ name: t('price.fee'), amount: parts.fee }] : []),
    { name: t('price.total'), amount: parts.gross },
    ...(shipping ? [{ name: t('price.shipping'), amount: shipping }] : []),
  ]
  const totalAt = parts.fee ? 3 : 2
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ m: 0, mt: 2, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.75, typography: 'body2' }}
    >
      {rows.map(({ name, amount }, index) => (
        <Box
          key={name}
          sx={{
            display: 'contents',
            '& > *': {
              fontWeight: index === totalAt ? 640 : 400,
              ...(index === totalAt ? { borderTop: 1, borderColor: 'border.subtle', pt: 0.75 } : {}),
            },
          }}
        >
          <Box component="dt" sx={{ color: index === totalAt ? 'text.primary' : 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
            {money(amount.minor, amount.currency, language)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function PriceLine({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
        <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 36 }}>
          {product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free')}
        </Typography>
        {product.price && product.regularPrice && product.regularPrice.minor > product.price.minor && (
          <>
            <Typography
              component="s"
              className="tabular"
              aria-label={t(product.bundlePrice?.deducted.minor ? 'bundle.whole' : 'price.regular')}
              sx={{ color: 'text.secondary', fontSize: 18 }}
            >
              {money(product.regularPrice.minor, product.regularPrice.currency, language)}
            </Typography>
            <Chip
              size="small"
              color="warning"
              label={t('price.off', { percent: Math.round((1 - product.price.minor / product.regularPrice.minor) * 100) })}
            />
          </>
        )}
      </Box>
      <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
        {product.priceNote ?? t(product.price ? 'price.taxIncluded' : 'price.noCard')}
      </Typography>
      {product.bundlePrice && product.price && <BundlePrice price={product.bundlePrice} />}
      {product.priceParts && <PriceParts parts={product.priceParts} shipping={product.shipping} />}
      {product.price && <AboutPrice price={product.price} />}
    </>
  )
}

function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('products')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button fullWidth startIcon={<IosShareRounded />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('share.action')}
      </Button>
      {isOpen && <ShareDialog title={title} url={shownAddress()} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The address of this page without a place in the picture and without the steps that led here. */
function shownAddress(): string {
  const url = new URL(location.href)
  url.hash = ''
  for (const name of ['t', 'enter']) url.searchParams.delete(name)
  return url.href
}
