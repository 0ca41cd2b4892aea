import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'

const severities = { inquiry: 'warning', open: 'error', won: 'success', lost: 'info', closed: 'info' } as const

/** A dispute of a sale: its state, what helps against it, and the seller's side for the bank. */
export function DisputePanel({ sale, dispute }: { sale: Sale; dispute: NonNullable<Sale['dispute']> }) {
  const { t } = useTranslation('sales-table')
  const language = useLanguage()
  const zone = useViewerZone()
  const moment = (at: string | null) => (at === null ? null : date(at, 'dayTime', language, zone))
  const { status, ground, amount } = dispute
  const sum = money(amount.minor, amount.currency, language)
  const mayState = sale.allowed.stateDispute
  return (
    <Box component="section">
      <Typography variant="h5" component="h3">
        {t('dispute.title')}
      </Typography>
      <Alert severity={severities[status]} role="note" sx={{ mt: 1 }}>
        {t(`dispute.text.${status}`, { amount: sum })}
      </Alert>
      <FactList
        facts={[
          [t('dispute.ground'), t(`dispute.grounds.${ground}`)],
          [t(status === 'open' ? 'dispute.held' : 'dispute.amount'), sum],
          [t('dispute.opened'), moment(dispute.openedAt)],
          ...(dispute.closedAt === null ? [[t('dispute.due'), moment(dispute.dueAt) ?? t('dispute.noDue')] as const] : []),
          ...(dispute.closedAt === null ? [] : [[t('dispute.closed'), moment(dispute.closedAt)] as const]),
        ]}
      />
      {mayState && (
        <>
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            {t(`dispute.helps.${ground}`)}
          </Typography>
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('dispute.sent')}
          </Typography>
          <StatementForm key={sale.id} sale={sale} stored={dispute.statement} />
        </>
      )}
      {!mayState && dispute.statement !== null && (
        <Box sx={{ mt: 1.5, typography: 'body2' }}>
          <Box sx={{ fontWeight: 560 }}>{t('dispute.statement')}</Box>
          <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{dispute.statement}</Box>
        </Box>
      )}
    </Box>
  )
}

function StatementForm({ sale, stored }: { sale: Sale; stored: string | null }) {
  const { t } = useTranslation('sales-table')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [text, setText] = useState(stored ?? '')
  const send = useMutation({
    mutationFn: () => api.call(sales.stateDispute, { params: { id: sale.id }, body: { text } }),
    onSuccess: () => snacks.success(t('dispute.saved'), { key: 'dispute' }),
    onSettled: () => Promise.all([sales.listOwn, sales.list].map((list) => queries.invalidateQueries({ queryKey: endpointKey(list) }))),
  })
  const isSame = text.trim() === (stored ?? '') || text.trim() === ''
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame && !send.isPending) send.mutate()
      }}
      sx={{ mt: 1.5, display: 'grid', gap: 1.5, justifyItems: 'start' }}
    >
      <TextField
        multiline
        minRows={3}
        fullWidth
        label={t('dispute.statement')}
        helperText={t('dispute.statementHelp')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: limits.disputeTextChars } }}
      />
      {send.isError && <FailureAlert error={send.error} failure="dataUpdate" />}
      <Button type="submit" disabled={isSame} loading={send.isPending}>
        {t('dispute.save')}
      </Button>
    </Box>
  )
}
