import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { courseCalendarQuery } from '../queries.ts'
import { DateRow } from './date-row.tsx'
import { MonthGrid } from './month-grid.tsx'

/** Dates of lessons in the zone of the viewer: a month in squares, on phones a list of all months. */
export function CourseCalendar({ slug }: { slug: string }) {
  const { t } = useTranslation('course-calendar')
  const { api } = useServices()
  const language = useLanguage()
  const hasRoom = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'))
  const found = useQuery(courseCalendarQuery(api, { slug, language }))
  if (found.isPending) return <Skeleton variant="rounded" height={120} role="status" aria-label={t('loading')} />
  if (!found.data)
    return (
      <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} heading="h2" />
    )
  const { dates } = found.data
  if (dates.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  const input = { params: { slug }, query: { language } }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <AddToCalendar load={() => api.call(courseCalendar.file, input)} eventPath={paths.course(slug)} label={t('all')} />
      </Box>
      {hasRoom ? <MonthGrid slug={slug} dates={dates} /> : <MonthLists slug={slug} dates={dates} />}
    </Box>
  )
}

function MonthLists({ slug, dates }: { slug: string; dates: readonly LessonDate[] }) {
  const language = useLanguage()
  const zone = useViewerZone()
  const months = Map.groupBy(dates, ({ startsAt }) => date(startsAt, 'monthYear', language, zone))
  return (
    <>
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
    </>
  )
}
