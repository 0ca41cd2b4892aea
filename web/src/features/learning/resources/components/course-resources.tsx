import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { resourcesQuery } from '../queries.ts'
import { ResourceList } from './resource-list.tsx'

/** Material of a whole course or master, by lesson. */
export function CourseResources({ slug }: { slug: string }) {
  const { t } = useTranslation('resources')
  const { api } = useServices()
  const found = useQuery(resourcesQuery(api, slug))
  if (found.isPending) return <Skeleton variant="rounded" height={120} aria-label={t('loading')} />
  if (!found.data)
    return (
      <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} heading="h2" />
    )
  const { lessons } = found.data
  if (lessons.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {lessons.map(({ course, lesson, resources }) => (
        <Box component="section" key={lesson.id} aria-label={lesson.title} sx={{ display: 'grid', gap: 0.5 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            <Box component={Link} to={paths.lesson(course.slug, lesson.id)} sx={{ color: 'text.primary' }}>
              {lesson.title}
            </Box>
            {course.slug !== slug && (
              <Typography component="span" variant="body2" sx={{ ml: 1, color: 'text.secondary' }}>
                {course.title}
              </Typography>
            )}
          </Typography>
          <ResourceList resources={resources} label={lesson.title} />
        </Box>
      ))}
    </Box>
  )
}
