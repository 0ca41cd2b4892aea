import { ApiError } from '@e-events/shared/contract/client.ts'
import { breakDownLines } from '@e-events/shared/domain/pricing.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { BrandLink } from '../../../components/navigation/brand-link.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { AddressFields, addressText, readAddress, type AddressText } from '../../../features/sales/checkout/components/address-fields.tsx'
import { BasketFields } from '../../../features/sales/checkout/components/basket-fields.tsx'
import { CheckoutForm, type Support } from '../../../features/sales/checkout/components/checkout-form.tsx'
import { CouponField } from '../../../features/sales/checkout/components/coupon-field.tsx'
import { OrderState } from '../../../features/sales/checkout/components/order-state.tsx'
import { OrderSummary } from '../../../features/sales/checkout/components/order-summary.tsx'
import { checkoutQuery } from '../../../features/sales/checkout/queries.ts'
import { productQuery } from '../../../features/catalogue/products/queries.ts'
import { invalidateBought, orderQuery } from '../../../features/sales/orders/queries.ts'
import { useSiteConfig } from '../../../features/settings/config/use-site-config.ts'
import { explainError } from '../../../lib/error-words.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

/** The checkout of a product; with `?order=` the state of an order, from its payment to the door. */
export function Component() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const isGift = params.get('gift') !== null
  return orderId === null ? (
    <NewOrder key={`${slug} ${isGift}`} slug={slug} isGift={isGift} />
  ) : (
    <PlacedOrder key={orderId} slug={slug} id={orderId} />
  )
}

