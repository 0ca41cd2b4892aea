import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { courseCalendarQuery } from '../queries.ts'

/** Dates of lessons by month, in the zone of the viewer. */
export function CourseCalendar({ slug }: { slug: string }) {
  const { t } = useTranslation('course-calendar')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const found = useQuery(courseCalendarQuery(api, { slug, language }))
  if (found.isPending) return <Skeleton variant="rounded" height={120} aria-label={t('loading')} />
  if (!found.data)
    return (
      <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} heading="h2" />
    )
  const { dates } = found.data
  if (dates.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  const months = Map.groupBy(dates, ({ startsAt }) => date(startsAt, 'monthYear', language, zone))
  const input = { params: { slug }, query: { language } }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <AddToCalendar load={() => api.call(courseCalendar.file, input)} eventPath={paths.course(slug)} label={t('all')} />
      </Box>
      {[...months].map(([month, own]) => (
        <Box component="section" key={month} aria-label={month} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h5" component="h2" sx={{ textTransform: 'capitalize' }}>
            {month}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {own.map((one) => (
              <DateRow key={`${one.lesson.id} ${one.id}`} slug={slug} date={one} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function DateRow({ slug, date: one }: { slug: string; date: LessonDate }) {
  const { t } = useTranslation('course-calendar')
  const { api, clock } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const { lesson, course } = one
  const isOver = Date.parse(one.endsAt) < clock.nowMs()
  const path = paths.lesson(course.slug, lesson.id)
  const input = { params: { slug }, query: { language, lesson: lesson.id } }
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', p: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken' }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {date(one.startsAt, 'full', language, zone)} – {date(one.endsAt, 'time', language, zone)}
        </Typography>
        <Box component={Link} to={path} sx={{ color: 'text.primary', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {lesson.title}
        </Box>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {[
            t(lesson.kind === 'meeting' ? 'meeting' : 'live'),
            ...(one.title === null ? [] : [one.title]),
            ...(course.slug === slug ? [] : [course.title]),
          ].join(' · ')}
        </Typography>
      </Box>
      {one.cancelled ? (
        <Chip size="small" color="error" label={t('cancelled')} />
      ) : isOver ? (
        <Chip size="small" label={t('over')} />
      ) : (
        <AddToCalendar
          load={() => api.call(courseCalendar.file, input)}
          eventPath={path}
          label={t('add')}
          name={`${t('add')}: ${lesson.title}`}
          size="small"
          variant="text"
        />
      )}
    </Box>
  )
}
