import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

interface SubscribedStateProps {
  order: Order
  /** Where its order is placed again. */
  anew: string
  /** Where its subscriber came from. */
  back: { label: string; to: string }
}

/** Focus goes to the heading of each state: a screen reader says that the page turned over. */
const focus = (heading: HTMLHeadingElement | null) => heading?.focus()

/** State of the order of a subscription; once it is paid, the way back to what asked for it. */
export function SubscribedState({ order, anew, back }: SubscribedStateProps) {
  const { t } = useTranslation('subscriptions')
  const { t: tb } = useTranslation('checkout')
  const language = useLanguage()
  const isPaid = order.status === 'paid'
  const isRefused = order.status === 'pending' && order.failure !== null
  const isOver = !isPaid && order.status !== 'pending'
  const state = isPaid ? 'paid' : isOver ? 'over' : order.isSettling ? 'settling' : isRefused ? 'refused' : 'waiting'
  const Icon = isPaid ? CheckCircleRounded : isOver || isRefused ? InfoOutlined : HourglassTopRounded
  return (
    <Box data-order={state}>
      <Icon sx={{ fontSize: 56, color: isPaid ? 'success.main' : 'text.secondary' }} aria-hidden />
      <Typography key={state} ref={focus} tabIndex={-1} variant="h1" sx={{ mt: 1.5, outline: 'none' }}>
        {isPaid ? t('done.title') : tb(`state.${state}.title`)}
      </Typography>
      {isRefused ? (
        <Alert severity="error" role="alert" sx={{ mt: 2 }}>
          {tb(`failure.${order.failure ?? 'other'}`)}
        </Alert>
      ) : (
        <Typography sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>
          {state === 'paid' || state === 'refused' ? t('done.text') : tb(`state.${state}.text`)}
        </Typography>
      )}
      <Typography variant="body2" className="tabular" sx={{ mt: 2, color: 'text.secondary' }}>
        {tb('number', {
          number: order.number,
          date: date(order.paidAt ?? order.createdAt, 'dayTime', language),
          total: money(order.total.minor, order.total.currency, language),
        })}
      </Typography>
      <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {order.paymentUrl !== null && (
          <Button variant="contained" size="large" color="primary" href={order.paymentUrl}>
            {tb(isRefused ? 'again' : 'goOn')}
          </Button>
        )}
        {isOver && (
          <Button variant="contained" size="large" color="primary" href={anew}>
            {tb('anew')}
          </Button>
        )}
        {isPaid && (
          <Button variant="contained" size="large" color="primary" href={back.to}>
            {back.label}
          </Button>
        )}
        <Button size="large" href={paths.mySubscriptions}>
          {t('mine')}
        </Button>
      </Box>
    </Box>
  )
}
