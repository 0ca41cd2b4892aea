import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'

/** A date of a lesson with the way to it and to the calendar of the reader. */
export function DateRow({ slug, date: one }: { slug: string; date: LessonDate }) {
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
