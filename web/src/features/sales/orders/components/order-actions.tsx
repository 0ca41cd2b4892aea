import MailOutlined from '@mui/icons-material/MailOutlined'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { AskRefundButton } from '../../refunds/components/ask-refund-button.tsx'
import { InvoiceButtons } from './invoice-buttons.tsx'

/** Acts of a buyer on an order: documents, mail, dates, refund, payment. */
export function OrderActions({ order, title }: { order: Order; title: string }) {
  const { t } = useTranslation('orders')
  const { api } = useServices()
  const language = useLanguage()
  const [first] = order.items
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center', ml: -0.5 }}>
      <InvoiceButtons invoices={order.invoices} />
      {order.paidAt !== null && <MailButton order={order} />}
      {order.hasDates && (
        <AddToCalendar
          size="small"
          variant="text"
          label={t('calendar')}
          name={t('calendarLabel', { number: order.number })}
          load={() => api.call(orders.calendar, { params: { id: order.id }, query: { language } })}
          eventPath={first?.product ? paths.product(first.product.slug) : paths.myOrders}
        />
      )}
      <AskRefundButton order={order} />
      {order.paymentUrl !== null && (
        <Button variant="contained" color="inherit" href={order.paymentUrl} aria-label={t('payLabel', { title })}>
          {t('pay')}
        </Button>
      )}
    </Box>
  )
}

/** Mails the order again, with its invoice. */
function MailButton({ order: { id, number } }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { api } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const resend = useMutation({
    mutationFn: () => api.call(orders.resend, { params: { id } }),
    onSuccess: ({ email }) => snacks.success(t('mail.sent', { email }), { key: 'order-mail' }),
    onError: (error) => showError(error, { key: 'order-mail', retry: () => resend.mutate() }),
  })
  return (
    <Button
      size="small"
      startIcon={<MailOutlined />}
      loading={resend.isPending}
      loadingPosition="start"
      aria-label={t('mail.label', { number })}
      onClick={() => resend.mutate()}
    >
      {t('mail.action')}
    </Button>
  )
}
