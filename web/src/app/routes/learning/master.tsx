import type { Master } from '@e-events/shared/contract/learning/masters.ts'
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
import { ProgressLine } from '../../../features/learning/courses/components/progress-line.tsx'
import { masterQuery } from '../../../features/learning/courses/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { CourseTabs } from './course-tabs.tsx'
import { NotFoundPage } from '../not-found.tsx'

/** /masters/{slug}: its courses in their order, and the people; the router lets only logged-in people in. */
export function Component() {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const language = useLanguage()
  const isSlug = slugSchema.safeParse(slug).success
  const found = useQuery({ ...masterQuery(api, { slug, language }), enabled: isSlug })
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
          <CourseTabs
            slug={slug}
            hasAccess={master.hasAccess}
            seesStudents={master.seesStudents}
            courses={master.courses}
            speakers={master.speakers}
            lessons={<AllCourses {...master} />}
            program={
              <Box component="ol" sx={{ m: 0, pl: 3 }}>
                {master.courses.map((course) => (
                  <li key={course.slug}>{course.title}</li>
                ))}
              </Box>
            }
            progress={
              <Box sx={{ display: 'grid', gap: 2 }}>
                {master.courses.map((course) => (
                  <Box key={course.slug} sx={{ display: 'grid', gap: 0.5 }}>
                    <Typography variant="body2">{course.title}</Typography>
                    <ProgressLine title={course.title} percent={course.percent} />
                  </Box>
                ))}
              </Box>
            }
          />
        </>
      )}
    </Page>
  )
}

/** The courses of the master, and those that its holder keeps. */
function AllCourses({ courses, kept }: Pick<Master, 'courses' | 'kept'>) {
  const { t } = useTranslation('courses')
  return (
    <>
      <Courses courses={courses} />
      {kept.length > 0 && (
        <Box component="section" aria-labelledby="kept-courses" sx={{ mt: 5 }}>
          <Typography id="kept-courses" variant="h2" sx={{ fontSize: 20 }}>
            {t('master.kept')}
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
            {t('master.keptNote')}
          </Typography>
          <Courses courses={kept} />
        </Box>
      )}
    </>
  )
}

function Courses({ courses }: Pick<Master, 'courses'>) {
  const { t } = useTranslation('courses')
  if (courses.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('master.empty')}</Typography>
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {courses.map((course) => (
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
  )
}
