import type { Course, CourseLesson } from '@e-events/shared/contract/learning/courses.ts'
import { duration } from '@e-events/shared/ui/format.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLockWords } from '../lock-words.ts'
import { paths } from '../../../../config/paths.ts'

interface LessonListProps {
  course: Course
  /** The lesson that is open. */
  current?: string
}

/** Lessons by module, with the progress of each. */
export function LessonList({ course, current }: LessonListProps) {
  const { t } = useTranslation('courses')
  if (course.modules.every(({ lessons }) => lessons.length === 0))
    return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {course.modules.map((module) => (
        <Box component="section" key={module.id} aria-labelledby={`module-${module.id}`}>
          <Typography variant="h5" component="h2" id={`module-${module.id}`} sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {module.title}
          </Typography>
          {module.lessons.length === 0 ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('moduleEmpty')}
            </Typography>
          ) : (
            <Box
              component="ol"
              sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'border.subtle', borderRadius: '12px', overflow: 'clip' }}
            >
              {module.lessons.map((lesson) => (
                <Box component="li" key={lesson.id} sx={{ '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
                  <Row course={course} lesson={lesson} isCurrent={lesson.id === current} />
                </Box>
              ))}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}

function Row({ course, lesson, isCurrent }: { course: Course; lesson: CourseLesson; isCurrent: boolean }) {
  const { t } = useTranslation('courses')
  const lockWords = useLockWords()
  const isOpen = course.hasAccess || lesson.isPreview
  const Icon = lesson.isWatched
    ? CheckCircleRounded
    : !isOpen || lesson.lock
      ? LockOutlined
      : lesson.kind === 'text'
        ? ArticleOutlined
        : PlayCircleOutlineRounded
  const { average, count } = lesson.rating
  const facts = [
    t(`kind.${lesson.kind}`),
    lesson.durationMs !== null && duration(lesson.durationMs / 1000),
    lesson.isWatched ? t('lesson.watched') : lesson.percent > 0 && t('lesson.percent', { percent: lesson.percent / 100 }),
    !course.hasAccess && t(lesson.isPreview ? 'lesson.free' : 'lesson.locked'),
    lesson.quiz && t(lesson.quiz.isPassed ? 'lesson.quizPassed' : 'lesson.quiz'),
    ...(lesson.lock ? lockWords(lesson.lock) : []),
    average !== null && t('lesson.rating', { average, count }),
  ].filter(Boolean)
  const content = (
    <>
      <Icon aria-hidden sx={{ fontSize: 22, color: lesson.isWatched ? 'success.main' : 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontSize: 14.5, fontWeight: isCurrent ? 640 : 520, overflowWrap: 'anywhere' }}>{lesson.title}</Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
    </>
  )
  const look = { display: 'flex', alignItems: 'center', gap: 1.5, px: 1.5, py: 1.25, minHeight: 56 } as const
  if (!isOpen) return <Box sx={{ ...look, color: 'text.secondary' }}>{content}</Box>
  return (
    <Box
      component={Link}
      to={paths.lesson(course.slug, lesson.id)}
      aria-current={isCurrent ? 'page' : undefined}
      sx={{
        ...look,
        color: 'text.primary',
        textDecoration: 'none',
        bgcolor: isCurrent ? 'surface.selected' : undefined,
        '&:hover': { bgcolor: isCurrent ? 'surface.selected' : 'surface.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: -2 },
      }}
    >
      {content}
    </Box>
  )
}
