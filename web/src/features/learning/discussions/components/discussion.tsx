import { discussions, type DiscussionKind, type DiscussionOrder } from '@e-events/shared/contract/learning/discussions.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { discussionKey, discussionQuery } from '../queries.ts'
import { DiscussionItem } from './discussion-item.tsx'
import { PostForm } from './post-form.tsx'

interface DiscussionProps {
  slug: string
  kind: DiscussionKind
  /** Only of this lesson; a new post belongs to it. */
  lessonId?: string
  /** The video that plays beside it; null where nothing plays. */
  place?: { positionSec(): number; seek(sec: number): void } | null
}

/** Questions or comments of a course or master, with what it takes to ask and reply. */
export function Discussion({ slug, kind, lessonId, place = null }: DiscussionProps) {
  const { t } = useTranslation('discussions')
  const { api } = useServices()
  const client = useQueryClient()
  const [isUnanswered, setUnanswered] = useState(false)
  const [order, setOrder] = useState<DiscussionOrder>('newest')
  const [atSec, setAtSec] = useState<number | null>(null)
  const found = useInfiniteQuery(
    discussionQuery(api, slug, {
      kind,
      lesson: lessonId,
      ...(isUnanswered ? { unanswered: 'true' } : {}),
      ...(order === 'votes' ? { order } : {}),
    }),
  )
  const posts = found.data?.pages.flatMap(({ items }) => items) ?? []
  const learn = () => client.invalidateQueries({ queryKey: discussionKey(slug) })
  const send = async (text: string) => {
    const positionMs = atSec === null ? null : Math.round(atSec * 1000)
    await api.call(discussions.add, { params: { slug }, body: { kind, text, lessonId: lessonId ?? null, positionMs } })
    setAtSec(null)
    await learn()
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PostForm
        label={atSec === null ? t(`${kind}.new`) : t('question.newAt', { at: clock(atSec) })}
        action={t(`${kind}.send`)}
        // A question belongs to the second at which its first letter was written.
        onBegin={() => setAtSec(place && kind === 'question' ? Math.floor(place.positionSec()) : null)}
        onSend={send}
      />
      <Box sx={{ display: 'flex', columnGap: 2, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <TextField
          select
          size="small"
          label={t('order.label')}
          value={order}
          onChange={({ target }) => setOrder(target.value === 'votes' ? 'votes' : 'newest')}
          sx={{ width: { xs: 1, sm: 220 } }}
        >
          <MenuItem value="newest">{t('order.newest')}</MenuItem>
          <MenuItem value="votes">{t('order.votes')}</MenuItem>
        </TextField>
        {kind === 'question' && (
          <FormControlLabel
            control={<Checkbox size="small" checked={isUnanswered} onChange={({ target }) => setUnanswered(target.checked)} />}
            label={t('question.unanswered')}
          />
        )}
      </Box>
      {found.isPending && <Skeleton variant="rounded" height={120} role="status" aria-label={t('loading')} />}
      {found.isError && !found.data && (
        <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} heading="h2" />
      )}
      {found.data && posts.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t(isUnanswered ? 'question.allAnswered' : `${kind}.none`)}</Typography>
      )}
      {posts.length > 0 && (
        <Box component="ul" aria-label={t(`${kind}.list`)} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {posts.map((post) => (
            <DiscussionItem key={post.id} post={post} namesLesson={lessonId === undefined} onSeek={place?.seek} onChange={learn} />
          ))}
        </Box>
      )}
      {found.hasNextPage && (
        <Button variant="soft" sx={{ justifySelf: 'center' }} loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Box>
  )
}
