import { ApiError } from '@e-events/shared/contract/client.ts'
import { viewings, qualityPartSchema, type QualityReport as Report } from '@e-events/shared/contract/live/viewings.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import InsightsRounded from '@mui/icons-material/InsightsRounded'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { ExportMenu } from '../../../../components/data-table/export-menu.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { QualityReport } from '../../../../features/live/quality/components/quality-report.tsx'
import { qualityQuery } from '../../../../features/live/quality/queries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { NotFoundPage } from '../../not-found.tsx'

type Part = Report['parts'][number]

/** How a product was watched, for its organizer and for administrators. The chosen date stands in the address. */
export function Component() {
  const { t } = useTranslation('quality')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const { productSlug: slug = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const part = qualityPartSchema.safeParse(params.get('part')).data
  const found = useQuery(qualityQuery(api, slug, part))
  const report = found.data
  useDocumentMeta({ title: t('title'), noIndex: true })
  if (!report && found.error instanceof ApiError && found.error.code === 'NOT_FOUND') return <NotFoundPage />
  const name = ({ startsAt, title }: Part) => title ?? (startsAt === null ? t('video') : date(startsAt, 'full', language, zone))
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={report ? <Link href={paths.product(report.product.slug)}>{report.product.title}</Link> : undefined}
        actions={
          report?.part != null && (
            <>
              <TextField
                select
                size="small"
                label={t(report.parts.some(({ title }) => title !== null) ? 'lesson' : 'part')}
                value={report.part}
                onChange={({ target }) => setParams({ part: target.value }, { replace: true })}
                sx={{ minWidth: 220 }}
              >
                {report.parts.map((part) => (
                  <MenuItem key={part.id} value={part.id}>
                    {name(part)}
                  </MenuItem>
                ))}
              </TextField>
              <ExportMenu
                load={(format) =>
                  api.call(viewings.export, { params: { slug }, query: { format, ...(report.part === null ? {} : { part: report.part }) } })
                }
              />
            </>
          )
        }
      />
      <Box sx={{ height: 2, mb: 1 }}>{found.isPlaceholderData && <LinearProgress aria-label={t('title')} sx={{ height: 2 }} />}</Box>
      {found.isPending ? (
        <Waiting />
      ) : !report ? (
        <Card>
          <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} />
        </Card>
      ) : report.part === null ? (
        <Card>
          <Notice icon={InsightsRounded} title={t('empty.title')}>
            {t('empty.text')}
          </Notice>
        </Card>
      ) : (
        <QualityReport report={report} />
      )}
    </>
  )
}

function Waiting() {
  return (
    <Box aria-hidden sx={{ display: 'grid', gap: 2 }}>
      <Skeleton variant="rounded" height={210} />
      <Skeleton variant="rounded" height={260} />
      <Skeleton variant="rounded" height={260} />
    </Box>
  )
}
