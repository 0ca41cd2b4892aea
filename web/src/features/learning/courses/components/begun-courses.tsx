import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { begunCoursesQuery } from '../queries.ts'
import { ProgressLine } from './progress-line.tsx'

/** Courses that were begun, each with the lesson to go on with; nothing where there are none. */
export function BegunCourses() {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const { data } = useQuery(begunCoursesQuery(api, useLanguage()))
  if (!data || data.courses.length === 0) return null
  return (
    <Box component="section" aria-labelledby="begun" sx={{ mb: 4 }}>
      <Typography variant="h4" component="h2" id="begun" sx={{ mb: 1.5 }}>
        {t('begun')}
      </Typography>
      <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderRadius: '16px' }}>
        {data.courses.map(({ slug, title, percent, lesson }) => (
          <Box
            component="li"
            key={slug}
            sx={{
              p: 2,
              display: 'grid',
              gap: 1.5,
              alignItems: 'center',
              gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1fr) auto' },
              '& + &': { borderTop: 1, borderColor: 'border.subtle' },
            }}
          >
            <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {t('begunNext', { title: lesson.title })}
              </Typography>
              <ProgressLine title={title} percent={percent} />
            </Box>
            <Button
              variant="contained"
              color="primary"
              startIcon={<PlayArrowRounded />}
              href={paths.lesson(slug, lesson.id)}
              aria-label={`${t('continue')}: ${title}`}
            >
              {t('continue')}
            </Button>
          </Box>
        ))}
      </Card>
    </Box>
  )
}
