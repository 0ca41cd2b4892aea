import { ApiError } from '@e-events/shared/contract/client.ts'
import SearchOffRounded from '@mui/icons-material/SearchOffRounded'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { ShownCertificate } from '../../../features/learning/certificates/components/shown-certificate.tsx'
import { shownCertificateQuery } from '../../../features/learning/certificates/queries.ts'
import { useServices } from '../../../lib/services.ts'

const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')

/** /certificates/{id}: anybody reads there whether a certificate is valid. */
export function Component() {
  const { t } = useTranslation('certificates')
  const { api } = useServices()
  const { id = '' } = useParams()
  const found = useQuery({ ...shownCertificateQuery(api, id), retry: (count, error) => count < 2 && !isAbsent(error) })
  const signed = found.data?.signed
  useDocumentMeta({ title: signed ? `${signed.name}, ${signed.title}` : t('title'), noIndex: true })
  return (
    <Page maxWidth={760} sx={{ pt: { xs: 3, md: 6 }, pb: 8 }}>
      {!signed && (
        <Typography variant="h1" sx={{ mb: 3 }}>
          {t('title')}
        </Typography>
      )}
      {found.isPending && <Skeleton variant="rounded" height={320} />}
      {found.isError && !found.data && isAbsent(found.error) && (
        <Notice icon={SearchOffRounded} title={t('absent.title')}>
          {t('absent.text')}
        </Notice>
      )}
      {found.isError && !found.data && !isAbsent(found.error) && (
        <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} />
      )}
      {found.data && <ShownCertificate certificate={found.data} />}
    </Page>
  )
}
