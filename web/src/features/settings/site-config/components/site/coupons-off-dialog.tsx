import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../../components/feedback/confirm-dialog.tsx'
import { useServices } from '../../../../../lib/services.ts'

interface CouponsOffDialogProps {
  open: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what switching redemption off holds up, before it is done. */
export function CouponsOffDialog({ open, onConfirm, onClose }: CouponsOffDialogProps) {
  const { t } = useTranslation('site-config')
  const { api } = useServices()
  const impact = useQuery({
    queryKey: queryKey(coupons.impact),
    queryFn: ({ signal }) => api.call(coupons.impact, undefined, { signal }),
    enabled: open,
    // Counted anew for each question.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      open={open}
      title={t('couponsOff.title')}
      confirmLabel={t('couponsOff.confirm')}
      destructive
      disabled={impact.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('couponsOff.text')}
      {impact.isPending && <Skeleton sx={{ mt: 1.5 }} />}
      {impact.isError && <Box sx={{ mt: 1.5 }}>{t('couponsOff.unknown')}</Box>}
      {impact.data && (
        <Box component="ul" sx={{ mt: 1.5, mb: 0, pl: 2.5 }}>
          <li>{t('couponsOff.coupons', { count: impact.data.coupons })}</li>
          <li>{t('couponsOff.codes', { count: impact.data.codes })}</li>
          <li>{t('couponsOff.checkouts', { count: impact.data.checkouts })}</li>
        </Box>
      )}
    </ConfirmDialog>
  )
}
