import { gifts, type Gift } from '@e-events/shared/contract/sales/gifts.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

const tones = { unpaid: 'neutral', scheduled: 'amber', sent: 'green', redeemed: 'green', void: 'red' } as const

/** A bought gift: who gets it, whether it was sent and redeemed, its code, and sending it again. */
export function GiftState({ gift }: { gift: Gift }) {
  const { t } = useTranslation('gifts')
  const { api, queries } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const resend = useMutation({
    mutationFn: () => api.call(gifts.resend, { params: { id: gift.id }, body: {} }),
    onSuccess: ({ recipientEmail }) => {
      snacks.success(t('resent', { email: recipientEmail }), { key: 'gift' })
      for (const endpoint of [orders.list, orders.get]) void queries.invalidateQueries({ queryKey: endpointKey(endpoint) })
    },
    onError: (error) => showError(error, { key: 'gift', retry: () => resend.mutate() }),
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(gift.code ?? '')
      snacks.success(t('copied'), { key: 'gift' })
    } catch {
      snacks.error(t('copyFailed', { code: gift.code ?? '' }), { key: 'gift' })
    }
  }
  const isOpen = gift.state === 'scheduled' || gift.state === 'sent'
  const at = gift.state === 'redeemed' ? gift.redeemedAt : gift.state === 'sent' ? gift.mailedAt : gift.deliverAt
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }} data-gift={gift.state}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('for', { name: gift.recipientName, email: gift.recipientEmail })}
      </Typography>
      <Box sx={{ typography: 'caption' }}>
        <StatusDot tone={tones[gift.state]}>
          {t(`state.${gift.state}`, { date: at === null ? '' : date(at, 'dayTime', language, platformZone) })}
        </StatusDot>
      </Box>
      {isOpen && gift.code !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box component="code" sx={{ fontSize: 14, letterSpacing: '0.04em', userSelect: 'all' }}>
            {gift.code}
          </Box>
          <Button size="small" onClick={() => void copy()}>
            {t('copy')}
          </Button>
          <Button size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t(gift.state === 'sent' ? 'resend' : 'sendNow')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
