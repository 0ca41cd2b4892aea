import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { isSold } from '@e-events/shared/domain/pricing.ts'
import { datedTypes, isRead } from '@e-events/shared/domain/product-rules.ts'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import MenuBookRounded from '@mui/icons-material/MenuBookRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import RedeemRounded from '@mui/icons-material/RedeemRounded'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { startAt, withStart } from '../../../../lib/start-at.ts'
import type { Offer } from '../offer.ts'
import { redeemMutation } from '../queries.ts'

interface OfferActionProps {
  product: ProductDetail
  offer: Offer
  /** With the sentence that says why and what happens next; the bar at the foot of a phone has no room for it. */
  explain?: boolean
}

/** The one red button of the page, or an honest word on why there is none. */
export function OfferAction({ product, offer, explain = false }: OfferActionProps) {
  const { t } = useTranslation('products')
  const [params] = useSearchParams()
  const place = startAt(params)
  const [isTaken, setTaken] = useState(false)
  const isLoggedIn = useSession().status === 'authenticated'
  // The button that was pressed is gone with the ticket: its focus goes to what stands in its place.
  const focused = isTaken ? { ref: focus } : {}
  const big = { variant: 'contained', color: 'primary', size: 'large', fullWidth: true } as const
  switch (offer.kind) {
    case 'watch':
      return (
        <>
          <Button
            {...big}
            {...focused}
            href={isRead(product.type) ? paths.door(product) : withStart(paths.door(product), place)}
            startIcon={isRead(product.type) ? <MenuBookRounded /> : <PlayArrowRounded />}
          >
            {t(`watch.${offer.label}`)}
          </Button>
          {explain && isGiven(product) && <GiftLink product={product} />}
        </>
      )
    case 'login':
      return (
        <>
          <Button {...big} href={paths.login(withStart(paths.enter(product.slug), place))}>
            {t('get.login')}
          </Button>
          {explain && <Why>{t('get.loginWhy')}</Why>}
        </>
      )
    case 'get':
      return <GetTicket product={product} explain={explain} onTaken={() => setTaken(true)} />
    case 'buy':
      return (
        <>
          <Button {...big} href={isLoggedIn ? paths.checkout(product.slug) : paths.login(paths.checkout(product.slug))}>
            {t(datedTypes.has(product.type) ? 'buy.action' : 'buy.other')}
          </Button>
          {explain && <Why>{t(product.type === 'physical' ? 'buy.whyGoods' : 'buy.why')}</Why>}
          {explain && product.type !== 'physical' && <GiftLink product={product} />}
        </>
      )
    case 'subscribe': {
      const to = paths.subscribe(product.channel.slug, product.slug)
      return (
        <>
          <Button {...big} href={isLoggedIn ? to : paths.login(to)}>
            {t('subscribe.action')}
          </Button>
          {explain && <Why>{t('subscribe.why', { channel: product.channel.title })}</Why>}
        </>
      )
    }
    case 'unsubscribed':
      return (
        <>
          <Button {...big} disabled>
            {t('subscribe.action')}
          </Button>
          {explain && <Why>{t('subscribe.none')}</Why>}
        </>
      )
    case 'unsold':
      return (
        <>
          <Button {...big} disabled>
            {t(datedTypes.has(product.type) ? 'buy.action' : 'buy.other')}
          </Button>
          {explain && <Why>{t('buy.later')}</Why>}
        </>
      )
    case 'over':
      return (
        <>
          <Typography variant="h4" component="p" sx={{ m: 0, textWrap: 'balance' }} data-offer="over">
            {t(`over.${offer.state}.action`)}
          </Typography>
          {explain && <Why>{t(`over.${offer.state}.why`)}</Why>}
        </>
      )
    default:
      return (
        <>
          <Button {...big} disabled>
            {t(`closed.${offer.reason}.action`)}
          </Button>
          {explain && <ClosedWhy product={product} reason={offer.reason} />}
        </>
      )
  }
}

/** Who owns a product may still give it away while it is sold. */
function isGiven(product: ProductDetail): boolean {
  const { plan, saleState, subscriptionOnly, bundleState } = product
  return (
    product.owned &&
    plan === 'paid' &&
    saleState === 'open' &&
    !subscriptionOnly &&
    bundleState !== 'inactive' &&
    isSold({ type: product.type, isBundle: true })
  )
}

function GiftLink({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  const isLoggedIn = useSession().status === 'authenticated'
  const path = paths.giftCheckout(product.slug)
  return (
    <Button fullWidth startIcon={<RedeemRounded />} href={isLoggedIn ? path : paths.login(path)}>
      {t('buy.gift')}
    </Button>
  )
}

/** Always the same function: another one would be called with every rendering. */
const focus = (element: HTMLElement | null) => element?.focus()

function GetTicket({ product, explain, onTaken }: { product: ProductDetail; explain: boolean; onTaken: () => void }) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const redeem = useMutation({
    ...redeemMutation(api, queries),
    onSuccess: () => {
      onTaken()
      snacks.success(t('get.done', { title: product.title }), { key: 'redeem' })
    },
  })
  const words = redeem.isError ? explainError(redeem.error, tc) : undefined
  return (
    <>
      <Button
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        loading={redeem.isPending}
        onClick={() => redeem.mutate(product.slug)}
      >
        {t('get.action')}
      </Button>
      {words && (
        <Alert severity="error" role="alert">
          {words.text}
        </Alert>
      )}
      {explain && !words && <Why>{t('get.why')}</Why>}
    </>
  )
}

function ClosedWhy({ product, reason }: { product: ProductDetail; reason: Extract<Offer, { kind: 'closed' }>['reason'] }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const at = reason === 'not_open' ? product.saleStartsAt : reason === 'ended' ? product.saleEndsAt : null
  return (
    <Why>
      {at && (reason === 'not_open' || reason === 'ended')
        ? t(`closed.${reason}.whyOn`, { date: date(at, 'full', language, platformZone) })
        : t(`closed.${reason}.why`)}
    </Why>
  )
}

function Why({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary', textWrap: 'pretty' }}>
      {children}
    </Typography>
  )
}
