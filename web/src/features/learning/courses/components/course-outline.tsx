import type { CourseOutline as Outline } from '@e-events/shared/contract/learning/courses.ts'
import { duration } from '@e-events/shared/ui/format.ts'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { outlineQuery } from '../queries.ts'

type OutlinedCourse = Outline['courses'][number]
type OutlinedModule = OutlinedCourse['modules'][number]

/** Lessons of a course, or of the courses of a master, on the page where it is sold. Nothing where there are none. */
export function CourseOutline({ slug, type }: { slug: string; type: 'course' | 'master' }) {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const language = useLanguage()
  const id = useId()
  const { data } = useQuery(outlineQuery(api, { slug, language }))
  if (!data || data.courses.every(({ modules }) => modules.length === 0)) return null
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: { xs: 5, md: 7 }, maxWidth: 720 }}>
      <Typography variant="h2" id={id}>
        {t(`outline.${type}`)}
      </Typography>
      {data.courses.map((course) => (
        <Box key={course.slug} sx={{ mt: 2 }}>
          {type === 'master' && (
            <Typography variant="h4" component="h3" sx={{ mt: 3, mb: 0.5, overflowWrap: 'anywhere' }}>
              <Link href={paths.product(course.slug)} color="inherit">
                {course.title}
              </Link>
            </Typography>
          )}
          <Facts course={course} />
          {course.modules.map((module, index) => (
            <Module key={module.id} slug={course.slug} module={module} isOpen={type === 'course' && index === 0} />
          ))}
        </Box>
      ))}
    </Box>
  )
}

function Module({ slug, module, isOpen }: { slug: string; module: OutlinedModule; isOpen: boolean }) {
  const { t } = useTranslation('courses')
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded={isOpen}
      slotProps={{ heading: { component: 'div' } }}
      sx={{ borderBottom: 1, borderColor: 'border.subtle', bgcolor: 'transparent', '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        expandIcon={<ExpandMoreRounded />}
        id={`outline-${module.id}`}
        aria-controls={`outline-${module.id}-lessons`}
        sx={{ px: 0.5 }}
      >
        <Typography component="span" sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {module.title}
        </Typography>
        <Typography component="span" variant="body2" sx={{ flexShrink: 0, mx: 1.5, color: 'text.secondary' }}>
          {t('master.lessons', { count: module.lessons.length })}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 0.5, pt: 0 }}>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
          {module.lessons.map((lesson) => (
            <Lesson key={lesson.id} slug={slug} lesson={lesson} />
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  )
}

function Lesson({ slug, lesson }: { slug: string; lesson: OutlinedModule['lessons'][number] }) {
  const { t } = useTranslation('courses')
  const isLoggedIn = useSession().status === 'authenticated'
  const path = paths.lesson(slug, lesson.id)
  const Icon = lesson.kind === 'text' ? ArticleOutlined : PlayCircleOutlineRounded
  const facts = [
    t(`kind.${lesson.kind}`),
    lesson.durationMs !== null && duration(lesson.durationMs / 1000),
    lesson.hasQuiz && t('lesson.quiz'),
  ].filter(Boolean)
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Icon aria-hidden sx={{ fontSize: 20, color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontSize: 14.5, overflowWrap: 'anywhere' }}>{lesson.title}</Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
      {lesson.isPreview && (
        <Link
          href={isLoggedIn ? path : paths.login(path)}
          aria-label={t('outline.previewOf', { title: lesson.title })}
          sx={{ flexShrink: 0, fontSize: 14.5, fontWeight: 600 }}
        >
          {t('outline.preview')}
        </Link>
      )}
    </Box>
  )
}

/** How much it is, how it was rated, and what is given at its end. */
function Facts({ course: { modules, rating, hasCertificate } }: { course: OutlinedCourse }) {
  const { t } = useTranslation('courses')
  const lessons = modules.flatMap((module) => module.lessons)
  const lengthMs = lessons.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  const { average, count } = rating
  const facts = [
    t('counts', { modules: modules.length, lessons: lessons.length }),
    lengthMs > 0 && duration(lengthMs / 1000),
    average !== null && t('lesson.rating', { average, count }),
    hasCertificate && t('outline.certificate'),
  ]
  return <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{facts.filter(Boolean).join(' · ')}</Typography>
}
