import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { opportunities, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'

/** Writes to somebody; where that is not possible it says why. */
export function FollowUpButton({ opportunity }: { opportunity: Opportunity }) {
  const { t } = useTranslation('opportunities')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const snacks = useSnacks()
  const [isAsking, setAsking] = useState(false)
  const { id, product, channel, email, followUp } = opportunity
  const send = useMutation({
    mutationFn: () => api.call(opportunities.followUp, { params: { id } }),
    // A refusal says that the row is another one by now.
    onSettled: () => queries.invalidateQueries({ queryKey: endpointKey(opportunities.list) }),
    onSuccess: () => {
      snacks.success(t('sent'), { key: 'follow-up' })
      setAsking(false)
    },
  })
  const day = (at: string | null) => (at === null ? '' : date(at, 'day', language, zone))
  if (followUp.state !== 'possible' && !isAsking) {
    const why = t(`why.${followUp.state}`, { day: day(followUp.possibleAt) })
    return (
      <Button size="small" variant="text" disabled title={why} sx={{ textWrap: 'balance', lineHeight: 1.25 }}>
        {t(`state.${followUp.state}`)}
      </Button>
    )
  }
  const title = product?.title ?? channel.title
  return (
    <>
      <Button size="small" aria-haspopup="dialog" aria-label={t('writeAbout', { title })} onClick={() => setAsking(true)}>
        {t('write')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('question', { email: email ?? '' })}
        confirmLabel={t('confirm')}
        busy={send.isPending}
        onConfirm={() => send.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('text', { title })}
        <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
          <FailureAlert error={send.error} failure="dataUpdate" />
        </Box>
      </ConfirmDialog>
    </>
  )
}
