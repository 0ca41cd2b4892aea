import { ApiError } from '@e-events/shared/contract/client.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { DatasheetActions } from '../../../features/learning/datasheets/components/datasheet-actions.tsx'
import { DatasheetView } from '../../../features/learning/datasheets/components/datasheet-view.tsx'
import { datasheetQuery } from '../../../features/learning/datasheets/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { Component as ProductPage } from '../product/product.tsx'

/** Refusals that the page of the product answers: it shows the price, the door, or that there is nothing. */
const walls: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'TICKET_REQUIRED',
  'TICKET_OF_SESSION',
  'SUBSCRIPTION_REQUIRED',
  'NOT_PURCHASABLE',
])

/**
 * /datasheet/{slug}: the router lets only logged-in people in; whoever may not read it sees what everybody may know of
 * the product, and how to get it.
 */
export function Component() {
  const { t } = useTranslation('datasheets')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const language = useLanguage()
  const found = useQuery({
    ...datasheetQuery(api, { slug, language }),
    placeholderData: (known) => (known?.product.slug === slug ? known : undefined),
  })
  const isClosed = found.error instanceof ApiError && walls.has(found.error.code)
  // A text that may no longer be read goes, also from a page that was open.
  return isClosed ? <ProductPage /> : sheetPage()

  function sheetPage() {
    const sheet = found.data
    return (
      <Box sx={{ px: 'var(--ee-gutter)', pt: { xs: 3, md: 6 }, pb: 6, '@media print': { p: 0, '& *': { color: '#000 !important' } } }}>
        <Title title={sheet?.title} isDraft={sheet !== undefined && sheet.product.status !== 'published'} />
        {found.isPending && (
          <Box role="status" sx={{ maxWidth: 1080, mx: 'auto' }}>
            <h1 className="visually-hidden">{tc('page.loading')}</h1>
            <Skeleton width="60%" height={64} />
            <Skeleton height={320} />
          </Box>
        )}
        {!sheet && found.error && (
          <ErrorNotice
            error={found.error}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
            title={t('error')}
            heading="h1"
          />
        )}
        {sheet && sheet.product.status === 'draft' && (
          <Alert severity="info" sx={{ mb: 3, maxWidth: 1080, mx: 'auto', displayPrint: 'none' }}>
            {t('preview')}
          </Alert>
        )}
        {sheet && <DatasheetView sheet={sheet} actions={<DatasheetActions slug={slug} />} />}
      </Box>
    )
  }
}

function Title({ title, isDraft }: { title: string | undefined; isDraft: boolean }) {
  useDocumentMeta({ title, noIndex: isDraft })
  return null
}
