import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { isAhead, type EventState } from '@e-events/shared/domain/event-state.ts'
import { isRead, datedTypes } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

/** State of an order, as its buyer is told it. */
type Told = 'paid' | 'refunded' | 'settling' | 'waiting' | 'refused' | 'over'

function toldState(order: Order): Told {
  if (order.status === 'paid' || order.status === 'partially_refunded') return 'paid'
  if (order.status === 'refunded') return 'refunded'
  if (order.status !== 'pending') return 'over'
  if (order.isSettling) return 'settling'
  return order.failure === null ? 'waiting' : 'refused'
}

/** Focus goes to the heading of each state: a screen reader says that the page turned over. */
const focus = (heading: HTMLHeadingElement | null) => heading?.focus()

/** Name of the place behind the door; before its hour, that is the waiting room. */
function doorWord(type: ProductType, event: EventState | undefined): 'read' | 'listen' | 'learn' | 'meet' | 'watch' | 'enter' | 'waiting' {
  if (isRead(type)) return 'read'
  if (type === 'podcast') return 'listen'
  if (type === 'course' || type === 'master') return 'learn'
  if (type === 'meet') return 'meet'
  if (!datedTypes.has(type)) return 'watch'
  if (event === undefined) return 'enter'
  return isAhead(event) ? 'waiting' : 'watch'
}

/**
 * Confirmation of an order, or the next step while it is not paid. Once it is, it is the door of the product.
 * @param event state of the product behind the door, once it is known
 */
export function OrderState({ order, slug, event }: { order: Order; slug: string; event: EventState | undefined }) {
  const { t } = useTranslation('checkout')
  const { api } = useServices()
  const language = useLanguage()
  const state = toldState(order)
  const gift = order.items[0]?.gift ?? null
  const mine = order.items.find(({ kind }) => kind !== 'physical' && kind !== 'shipping' && kind !== 'gift')
  const door = mine?.product
  const parts = mine?.parts.filter((part) => part.state === 'included' && !part.isRefunded) ?? []
  const refunded = mine?.parts.filter((part) => part.isRefunded) ?? []
  const isDone = state === 'paid'
  const Icon = isDone
    ? CheckCircleRounded
    : state === 'over' || state === 'refunded' || state === 'refused'
      ? InfoOutlined
      : HourglassTopRounded
  return (
    <Box sx={{ mt: 3 }} data-order={state}>
      <Icon sx={{ fontSize: 56, color: isDone ? 'success.main' : 'text.secondary' }} aria-hidden />
      <Typography key={state} ref={focus} tabIndex={-1} variant="h1" sx={{ mt: 1.5, fontSize: { xs: 28, md: 32 }, outline: 'none' }}>
        {t(gift && isDone ? 'state.given.title' : `state.${state}.title`)}
      </Typography>
      {state === 'refused' ? (
        <Alert severity="error" role="alert" sx={{ mt: 2 }}>
          {t(`failure.${order.failure ?? 'other'}`)}
        </Alert>
      ) : (
        <Typography sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>
          {gift && isDone
            ? t('state.given.text', { name: gift.recipientName })
            : t(isDone && !door ? 'state.paid.goods' : `state.${state}.text`)}
        </Typography>
      )}
      <Typography variant="body2" className="tabular" sx={{ mt: 2, color: 'text.secondary' }}>
        {t('number', {
          number: order.number,
          date: date(order.paidAt ?? order.createdAt, 'dayTime', language),
          total: money(order.total.minor, order.total.currency, language),
        })}
      </Typography>
      {(state === 'waiting' || state === 'refused') && order.expiresAt !== null && <HoldCountdown endsAt={order.expiresAt} />}
      <Box sx={{ mt: 3, display: 'grid', gap: 1.5 }}>
        {isDone && door && (
          <Button variant="contained" size="large" color="primary" href={paths.door(door)} startIcon={<PlayArrowRounded />}>
            {t(`door.${doorWord(door.type, event)}`)}
          </Button>
        )}
        {isDone &&
          parts.map((part) => (
            <Button key={part.slug} href={paths.door(part)} startIcon={<PlayArrowRounded />}>
              {part.title}
            </Button>
          ))}
        {isDone && refunded.length > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('state.partsRefunded', { titles: refunded.map(({ title }) => title).join(', ') })}
          </Typography>
        )}
        {isDone && order.hasDates && (
          <AddToCalendar
            load={() => api.call(orders.calendar, { params: { id: order.id }, query: { language } })}
            eventPath={paths.product(door?.slug ?? slug)}
          />
        )}
        {order.paymentUrl !== null && (
          <Button variant="contained" size="large" color="primary" href={order.paymentUrl}>
            {t(state === 'refused' ? 'again' : 'goOn')}
          </Button>
        )}
        {state === 'over' && (
          <Button variant="contained" size="large" color="primary" href={paths.checkout(slug)}>
            {t('anew')}
          </Button>
        )}
        <Button href={isDone && door ? paths.myProducts : paths.product(slug)}>{t(isDone && door ? 'tickets' : 'back')}</Button>
      </Box>
      {isDone && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          <Link href={paths.myOrders}>{t('orders')}</Link>
        </Typography>
      )}
    </Box>
  )
}

/** Time for which everything in the order is kept. */
function HoldCountdown({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation('checkout')
  const { clock } = useServices()
  const { minutes, seconds, totalSeconds } = useCountdown(Date.parse(endsAt), clock.nowMs)
  if (totalSeconds === 0) return null
  return (
    <Box sx={{ mt: 2, px: 2, py: 1.25, borderRadius: '10px', bgcolor: 'tint.amber', display: 'flex', gap: 1.5, typography: 'body2' }}>
      {t('held')}
      {/* No announcement every second. */}
      <Box role="timer" aria-live="off" className="tabular" sx={{ fontWeight: 680 }}>
        {`${minutes}:${String(seconds).padStart(2, '0')}`}
      </Box>
    </Box>
  )
}
