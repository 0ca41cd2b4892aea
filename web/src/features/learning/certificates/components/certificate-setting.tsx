import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useServices } from '../../../../lib/services.ts'
import { certificateSettingsQuery } from '../queries.ts'

/** Whether a course or master gives certificates. A change is saved by itself. */
export function CertificateSetting({ productSlug }: { productSlug: string }) {
  const { t } = useTranslation('certificates')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const query = certificateSettingsQuery(api, productSlug)
  const found = useQuery(query)
  const save = useMutation({
    mutationFn: (givesCertificate: boolean) =>
      api.call(certificates.configure, { params: { slug: productSlug }, body: { givesCertificate } }),
    onSuccess: (latest) => queries.setQueryData(query.queryKey, latest),
    onError: (error) => showError(error, { key: 'certificate-setting', failure: 'productUpdate' }),
  })
  if (found.isPending) return <Skeleton variant="rounded" height={64} />
  if (!found.data)
    return <ErrorNotice error={found.error} title={t('settingError')} onRetry={() => void found.refetch()} retrying={found.isFetching} />
  return (
    <Box sx={{ mt: 2, border: 1, borderColor: 'border.subtle', borderRadius: '12px', overflow: 'clip' }}>
      <SwitchRow
        label={t('setting')}
        note={t('settingNote')}
        checked={save.isPending ? save.variables : found.data.givesCertificate}
        disabled={save.isPending}
        onChange={(checked) => save.mutate(checked)}
      />
    </Box>
  )
}
