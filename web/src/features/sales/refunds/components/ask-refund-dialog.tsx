import { askedReasons, refunds, type AskableItem, type AskedReason } from '@e-events/shared/contract/sales/money/refunds.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { limits } from '@e-events/shared/limits.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refundItemsQuery } from '../queries.ts'

/** A course or master is given back while less than this part of it was watched. */
const below = limits.refundBelowPercent / 100

/** Items of an order: what was given back, what was asked and answered, and the form to ask. */
export function AskRefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('refunds')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useQuery(refundItemsQuery(api, order.id))
  const items = list.data?.items ?? []
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="ask-refund-title">
      <DialogTitle id="ask-refund-title">{t('ask.title', { number: order.number })}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('ask.lead', { days: limits.refundAskDays, below })}
        </Typography>
        {list.isPending && <Skeleton sx={{ mt: 2, height: 80 }} />}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li': { pt: 2 }, '& > li + li': { mt: 2, borderTop: 1, borderColor: 'border.subtle' } }}
        >
          {items.map((item) => (
            <Item key={item.id} item={item} orderId={order.id} isAlone={items.length === 1} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {tc('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Item({ item, orderId, isAlone }: { item: AskableItem; orderId: Order['id']; isAlone: boolean }) {
  const { t } = useTranslation('refunds')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(isAlone)
  const amount = ({ minor, currency }: AskableItem['total']) => money(minor, currency, language)
  const { request } = item
  const answered = () => {
    if (request === null) return null
    if (request.status === 'open') return t('ask.waiting', { date: date(request.askedAt, 'day', language) })
    return request.status === 'refused' || request.amount === null
      ? t('ask.refused')
      : t('ask.approved', { amount: amount(request.amount) })
  }
  const progress = item.progress && (
    <Typography variant="body2" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary' }}>
      {t('ask.progress', { percent: item.progress.percent / 100, date: date(item.progress.until, 'day', language), below })}
    </Typography>
  )
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Typography variant="subtitle2" component="h3" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {item.title}
        </Typography>
        <Typography variant="numeric" component="p" sx={{ m: 0 }}>
          {amount(item.total)}
        </Typography>
      </Box>
      {item.refunded.minor > 0 && (
        <Typography variant="body2" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t('ask.refunded', { amount: amount(item.refunded) })}
        </Typography>
      )}
      {request !== null ? (
        <Box sx={{ mt: 1, px: 2, py: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken', typography: 'body2', overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 560 }}>{answered()}</Box>
          {request.answer !== null && <Box sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>{t('answered', { answer: request.answer })}</Box>}
        </Box>
      ) : item.ask !== 'open' ? (
        <Typography variant="body2" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary' }}>
          {t(`ask.state.${item.ask}`, { days: limits.refundAskDays, percent: (item.progress?.percent ?? 0) / 100, below })}
        </Typography>
      ) : isAsking ? (
        <>
          {progress}
          <AskForm item={item} orderId={orderId} />
        </>
      ) : (
        <>
          {progress}
          <Button size="small" sx={{ mt: 1 }} aria-label={`${t('ask.open')}: ${item.title}`} onClick={() => setAsking(true)}>
            {t('ask.open')}
          </Button>
        </>
      )}
    </Box>
  )
}

function AskForm({ item, orderId }: { item: AskableItem; orderId: Order['id'] }) {
  const { t } = useTranslation('refunds')
  const { api, queries } = useServices()
  const [reason, setReason] = useState<AskedReason>(item.progress === null ? 'not_held' : 'changed_mind')
  const [text, setText] = useState('')
  const params = { id: orderId }
  const ask = useMutation({
    mutationFn: () => api.call(refunds.ask, { params, body: { itemId: item.id, reason, text: text.trim() } }),
    onSuccess: (answer) => queries.setQueryData(refundItemsQuery(api, orderId).queryKey, answer),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate()
  }
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ mt: 1.5, display: 'grid', gap: 2 }}>
      <TextField
        select
        label={t('ask.reason')}
        value={reason}
        disabled={ask.isPending}
        onChange={({ target }) => setReason(askedReasons.find((one) => one === target.value) ?? reason)}
      >
        {askedReasons.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`reason.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        multiline
        minRows={3}
        maxRows={8}
        label={t('ask.text')}
        helperText={t('ask.textHelp')}
        value={text}
        disabled={ask.isPending}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: limits.refundTextChars } }}
      />
      <FailureAlert error={ask.error} failure="dataUpdate" />
      <Box>
        <Button type="submit" variant="contained" color="inherit" loading={ask.isPending}>
          {t('ask.send')}
        </Button>
      </Box>
    </Box>
  )
}
