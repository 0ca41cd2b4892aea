import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { resourcesQuery } from '../queries.ts'
import { ResourceList } from './resource-list.tsx'

/** Material of one lesson beside it; nothing where there is none. */
export function LessonResources({ slug, lessonId }: { slug: string; lessonId: string }) {
  const { t } = useTranslation('resources')
  const { api } = useServices()
  const id = useId()
  const { data } = useQuery(resourcesQuery(api, slug))
  const found = data?.lessons.find(({ lesson }) => lesson.id === lessonId)
  if (!found) return null
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h5" component="h2" id={id} sx={{ m: 0 }}>
        {t('title')}
      </Typography>
      <ResourceList resources={found.resources} label={t('title')} />
    </Box>
  )
}
