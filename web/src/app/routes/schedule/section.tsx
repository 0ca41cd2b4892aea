import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { AddToCalendar } from '../../../components/navigation/add-to-calendar.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { SectionView } from '../../../features/catalogue/schedule/components/section-view.tsx'
import { sectionQuery } from '../../../features/catalogue/schedule/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

export function Component() {
  const { t } = useTranslation('schedule')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { productSlug = '', sectionId = '' } = useParams()
  const language = useLanguage()
  const section = useQuery(sectionQuery(api, { productSlug, sectionId, language }))
  const name = section.data && (section.data.title ?? section.data.product.title)
  useDocumentMeta({
    title: name ?? (section.isError ? tc('error.missing.title') : undefined),
    description: section.data?.product.shortDescription,
    imageUrl: section.data?.product.posterUrl,
  })
  return (
    <Page maxWidth={1120} sx={{ pt: { xs: 2, md: 4 }, pb: 6 }}>
      <Breadcrumbs aria-label={t('section.breadcrumbs')} sx={{ mb: 2.5 }}>
        <Link href={paths.schedule} color="inherit" sx={{ color: 'text.secondary', fontWeight: 450 }}>
          {t('title')}
        </Link>
        {name !== undefined && (
          <Typography
            variant="inherit"
            component="span"
            aria-current="page"
            noWrap
            sx={{ display: 'block', maxWidth: { xs: '26ch', md: '60ch' } }}
          >
            {name}
          </Typography>
        )}
      </Breadcrumbs>
      {section.isPending && (
        <>
          <Box role="status" className="visually-hidden">
            {tc('page.loading')}
          </Box>
          <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: { md: 'minmax(0, 1fr) 320px' }, gap: { xs: 3, md: 5 } }}>
            <Box>
              <Skeleton sx={{ width: '70%', height: 44 }} />
              <Skeleton sx={{ mt: 3, width: 1, height: 104, borderRadius: '16px' }} />
              <Skeleton sx={{ mt: 3, width: 260, height: 42 }} />
            </Box>
            <Skeleton sx={{ width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: '16px' }} />
          </Box>
        </>
      )}
      {section.isError && !section.data && (
        <ErrorNotice
          error={section.error}
          onRetry={() => void section.refetch()}
          retrying={section.isFetching}
          title={t('section.error')}
          heading="h1"
        />
      )}
      {section.data && (
        <SectionView
          section={section.data}
          calendar={
            <AddToCalendar
              load={() => api.call(schedule.sectionCalendar, { params: { productSlug, sectionId }, query: { language } })}
              eventPath={paths.scheduleSection(productSlug, sectionId)}
            />
          }
        />
      )}
    </Page>
  )
}
