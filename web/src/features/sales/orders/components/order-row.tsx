import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { GiftState } from '../../gifts/components/gift-state.tsx'
import { OrderActions } from './order-actions.tsx'
import { useLanguage } from '../../../../lib/language.ts'

const tones = {
  pending: 'amber',
  paid: 'green',
  failed: 'red',
  expired: 'neutral',
  cancelled: 'neutral',
  partially_refunded: 'amber',
  refunded: 'neutral',
} as const

const rowLayout = {
  display: 'grid',
  gridTemplateColumns: { xs: '72px minmax(0,1fr)', sm: '112px minmax(0,1fr) auto' },
  gridTemplateAreas: { xs: '"art words" "acts acts" "sum sum"', sm: '"art words sum" ". acts acts"' },
  columnGap: { xs: 1.75, sm: 2.5 },
  rowGap: 1.5,
  alignItems: 'center',
  p: { xs: 1.75, sm: 2 },
} as const

export function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const [item] = order.items
  const title = item?.title ?? ''
  const more = order.items.filter(({ kind }) => kind !== 'shipping').length - 1
  return (
    <Box component="li" sx={rowLayout}>
      <ArtImage
        src={item?.product?.posterUrl ?? null}
        alt=""
        fallback={{ title, kicker: '' }}
        sizes="112px"
        sx={{ gridArea: 'art', borderRadius: '8px' }}
      />
      <Box sx={{ gridArea: 'words', minWidth: 0 }}>
        <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {item?.product ? (
            <Link href={paths.product(item.product.slug)} color="inherit" sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
              {title}
            </Link>
          ) : (
            title
          )}
          {more > 0 && ` + ${more}`}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {t('number', { number: order.number, date: date(order.createdAt, 'dayTime', language) })}
        </Typography>
        <Box sx={{ mt: 0.75, typography: 'caption' }}>
          <StatusDot tone={tones[order.status]}>{t(order.isSettling ? 'status.settling' : `status.${order.status}`)}</StatusDot>
        </Box>
        {item?.gift && (
          <Box sx={{ mt: 1.5 }}>
            <GiftState gift={item.gift} />
          </Box>
        )}
        {order.shipment && (
          <Box className="tabular" sx={{ mt: 0.5, typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[t(`shipment.${order.shipment.state}`), order.shipment.carrier, order.shipment.trackingCode].filter(Boolean).join(' · ')}{' '}
            {order.shipment.trackingUrl !== null && (
              <Link href={order.shipment.trackingUrl} target="_blank" rel="noreferrer">
                {t('track')}
              </Link>
            )}
          </Box>
        )}
      </Box>
      <Typography
        variant="numeric"
        component="p"
        sx={{ gridArea: 'sum', m: 0, fontSize: 18, justifySelf: 'end', alignSelf: { xs: 'center', sm: 'start' } }}
      >
        {money(order.total.minor, order.total.currency, language)}
      </Typography>
      <Box sx={{ gridArea: 'acts', minWidth: 0 }}>
        <OrderActions order={order} title={title} />
      </Box>
    </Box>
  )
}

export function OrderRowSkeleton() {
  return (
    <Box component="li" aria-hidden sx={rowLayout}>
      <Skeleton sx={{ gridArea: 'art', width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: '8px' }} />
      <Box sx={{ gridArea: 'words' }}>
        <Skeleton sx={{ width: '60%', height: 16 }} />
        <Skeleton sx={{ mt: 1, width: '40%', height: 13 }} />
      </Box>
      <Skeleton sx={{ gridArea: 'sum', width: 72, height: 20, justifySelf: 'end' }} />
    </Box>
  )
}
