import { discussions, type DiscussionReply } from '@e-events/shared/contract/learning/discussions.ts'
import { count } from '@e-events/shared/ui/format.ts'
import ThumbUpOutlined from '@mui/icons-material/ThumbUpOutlined'
import ThumbUpRounded from '@mui/icons-material/ThumbUpRounded'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

/** One vote of each account for a post. */
export function VoteButton({ post, onChange }: { post: DiscussionReply; onChange: () => Promise<void> }) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const language = useLanguage()
  const explain = useErrorSnack()
  const { id, votes, hasMyVote } = post
  const vote = useMutation({
    mutationFn: () => api.call(discussions.vote, { params: { id }, body: { voted: !hasMyVote } }),
    onSuccess: onChange,
    onError: (error) => explain(error, { key: 'discussion', failure: 'dataUpdate' }),
  })
  return (
    <Button
      size="small"
      variant="text"
      aria-pressed={hasMyVote}
      aria-label={t('vote', { count: votes })}
      aria-disabled={vote.isPending}
      onClick={() => {
        if (!vote.isPending) vote.mutate()
      }}
      startIcon={hasMyVote ? <ThumbUpRounded /> : <ThumbUpOutlined />}
      sx={{ minWidth: 0 }}
    >
      <span className="tabular">{count(votes, language)}</span>
    </Button>
  )
}
