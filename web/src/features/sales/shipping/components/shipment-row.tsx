import type { Shipment } from '@e-events/shared/contract/sales/shipping.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { moveMutation } from '../queries.ts'
import { AddressLines } from './address-lines.tsx'
import { SendDialog } from './send-dialog.tsx'

export const shipmentTones = { waiting: 'amber', packed: 'blue', sent: 'blue', delivered: 'green', cancelled: 'neutral' } as const

/** One order to send: contents, address, and the next step. */
export function ShipmentRow({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipping')
  const { api, queries } = useServices()
  const language = useLanguage()
  const [isSending, setSending] = useState(false)
  const move = useMutation(moveMutation(api, queries, shipment.id))
  const act = (state: Shipment['next'][number]) => (state === 'sent' ? setSending(true) : move.mutate({ state }))
  return (
    <Box
      component="li"
      aria-label={t('order', { number: shipment.number })}
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1.2fr) minmax(0,1fr)', lg: 'minmax(0,1.2fr) minmax(0,1fr) auto' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h5" component="h2" className="tabular">
          {t('order', { number: shipment.number })}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {date(shipment.paidAt, 'dayTime', language)} · {shipment.channel.title}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {shipment.items.map(({ title, quantity }) => (
            <Box component="li" key={title} className="tabular" sx={{ overflowWrap: 'anywhere' }}>
              {t('item', { quantity, title })}
            </Box>
          ))}
        </Box>
        <Box sx={{ mt: 1, typography: 'caption' }}>
          <StatusDot tone={shipmentTones[shipment.state]}>{t(`state.${shipment.state}`)}</StatusDot>
        </Box>
        {shipment.carrier !== null && (
          <Typography variant="body2" className="tabular" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[shipment.carrier, shipment.trackingCode].filter(Boolean).join(' · ')}{' '}
            {shipment.trackingUrl !== null && (
              <Link href={shipment.trackingUrl} target="_blank" rel="noreferrer">
                {t('track')}
              </Link>
            )}
          </Typography>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {shipment.address === null ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('noAddress')}
          </Typography>
        ) : (
          <AddressLines address={shipment.address} />
        )}
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {shipment.email}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', justifyContent: { lg: 'flex-end' }, flexWrap: 'wrap' }}>
        {shipment.next.map((state, at) => (
          <Button
            key={state}
            variant={at === 0 ? 'contained' : 'text'}
            color="inherit"
            loading={move.isPending && move.variables.state === state}
            disabled={move.isPending}
            onClick={() => act(state)}
          >
            {t(`act.${state}`)}
          </Button>
        ))}
      </Box>
      <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
        <FailureAlert error={move.error} failure="dataUpdate" />
      </Box>
      {isSending && <SendDialog shipment={shipment} onClose={() => setSending(false)} />}
    </Box>
  )
}
