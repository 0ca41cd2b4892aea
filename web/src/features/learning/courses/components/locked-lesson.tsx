import type { CourseLesson } from '@e-events/shared/contract/learning/courses.ts'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLockWords } from '../lock-words.ts'

/** In the place of a lesson that is locked: why, and the way to what opens it. It opens by itself. */
export function LockedLesson({ slug, lesson }: { slug: string; lesson: CourseLesson }) {
  const { t } = useTranslation('courses')
  const words = useLockWords()
  const { lock } = lesson
  if (!lock) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', pt: 4 }}>
      <LockOutlined aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
      <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('lock.title')}
      </Typography>
      {words(lock).map((line) => (
        <Typography key={line} sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
      {lock.after && (
        <Button variant="contained" color="primary" href={paths.lesson(slug, lock.after.id)}>
          {t('lock.go')}
        </Button>
      )}
    </Box>
  )
}
