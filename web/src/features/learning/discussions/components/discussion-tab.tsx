import type { DiscussionKind } from '@e-events/shared/contract/learning/discussions.ts'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Discussion } from './discussion.tsx'
import { ReportedPosts } from './reported-posts.tsx'

interface DiscussionTabProps {
  slug: string
  kind: DiscussionKind
  hasAccess: boolean
  /** Decides about reported posts. */
  moderates: boolean
}

/** Questions or comments in a tab of a course, for those who have it. */
export function DiscussionTab({ slug, kind, hasAccess, moderates }: DiscussionTabProps) {
  const { t } = useTranslation('discussions')
  if (!hasAccess) return <Typography sx={{ color: 'text.secondary' }}>{t('closed')}</Typography>
  return (
    <>
      {moderates && <ReportedPosts slug={slug} />}
      <Discussion key={kind} slug={slug} kind={kind} />
    </>
  )
}
