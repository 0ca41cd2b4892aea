import { slugSchema } from '@e-events/shared/contract/common.ts'
import type { Course } from '@e-events/shared/contract/learning/courses.ts'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Picture } from '../../../components/media/picture.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { LessonList } from '../../../features/learning/courses/components/lesson-list.tsx'
import { ProgressLine } from '../../../features/learning/courses/components/progress-line.tsx'
import { courseQuery } from '../../../features/learning/courses/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { CourseTabs } from './course-tabs.tsx'
import { NotFoundPage } from '../not-found.tsx'

/** /courses/{slug}: a course for those who have it or may get it; the router lets only logged-in people in. */
export function Component() {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const language = useLanguage()
  const isSlug = slugSchema.safeParse(slug).success
  const found = useQuery({ ...courseQuery(api, { slug, language }), enabled: isSlug })
  const course = found.data
  useDocumentMeta({ title: course?.title, noIndex: true })
  if (!isSlug) return <NotFoundPage />
  if (!course) {
    return (
      <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 }, pb: 8 }}>
        {found.isError ? (
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
            <Skeleton variant="rounded" height={220} sx={{ mb: 3 }} />
            <Skeleton variant="rounded" height={320} />
          </>
        )}
      </Page>
    )
  }
  const lessons = course.modules.flatMap((module) => module.lessons)
  const preview = lessons.find(({ isPreview }) => isPreview)
  return (
    <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 }, pb: 8 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '320px minmax(0,1fr)' }, alignItems: 'center' }}>
        <Picture
          src={course.posterUrl}
          alt=""
          ratio="16:9"
          sizes="(min-width:900px) 320px, 100vw"
          fallback={{ title: course.title }}
          sx={{ borderRadius: '14px' }}
        />
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {course.title}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {t('counts', { modules: course.modules.length, lessons: lessons.length })}
            {course.rating.average !== null && ` · ${t('lesson.rating', { average: course.rating.average, count: course.rating.count })}`}
          </Typography>
          {course.hasAccess && <ProgressLine title={course.title} percent={course.percent} />}
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            {course.hasAccess && course.next !== null && (
              <Button variant="contained" color="primary" startIcon={<PlayArrowRounded />} href={paths.lesson(slug, course.next)}>
                {t(course.isWatched ? 'again' : course.percent > 0 ? 'continue' : 'start')}
              </Button>
            )}
            {!course.hasAccess && (
              <Button variant="contained" color="primary" href={paths.product(slug)}>
                {t('get')}
              </Button>
            )}
            {!course.hasAccess && preview && (
              <Button variant="soft" startIcon={<PlayArrowRounded />} href={paths.lesson(slug, preview.id)}>
                {t('preview')}
              </Button>
            )}
            {course.hasAccess && (
              <Button variant="soft" href={paths.product(slug)}>
                {t('about')}
              </Button>
            )}
          </Box>
        </Box>
      </Box>
      <CourseTabs
        slug={slug}
        hasAccess={course.hasAccess}
        seesStudents={course.seesStudents}
        courses={[course]}
        lessons={<LessonList course={course} />}
        program={<Program modules={course.modules} />}
        progress={<Progress course={course} />}
      />
    </Page>
  )
}

function Program({ modules }: Pick<Course, 'modules'>) {
  const { t } = useTranslation('courses')
  if (modules.every(({ lessons }) => lessons.length === 0)) return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  return (
    <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 2 }}>
      {modules.map((module) => (
        <li key={module.id}>
          <Typography sx={{ fontWeight: 600 }}>{module.title}</Typography>
          <Box component="ol" sx={{ m: 0, mt: 0.5, pl: 3, color: 'text.secondary' }}>
            {module.lessons.map((lesson) => (
              <li key={lesson.id}>{lesson.title}</li>
            ))}
          </Box>
        </li>
      ))}
    </Box>
  )
}

function Progress({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <ProgressLine title={course.title} percent={course.percent} />
      {course.modules.map((module) => (
        <Box component="section" key={module.id} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h5" component="h2">
            {module.title}
          </Typography>
          {module.lessons.map((lesson) => (
            <Box key={lesson.id} sx={{ display: 'grid', gap: 0.5 }}>
              <Typography variant="body2">{lesson.title}</Typography>
              <ProgressLine title={lesson.title} percent={lesson.percent} done={t('lesson.watched')} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}
