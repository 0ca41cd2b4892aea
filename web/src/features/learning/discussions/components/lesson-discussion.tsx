import type { DiscussionKind } from '@e-events/shared/contract/learning/discussions.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Discussion } from './discussion.tsx'

interface LessonDiscussionProps {
  kind: DiscussionKind
  slug: string
  lessonId: string
  /** The video that plays beside it; null for a text. */
  place: { positionSec(): number; seek(sec: number): void } | null
}

/** Questions about a lesson, each at its second, or comments on it. */
export function LessonDiscussion({ kind, slug, lessonId, place }: LessonDiscussionProps) {
  const { t } = useTranslation('discussions')
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h5" component="h2" id={id} sx={{ m: 0 }}>
        {t(`${kind}.lessonTitle`)}
      </Typography>
      <Discussion slug={slug} kind={kind} lessonId={lessonId} place={place} />
    </Box>
  )
}
