import { discussions, type DiscussionReply } from '@e-events/shared/contract/learning/discussions.ts'
import { date } from '@e-events/shared/ui/format.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { PostForm } from './post-form.tsx'
import { ReportButton } from './report-button.tsx'
import { VoteButton } from './vote-button.tsx'

interface PostTextProps {
  post: DiscussionReply
  /** The reply that answers its question. */
  isAnswer?: boolean
  onChange: () => Promise<void>
  /** Further acts. */
  children: ReactNode
}

/** Text of a post with its author, its time and the acts on it. */
export function PostText({ post, isAnswer = false, onChange, children }: PostTextProps) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const explain = useErrorSnack()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const params = { id: post.id }
  const remove = useMutation({
    mutationFn: () => api.call(discussions.remove, { params }),
    onSuccess: async () => {
      setRemoving(false)
      await onChange()
    },
    onError: (error) => explain(error, { key: 'discussion', failure: 'dataUpdate' }),
  })
  if (!post.author) return <Typography sx={{ color: 'text.secondary', fontStyle: 'italic' }}>{t('removed')}</Typography>
  if (isEditing)
    return (
      <PostForm
        label={t('edit')}
        action={t('save')}
        text={post.text}
        takesFocus
        onSend={async (text) => {
          await api.call(discussions.update, { params, body: { text } })
          setEditing(false)
          await onChange()
        }}
        onCancel={() => setEditing(false)}
      />
    )
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
          {post.author.name}
        </Typography>
        {post.author.isTeacher && <Chip size="small" label={t('teacher')} />}
        {isAnswer && <Chip size="small" color="success" icon={<CheckCircleRounded />} label={t('answer')} />}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {date(post.createdAt, 'dayTime', language, zone)}
          {post.editedAt !== null && ` · ${t('edited')}`}
        </Typography>
      </Box>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{post.text}</Typography>
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', ml: -1 }}>
        <VoteButton post={post} onChange={onChange} />
        {children}
        {post.allowed.report && <ReportButton id={post.id} />}
        {post.allowed.edit && (
          <Button size="small" variant="text" onClick={() => setEditing(true)}>
            {t('change')}
          </Button>
        )}
        {post.allowed.remove && (
          <Button size="small" variant="text" color="error" onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </Box>
      <ConfirmDialog
        open={isRemoving}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        {post.text.slice(0, 200)}
      </ConfirmDialog>
    </Box>
  )
}