function NewOrder({ slug, isGift }: { slug: string; isGift: boolean }) {
  const { t } = useTranslation('checkout')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const queries = useQueryClient()
  const snacks = useSnacks()
  const navigate = useNavigate()
  const [support, setSupport] = useState<Support>(0)
  const [params, setParams] = useSearchParams()
  const { coupons: takesCoupons } = useSiteConfig()
  const couponCode = takesCoupons && !isGift ? params.get('coupon') : null
  const setCoupon = useCallback(
    (code: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (code === null) after.delete('coupon')
          else after.set('coupon', code)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  const [basket, setBasket] = useState<Readonly<Record<string, number>>>({})
  const [typed, setTyped] = useState<Partial<AddressText>>({})
  const checkout = useQuery({
    ...checkoutQuery(api, { slug, language: useLanguage(), basket, country: typed.country, couponCode, isGift }),
    // Amounts of before stay until those of another quantity or country have come.
    placeholderData: keepPreviousData,
  })
  useDocumentMeta({ title: t('title'), noIndex: true })
  const { error } = checkout
  const refusal = error instanceof ApiError && error.requestId !== undefined && isOfProduct(error) ? error : undefined
  useEffect(() => {
    // The product's page says what there is instead: the door, the date of the sale, or that it is over.
    if (refusal === undefined) return
    snacks.warning(explainError(refusal, tc).text, { key: 'checkout' })
    void navigate(paths.product(slug), { replace: true })
  }, [refusal, snacks, navigate, slug, tc])
  const couponRefusal = couponCode !== null && error instanceof ApiError && error.code.startsWith('COUPON') ? error : undefined
  useEffect(() => {
    // Somebody else has it by now, or it ended: the price without it is shown.
    if (couponRefusal === undefined) return
    snacks.warning(explainError(couponRefusal, tc).text, { key: 'checkout' })
    setCoupon(null)
  }, [couponRefusal, snacks, tc, setCoupon])
  if (checkout.isError && !checkout.data)
    return (
      <Frame slug={slug}>
        <Box sx={{ py: 6 }}>
          <ErrorNotice
            error={error}
            onRetry={() => void checkout.refetch()}
            retrying={checkout.isFetching}
            title={t('error')}
            heading="h1"
          />
        </Box>
      </Frame>
    )
  if (!checkout.data)
    return (
      <Frame slug={slug} aside={<Skeleton variant="rounded" sx={{ height: 360 }} />}>
        <Box role="status" className="visually-hidden">
          {tc('page.loading')}
        </Box>
        <Skeleton sx={{ mt: 3, height: 44, width: '70%' }} />
        <Skeleton variant="rounded" sx={{ mt: 4, height: 76 }} />
        <Skeleton variant="rounded" sx={{ mt: 4, height: 44 }} />
      </Frame>
    )
  const { items, currency } = checkout.data
  const [first] = items
  const breakdown = breakDownLines(
    items.map(({ kind, quantity, price }) => ({ kind, quantity, currency, ...price })),
    support ?? 0,
  )
  const lines = items.map(({ kind, product, title, quantity, price, tax }, index) => ({
    kind,
    title: title ?? product.title,
    quantity,
    taxBasisPoints: price.taxBasisPoints,
    ...(breakdown.lines[index] ?? breakdown),
    taxedBy: tax,
  }))
  const goods = items.filter(({ kind }) => kind === 'physical')
  const quantityOf = (wanted: string) => goods.find(({ product }) => product.slug === wanted)?.quantity ?? 0
  const own = first?.kind === 'physical' ? first : undefined
  const ownPrice = own?.product.price
  const choices = [
    ...(own && ownPrice ? [{ product: own.product, gross: ownPrice, quantity: own.quantity, least: 1 } as const] : []),
    ...checkout.data.extras
      .filter(({ product }) => product.slug !== slug)
      .map((extra) => ({ ...extra, quantity: quantityOf(extra.product.slug), least: 0 }) as const),
  ]
  const address = { ...addressText(checkout.data), ...typed }
  return (
    <Frame
      slug={slug}
      aside={first && <OrderSummary product={first.product} currency={currency} {...breakdown} lines={lines} parts={first.parts} />}
    >
      <Title>{t(isGift ? 'gift.title' : 'title')}</Title>
      <CheckoutForm
        checkout={checkout.data}
        breakdown={breakdown}
        support={support}
        onSupport={setSupport}
        couponField={
          takesCoupons &&
          first?.kind === 'access' && (
            <CouponField
              slug={slug}
              applied={checkout.data.coupon}
              onRedeemed={(outcome) => {
                if (outcome.kind === 'price') return setCoupon(outcome.code)
                void invalidateBought(queries)
                snacks.success(t('coupon.redeemed'), { key: 'checkout' })
                void navigate(paths.product(slug), { replace: true })
              }}
              onRemove={() => setCoupon(null)}
            />
          )
        }
        basket={
          choices.length > 0 &&
          !isGift && (
            <Box component="section" aria-labelledby="basket" sx={{ mt: 4.5 }} aria-busy={checkout.isPlaceholderData}>
              <Typography variant="h4" component="h2" id="basket" sx={{ mb: 1.75 }}>
                {t(own && choices.length === 1 ? 'basket.own' : 'basket.title')}
              </Typography>
              <BasketFields choices={choices} onQuantity={(part, quantity) => setBasket({ ...basket, [part]: quantity })} />
            </Box>
          )
        }
        address={
          checkout.data.shipping && {
            value: checkout.isPlaceholderData ? undefined : readAddress(address),
            fields: (
              <AddressFields
                value={address}
                isSentThere={checkout.data.shipping.isSentThere}
                onChange={(part) => setTyped({ ...typed, ...part })}
              />
            ),
          }
        }
        onStale={() => checkout.refetch()}
        onPlaced={(url, orderId) => {
          if (url?.startsWith('http')) location.assign(url)
          else void navigate(url ?? paths.order(slug, orderId))
        }}
      />
    </Frame>
  )
}

/** Refusals that the product's page explains better than this one. */
function isOfProduct({ code }: ApiError): boolean {
  return ['ALREADY_HAS_TICKET', 'SALE_NOT_OPEN', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED', 'SOLD_OUT'].includes(code)
}

function PlacedOrder({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation('checkout')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const queries = useQueryClient()
  const order = useQuery(orderQuery(api, id))
  const status = order.data?.status
  useDocumentMeta({ title: t(status === 'paid' ? 'state.paid.title' : 'order'), noIndex: true })
  useEffect(() => {
    if (status === 'paid') void invalidateBought(queries)
  }, [status, queries])
  const sold = order.data?.items.find(({ product }) => product !== null && datedTypes.has(product.type))?.product?.slug
  // Whether its door leads to the waiting room is known by the product alone.
  const door = useQuery({
    ...productQuery(api, { slug: sold ?? slug, language: useLanguage() }),
    enabled: status === 'paid' && sold !== undefined,
  })
  const item = order.data?.items[0]
  return (
    <Frame
      slug={slug}
      asideLast
      aside={
        order.data && item ? (
          <OrderSummary
            product={{
              title: item.title,
              posterUrl: item.product?.posterUrl ?? null,
              channel: { slug: '', title: '', logoUrl: null },
              nextSession: null,
            }}
            currency={order.data.total.currency}
            parts={item.parts}
            lines={order.data.items.map(({ kind, title, quantity, taxBasisPoints, net, tax, total, taxedBy }) => ({
              kind,
              title,
              quantity,
              taxBasisPoints,
              netMinor: net.minor,
              taxMinor: tax.minor,
              grossMinor: total.minor,
              taxedBy,
            }))}
            buyerFeeMinor={order.data.ticketFee.minor}
            supportMinor={order.data.support.minor}
            totalMinor={order.data.total.minor}
          />
        ) : undefined
      }
    >
      {order.isPending && (
        <>
          <Box role="status" className="visually-hidden">
            {tc('page.loading')}
          </Box>
          <Skeleton sx={{ mt: 3, height: 44, width: '70%' }} />
        </>
      )}
      {order.isError && !order.data && (
        <Box sx={{ py: 6 }}>
          <ErrorNotice
            error={order.error}
            onRetry={() => void order.refetch()}
            retrying={order.isFetching}
            title={t('error')}
            heading="h1"
          />
        </Box>
      )}
      {order.data && <OrderState order={order.data} slug={slug} event={door.data?.event?.state} />}
    </Frame>
  )
}

function Title({ children }: { children: ReactNode }) {
  return (
    <Typography variant="h1" sx={{ mt: 3, fontSize: { xs: 28, md: 32 } }}>
      {children}
    </Typography>
  )
}

interface FrameProps {
  slug: string
  aside?: ReactNode
  /** On a phone the amounts stand above the questions, and below what became of an order. */
  asideLast?: boolean
  children: ReactNode
}

const column = { width: 1, maxWidth: 560, ml: { md: 'auto' } } as const
const gutter = { px: { xs: 2, md: 5, lg: 9 } } as const

/** Nothing leads away: no menu, no search. */
function Frame({ slug, aside, asideLast = false, children }: FrameProps) {
  const { t } = useTranslation('checkout')
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0, 1.15fr) minmax(380px, 1fr)' },
        gridTemplateRows: { xs: 'auto', md: 'auto 1fr' },
        gridTemplateAreas: {
          xs: asideLast ? '"header" "main" "aside"' : '"header" "aside" "main"',
          md: '"header aside" "main aside"',
        },
        alignContent: { xs: 'start', md: 'stretch' },
      }}
    >
      <Box component="header" sx={{ gridArea: 'header', ...gutter }}>
        <Box
          sx={{ ...column, minHeight: { xs: 64, md: 88 }, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
        >
          <BrandLink />
          <Link href={paths.product(slug)} color="inherit" sx={{ color: 'text.secondary', fontSize: 14 }}>
            {t('back')}
          </Link>
        </Box>
      </Box>
      <Box component="main" id="content" sx={{ gridArea: 'main', ...gutter, pb: { xs: 5, md: 8 } }}>
        <Box sx={column}>{children}</Box>
      </Box>
      <Box
        component="aside"
        aria-label={t('summary.title')}
        sx={{ gridArea: 'aside', bgcolor: 'surface.sunken', ...gutter, pt: { xs: 3, md: 5 }, pb: { xs: 3, md: 6 } }}
      >
        <Box sx={{ maxWidth: { xs: 560, md: 420 }, position: { md: 'sticky' }, top: 40 }}>{aside}</Box>
      </Box>
    </Box>
  )
}
