import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
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
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

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

/** Confirmation of an order, or the next step while it is not paid. Once it is, it is the door of the product. */
export function OrderState({ order, slug }: { order: Order; slug: string }) {
  const { t } = useTranslation('checkout')
  const language = useLanguage()
  const state = toldState(order)
  const door = order.items[0]?.product
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
        {t(`state.${state}.title`)}
      </Typography>
      {state === 'refused' ? (
        <Alert severity="error" role="alert" sx={{ mt: 2 }}>
          {t(`failure.${order.failure ?? 'other'}`)}
        </Alert>
      ) : (
        <Typography sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>{t(`state.${state}.text`)}</Typography>
      )}
      <Typography variant="body2" className="tabular" sx={{ mt: 2, color: 'text.secondary' }}>
        {t('number', {
          number: order.number,
          date: date(order.paidAt ?? order.createdAt, 'dayTime', language),
          total: money(order.total.minor, order.total.currency, language),
        })}
      </Typography>
      <Box sx={{ mt: 3, display: 'grid', gap: 1.5 }}>
        {isDone && door && (
          <Button variant="contained" size="large" color="primary" href={paths.door(door)} startIcon={<PlayArrowRounded />}>
            {t(door.type === 'post' ? 'door.read' : 'door.watch')}
          </Button>
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
        <Button href={isDone ? paths.myProducts : paths.product(slug)}>{t(isDone ? 'tickets' : 'back')}</Button>
      </Box>
      {isDone && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          <Link href={paths.myOrders}>{t('orders')}</Link>
        </Typography>
      )}
    </Box>
  )
}
