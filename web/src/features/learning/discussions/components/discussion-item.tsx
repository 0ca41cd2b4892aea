import { discussions, type DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { PostForm } from './post-form.tsx'
import { PostText } from './post-text.tsx'

interface DiscussionItemProps {
  post: DiscussionPost
  /** Where posts of several lessons stand together. */
  namesLesson: boolean
  /** Shows a place of the video beside it; left out where nothing plays. */
  onSeek: ((sec: number) => void) | undefined
  onChange: () => Promise<void>
}

/** A question or comment with its replies. */
export function DiscussionItem({ post, namesLesson, onSeek, onChange }: DiscussionItemProps) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const [isReplying, setReplying] = useState(false)
  const atSec = post.positionMs === null ? null : Math.floor(post.positionMs / 1000)
  const at = atSec === null ? '' : clock(atSec)
  const explain = useErrorSnack()
  const accept = async (replyId: string | null) => {
    try {
      await api.call(discussions.accept, { params: { id: post.id }, body: { replyId } })
      await onChange()
    } catch (error) {
      explain(error, { key: 'discussion', failure: 'dataUpdate' })
    }
  }
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, p: 2, borderRadius: '12px', bgcolor: 'surface.sunken' }}>
      {post.lesson !== null && (namesLesson || atSec !== null) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -1 }}>
          {onSeek && atSec !== null ? (
            <Button size="small" variant="text" onClick={() => onSeek(atSec)} aria-label={t('goTo', { at })} sx={{ minWidth: 0 }}>
              {at}
            </Button>
          ) : (
            <Button
              size="small"
              variant="text"
              href={`${paths.lesson(post.lesson.course, post.lesson.id)}${atSec === null ? '' : `?t=${atSec}`}`}
              sx={{ overflowWrap: 'anywhere', textAlign: 'start' }}
            >
              {atSec === null ? post.lesson.title : t('lessonAt', { lesson: post.lesson.title, at })}
            </Button>
          )}
        </Box>
      )}
      <PostText post={post} onChange={onChange}>
        <Button size="small" variant="text" aria-expanded={isReplying} onClick={() => setReplying(!isReplying)}>
          {t(`${post.kind}.reply`)}
        </Button>
      </PostText>
      {post.replies.length > 0 && (
        <Box
          component="ul"
          aria-label={t('replies')}
          sx={{ listStyle: 'none', m: 0, p: 0, pl: 2, display: 'grid', gap: 1.5, borderLeft: 2, borderColor: 'border.subtle' }}
        >
          {post.replies.map((reply) => (
            <Box component="li" key={reply.id}>
              <PostText post={reply} isAnswer={post.acceptedId === reply.id} onChange={onChange}>
                {post.mayAccept && reply.author && (
                  <Button
                    size="small"
                    variant="text"
                    aria-pressed={post.acceptedId === reply.id}
                    onClick={() => void accept(post.acceptedId === reply.id ? null : reply.id)}
                  >
                    {t('accept')}
                  </Button>
                )}
              </PostText>
            </Box>
          ))}
        </Box>
      )}
      {isReplying && (
        <PostForm
          label={t(`${post.kind}.yourReply`)}
          action={t('send')}
          takesFocus
          onSend={async (text) => {
            await api.call(discussions.reply, { params: { id: post.id }, body: { text } })
            setReplying(false)
            await onChange()
          }}
          onCancel={() => setReplying(false)}
        />
      )}
    </Box>
  )
}
