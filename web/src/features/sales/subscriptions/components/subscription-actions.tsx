import { subscriptions, type Subscription } from '@e-events/shared/contract/sales/subscriptions.ts'
import { date, money, platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { invalidateSubscriptions } from '../queries.ts'

/** Acts of a subscriber: agree to a price, pay with another card, cancel, resume. The server says which. */
export function SubscriptionActions({ subscription, title }: { subscription: Subscription; title: string }) {
  const { t } = useTranslation('subscriptions')
  const { api, queries } = useServices()
  const language = useLanguage()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [asks, setAsks] = useState(false)
  const { id, allowed, nextPayment, newPrice, validUntil } = subscription
  const params = { id }
  const until = date(validUntil, 'day', language, platformZone)
  const learn = (said?: string) => {
    if (said !== undefined) snacks.success(said, { key: 'subscription' })
    return invalidateSubscriptions(queries)
  }
  const onError = (error: unknown) => {
    showError(error, { key: 'subscription' })
    void invalidateSubscriptions(queries)
  }
  const cancel = useMutation({
    mutationFn: () => api.call(subscriptions.cancel, { params }),
    onSuccess: (now) => learn(t(now.isRunning ? 'cancel.done' : 'cancel.over', { date: until })),
    onError,
    onSettled: () => setAsks(false),
  })
  const resume = useMutation({
    mutationFn: () => api.call(subscriptions.resume, { params }),
    onSuccess: () => learn(t('resume.done')),
    onError,
  })
  const agree = useMutation({
    mutationFn: () => api.call(subscriptions.agree, { params, body: { expectedTotalMinor: newPrice?.total.minor ?? 0 } }),
    onSuccess: () => learn(t('newPrice.done')),
    onError,
  })
  const pay = useMutation({
    mutationFn: () => api.call(subscriptions.pay, { params, body: { expectedTotalMinor: nextPayment?.total.minor ?? 0 } }),
    onSuccess: ({ paymentUrl }) => {
      if (paymentUrl?.startsWith('http')) location.assign(paymentUrl)
      else if (paymentUrl !== null) void navigate(paymentUrl)
    },
    onError,
  })
  const isBusy = cancel.isPending || resume.isPending || agree.isPending || pay.isPending
  const amount = (value: { minor: number; currency: string }) => money(value.minor, value.currency, language)
  if (!Object.values(allowed).includes(true)) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {allowed.agree && newPrice && (
        <Button variant="contained" color="inherit" loading={agree.isPending} disabled={isBusy} onClick={() => agree.mutate()}>
          {t('newPrice.agree', { total: amount(newPrice.total) })}
        </Button>
      )}
      {allowed.pay && nextPayment && (
        <Button
          variant={subscription.problem ? 'contained' : 'soft'}
          color={subscription.problem ? 'primary' : 'inherit'}
          loading={pay.isPending}
          disabled={isBusy}
          aria-label={t('pay.label', { title, action: t(subscription.problem ? 'pay.now' : 'pay.card') })}
          onClick={() => pay.mutate()}
        >
          {t(subscription.problem ? 'pay.now' : 'pay.card')}
        </Button>
      )}
      {allowed.resume && (
        <Button
          variant="contained"
          color="inherit"
          loading={resume.isPending}
          disabled={isBusy}
          aria-label={t('resume.label', { title })}
          onClick={() => resume.mutate()}
        >
          {t('resume.action')}
        </Button>
      )}
      {allowed.cancel && (
        <Button color="inherit" disabled={isBusy} aria-label={t('cancel.label', { title })} onClick={() => setAsks(true)}>
          {t('cancel.action')}
        </Button>
      )}
      <Dialog open={asks} onClose={() => setAsks(false)} aria-labelledby={`cancel-${id}`}>
        <DialogTitle id={`cancel-${id}`}>{t('cancel.title')}</DialogTitle>
        <DialogContent>
          <DialogContentText>{t(subscription.problem ? 'cancel.textNow' : 'cancel.text', { title, date: until })}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setAsks(false)}>{t('cancel.keep')}</Button>
          <Button color="error" variant="contained" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('cancel.confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  )
}
