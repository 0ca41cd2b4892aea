import { slugSchema } from '@e-events/shared/contract/common.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Picture } from '../../../components/media/picture.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { People } from '../../../features/catalogue/products/components/people.tsx'
import { productQuery } from '../../../features/catalogue/products/queries.ts'
import { CourseCalendar } from '../../../features/learning/course-calendar/components/course-calendar.tsx'
import { CourseResources } from '../../../features/learning/resources/components/course-resources.tsx'
import { Discussion } from '../../../features/learning/discussions/components/discussion.tsx'
import { FaqList } from '../../../features/learning/study-guides/components/faq-list.tsx'
import { GuideTexts } from '../../../features/learning/study-guides/components/guide-texts.tsx'
import { studyGuideQuery } from '../../../features/learning/study-guides/queries.ts'
import { ProgressLine } from '../../../features/learning/courses/components/progress-line.tsx'
import { StudentsTab } from '../../../features/learning/courses/components/students-tab.tsx'
import { masterQuery } from '../../../features/learning/courses/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'

/** /masters/{slug}: its courses in their order, and the people; the router lets only logged-in people in. */
export function Component() {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const language = useLanguage()
  const isSlug = slugSchema.safeParse(slug).success
  const found = useQuery({ ...masterQuery(api, { slug, language }), enabled: isSlug })
  const { data: product } = useQuery({ ...productQuery(api, { slug, language }), enabled: isSlug })
  const { data: guide } = useQuery({ ...studyGuideQuery(api, slug), enabled: isSlug })
  const master = found.data
  useDocumentMeta({ title: master?.title, noIndex: true })
  if (!isSlug) return <NotFoundPage />
  return (
    <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 }, pb: 8 }}>
      {!master &&
        (found.isError ? (
          <ErrorNotice
            error={found.error}
            title={t('error')}
            heading="h1"
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        ) : (
          <>
            <h1 className="visually-hidden">{t('loading')}</h1>
            <Skeleton variant="rounded" height={320} />
          </>
        ))}
      {master && (
        <>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {master.title}
          </Typography>
          <Typography sx={{ mt: 1, mb: 2, color: 'text.secondary' }}>{t('master.counts', { count: master.courses.length })}</Typography>
          {master.hasAccess ? (
            <ProgressLine title={master.title} percent={master.percent} done={t('master.done')} />
          ) : (
            <Button variant="contained" color="primary" href={paths.product(slug)}>
              {t('master.get')}
            </Button>
          )}
          <Typography variant="h2" sx={{ mt: 4, mb: 2 }}>
            {t('master.courses')}
          </Typography>
          {master.courses.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('master.empty')}</Typography>}
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {master.courses.map((course) => (
              <Box
                component="li"
                key={course.slug}
                sx={{
                  display: 'grid',
                  gap: 2,
                  gridTemplateColumns: { xs: '96px minmax(0,1fr)', sm: '180px minmax(0,1fr)' },
                  alignItems: 'center',
                }}
              >
                <Picture
                  src={course.posterUrl}
                  alt=""
                  ratio="16:9"
                  sizes="180px"
                  fallback={{ title: course.title }}
                  sx={{ borderRadius: '10px' }}
                />
                <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
                  <Box
                    component={Link}
                    to={paths.productOfType('course', course.slug)}
                    sx={{ color: 'text.primary', fontWeight: 600, fontSize: 17, overflowWrap: 'anywhere' }}
                  >
                    {course.title}
                  </Box>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t('master.lessons', { count: course.lessons })}
                  </Typography>
                  {course.hasAccess && <ProgressLine title={course.title} percent={course.percent} />}
                </Box>
              </Box>
            ))}
          </Box>
          {guide && <GuideTexts guide={guide} />}
          {guide && guide.faqs.length > 0 && (
            <Box component="section" sx={{ mb: 4 }}>
              <Typography variant="h2" sx={{ mt: 4, mb: 2 }}>
                {t('tab.faqs')}
              </Typography>
              <FaqList faqs={guide.faqs} heading="h3" />
            </Box>
          )}
          {product && product.speakers.length > 0 && <People people={product.speakers} />}
          <Typography variant="h2" sx={{ mt: 4, mb: 2 }}>
            {t('tab.calendar')}
          </Typography>
          <CourseCalendar slug={slug} />
          <Typography variant="h2" sx={{ mt: 4, mb: 2 }}>
            {t('tab.resources')}
          </Typography>
          <CourseResources slug={slug} />
          {master.hasAccess &&
            (['questions', 'comments'] as const).map((part) => (
              <Box component="section" key={part} aria-labelledby={part}>
                <Typography variant="h2" id={part} sx={{ mt: 4, mb: 2 }}>
                  {t(`tab.${part}`)}
                </Typography>
                <Discussion slug={slug} kind={part === 'questions' ? 'question' : 'comment'} />
              </Box>
            ))}
          <Typography variant="h2" sx={{ mt: 4, mb: 2 }}>
            {t('tab.students')}
          </Typography>
          <StudentsTab slug={slug} seesStudents={master.seesStudents} />
        </>
      )}
    </Page>
  )
}
