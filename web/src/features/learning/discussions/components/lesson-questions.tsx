import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Discussion } from './discussion.tsx'

interface LessonQuestionsProps {
  slug: string
  lessonId: string
  /** The video that plays beside it; null for a text. */
  place: { positionSec(): number; seek(sec: number): void } | null
}

/** Questions about a lesson, each at its second. */
export function LessonQuestions({ slug, lessonId, place }: LessonQuestionsProps) {
  const { t } = useTranslation('discussions')
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h5" component="h2" id={id} sx={{ m: 0 }}>
        {t('lessonTitle')}
      </Typography>
      <Discussion slug={slug} kind="question" lessonId={lessonId} place={place} />
    </Box>
  )
}
