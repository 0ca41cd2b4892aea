import { discussionReports } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { discussions } from '@e-events/shared/contract/learning/discussions.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { discussionKey, reportedPostsQuery } from '../queries.ts'

/** Posts that learners reported, for those who teach the course: each is removed or stands. */
export function ReportedPosts({ slug }: { slug: string }) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const client = useQueryClient()
  const explain = useErrorSnack()
  const id = useId()
  const [busyId, setBusyId] = useState<string | null>(null)
  const reported = reportedPostsQuery(api, slug)
  const { data } = useQuery(reported)
  const attempt = async (postId: string, work: () => Promise<unknown>) => {
    if (busyId !== null) return
    setBusyId(postId)
    try {
      await work()
    } catch (error) {
      explain(error, { key: 'discussion', failure: 'dataUpdate' })
    }
    await Promise.all([reported.queryKey, discussionKey(slug)].map((queryKey) => client.invalidateQueries({ queryKey })))
    setBusyId(null)
  }
  if (!data || data.items.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3, p: 2, borderRadius: '12px', border: 1, borderColor: 'border.subtle' }}>
      <Typography variant="h5" component="h2" id={id} sx={{ m: 0, mb: 1 }}>
        {t('report.reported')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {data.items.map((post) => {
          const params = { id: post.id }
          return (
            <Box component="li" key={post.id}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                <strong>{post.author}</strong> {post.text}
              </Typography>
              <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
                {t('report.count', { count: post.reports })}: {post.reasons.map((reason) => t(`report.reason.${reason}`)).join(', ')}
              </Typography>
              <Box sx={{ display: 'flex', gap: 0.5, ml: -1 }}>
                <Button
                  size="small"
                  variant="text"
                  color="error"
                  aria-label={`${t('remove')}: ${post.text}`}
                  loading={busyId === post.id}
                  onClick={() => void attempt(post.id, () => api.call(discussions.remove, { params }))}
                >
                  {t('remove')}
                </Button>
                <Button
                  size="small"
                  variant="text"
                  aria-label={`${t('report.stand')}: ${post.text}`}
                  disabled={busyId === post.id}
                  onClick={() => void attempt(post.id, () => api.call(discussionReports.dismiss, { params }))}
                >
                  {t('report.stand')}
                </Button>
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
