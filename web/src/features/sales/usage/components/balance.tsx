import { prepaid, type Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { date, duration, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { prepaidKey } from '../queries.ts'

/** Time that is left, each purchase, and the way to give unused time back. */
export function Balance({ data }: { data: Prepaid }) {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const queries = useQueryClient()
  const language = useLanguage()
  const zone = useViewerZone()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [isAsking, setAsking] = useState(false)
  const giveBack = useMutation({
    mutationFn: () => api.call(prepaid.giveBack),
    onSuccess: (reply) => {
      queries.setQueryData(prepaidKey, reply)
      snacks.success(t('hours.refund.done'), { key: 'prepaid-refund' })
    },
    onError: (error) => showError(error, { key: 'prepaid-refund', failure: 'payment' }),
    onSettled: () => setAsking(false),
  })
  const refund = data.refund.map(({ minor, currency }) => money(minor, currency, language)).join(' + ')
  return (
    <Card component="section" aria-label={t('hours.card.title')} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="subtitle2" component="h2" sx={{ color: 'text.secondary' }}>
        {t('hours.card.title')}
      </Typography>
      <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 32 }}>
        {duration(data.minutes * 60)}
      </Typography>
      {data.lots.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('hours.lots.none')}
        </Typography>
      ) : (
        <Box component="ul" aria-label={t('hours.lots.title')} className="tabular" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
          {data.lots.map((lot) => (
            <Box
              component="li"
              key={lot.boughtAt}
              sx={{
                py: 1,
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 2,
                borderTop: 1,
                borderColor: 'border.subtle',
                typography: 'body2',
              }}
            >
              <Box component="span" sx={{ flex: '1 1 160px' }}>
                {date(lot.boughtAt, 'day', language, zone)}
              </Box>
              <span>
                {t(lot.returnedMinutes > 0 ? 'hours.lots.returned' : 'hours.lots.used', {
                  all: duration(lot.minutes * 60),
                  used: duration(lot.usedMinutes * 60),
                  returned: duration(lot.returnedMinutes * 60),
                })}
              </span>
            </Box>
          ))}
        </Box>
      )}
      {data.refund.length > 0 && (
        <Button size="small" sx={{ mt: 1.5 }} onClick={() => setAsking(true)}>
          {t('hours.refund.button', { amount: refund })}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('hours.refund.title', { time: duration(data.minutes * 60) })}
        confirmLabel={t('hours.refund.confirm')}
        busy={giveBack.isPending}
        onConfirm={() => giveBack.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('hours.refund.text', { amount: refund })}
      </ConfirmDialog>
    </Card>
  )
}
