import type { Subscription } from '@e-events/shared/contract/sales/subscriptions.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money, platformZone } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { InvoiceButtons } from '../../orders/components/invoice-buttons.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'

type Shown = 'renewed' | 'failing' | 'ending' | 'once' | 'over'

const tones = { renewed: 'green', failing: 'red', ending: 'amber', once: 'green', over: 'neutral' } as const

function shownState({ isRunning, status, kind, problem }: Subscription): Shown {
  if (!isRunning) return 'over'
  if (status === 'cancelled') return 'ending'
  if (kind === 'single') return 'once'
  return problem === null ? 'renewed' : 'failing'
}

/** A subscription: what it is to, what it costs and until when it is paid, what its subscriber can do, its orders. */
export function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions')
  const { t: to } = useTranslation('orders')
  const language = useLanguage()
  const { channel, price, nextPayment, newPrice, problem, endReason } = subscription
  const state = shownState(subscription)
  const title = channel?.title ?? t('platform.title')
  const day = (at: string) => date(at, 'day', language, platformZone)
  const amount = (value: { minor: number; currency: string }) => money(value.minor, value.currency, language)
  const facts = [
    [t('row.since'), day(subscription.since)],
    [t('row.until'), day(subscription.validUntil)],
    [t('row.price'), t(`price.${subscription.kind === 'single' ? 'once' : subscription.period}`, { total: amount(price) })],
    ...(nextPayment ? [[t('row.next'), t('row.nextAt', { total: amount(nextPayment.total), date: day(nextPayment.at) })]] : []),
    ...(nextPayment && subscription.method ? [[t('row.card'), subscription.method]] : []),
  ]
  return (
    <Box component="li" data-subscription={state} sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', minWidth: 0 }}>
        <Picture
          src={channel?.logoUrl ?? null}
          alt=""
          ratio="1:1"
          sizes="56px"
          fallback={{ title, bare: true, ratio: '1:1' }}
          sx={{ width: 56, height: 56, borderRadius: '50%', flexShrink: 0 }}
        />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {channel ? (
              <Link href={paths.channel(channel.slug)} color="inherit" sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
                {title}
              </Link>
            ) : (
              title
            )}
          </Typography>
          <Box sx={{ typography: 'caption' }}>
            <StatusDot tone={tones[state]}>{t(`state.${state}`)}</StatusDot>
          </Box>
        </Box>
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0,1fr))', sm: 'repeat(auto-fit, minmax(140px, 1fr))' },
        }}
      >
        {facts.map(([name, value]) => (
          <Box key={name}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {name}
            </Typography>
            <Typography component="dd" variant="body2" className="tabular" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {problem && <Alert severity="error">{t('problem', { count: problem.attempts, date: day(problem.accessUntil) })}</Alert>}
      {newPrice && (
        <Alert severity="warning">
          {t('newPrice.text', { total: amount(newPrice.total), old: amount(price), date: day(newPrice.from) })}
        </Alert>
      )}
      {endReason !== null && endReason !== 'subscriber' && (
        <Alert severity="info" role="note">
          {t(`ended.${endReason}`)}
        </Alert>
      )}
      <SubscriptionActions subscription={subscription} title={title} />
      {subscription.orders.length > 0 && (
        <Box component="details" sx={{ '& summary': { cursor: 'pointer', typography: 'body2', color: 'text.secondary' } }}>
          <summary>{t('row.orders', { count: subscription.orders.length })}</summary>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {subscription.orders.map((order) => (
              <Box
                component="li"
                key={order.number}
                className="tabular"
                sx={{ py: 0.75, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, typography: 'body2' }}
              >
                <Box sx={{ flex: 1, minWidth: 160 }}>{to('number', { number: order.number, date: day(order.at) })}</Box>
                <Box sx={{ color: 'text.secondary' }}>{to(`status.${order.status}`)}</Box>
                <Box>{amount(order.total)}</Box>
                <InvoiceButtons invoices={order.invoices} />
              </Box>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}

/** As high as a row with a card to pay by and its actions. */
export function SubscriptionRowSkeleton() {
  return (
    <Box
      component="li"
      aria-hidden
      sx={{ p: { xs: 2, sm: 2.5 }, minHeight: { xs: 446, sm: 268 }, display: 'flex', gap: 2, alignItems: 'flex-start' }}
    >
      <Skeleton variant="circular" sx={{ width: 56, height: 56, flexShrink: 0 }} />
      <Box sx={{ flex: 1 }}>
        <Skeleton sx={{ width: '40%', height: 18 }} />
        <Skeleton sx={{ mt: 1, width: '70%', height: 13 }} />
      </Box>
    </Box>
  )
}
