import { moveShipmentBody, type Shipment } from '@e-events/shared/contract/sales/shipping.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { moveMutation } from '../queries.ts'

/** Asks who brings the goods and how they are followed; the buyer gets a mail. */
export function SendDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { t } = useTranslation('shipping')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [carrier, setCarrier] = useState('')
  const [code, setCode] = useState('')
  const [url, setUrl] = useState('')
  const [isJudged, setJudged] = useState(false)
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const body = { state: 'sent', carrier: orNull(carrier), trackingCode: orNull(code), trackingUrl: orNull(url) } as const
  const issues = moveShipmentBody.safeParse(body).error?.issues ?? []
  const isFaulty = (name: string) => isJudged && issues.some(({ path }) => path[0] === name)
  const send = useMutation({
    ...moveMutation(api, queries, shipment.id),
    onSuccess: () => {
      snacks.success(t('sent.done', { number: shipment.number }), { key: 'shipment' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('sent.question', { number: shipment.number })}
      confirmLabel={t('act.sent')}
      busy={send.isPending}
      onConfirm={() => {
        setJudged(true)
        if (issues.length === 0) send.mutate(body)
      }}
      onClose={onClose}
    >
      {t('sent.text')}
      <Box sx={{ mt: 2, display: 'grid', gap: 2 }}>
        <TextField
          label={t('sent.carrier')}
          required
          value={carrier}
          error={isFaulty('carrier')}
          helperText={isFaulty('carrier') ? t('zones.fault.required') : undefined}
          onChange={({ target }) => setCarrier(target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField
          label={t('sent.code')}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
        />
        <TextField
          label={t('sent.url')}
          value={url}
          error={isFaulty('trackingUrl')}
          helperText={t(isFaulty('trackingUrl') ? 'sent.urlFault' : 'sent.urlNote')}
          onChange={({ target }) => setUrl(target.value)}
          slotProps={{ htmlInput: { maxLength: 500, inputMode: 'url', autoComplete: 'off' } }}
        />
      </Box>
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={send.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
