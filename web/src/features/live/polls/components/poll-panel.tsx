import { polls as endpoints, type Poll } from '@e-events/shared/contract/live/polls.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import type { Moment } from '@e-events/shared/client/chat-messages.ts'
import { learnPolls, pollsQuery } from '../../questions/queries.ts'
import { PollCard } from './poll-card.tsx'
import { PollForm } from './poll-form.tsx'

interface PollPanelProps {
  slug: string
  polls: { items: readonly Poll[]; chosen: readonly { poll: string; answer: number }[]; moderates: boolean } | undefined
  /** Capture time of the picture, read as a poll is opened. */
  pictureMs: () => Moment
  /** Goes to a moment of the show; left out where nobody can. */
  onMoment?: ((momentMs: number) => void) | undefined
}

/** Polls of the show, the latest first, with their results as they come. */
export function PollPanel({ slug, polls, pictureMs, onMoment }: PollPanelProps) {
  const { t } = useTranslation('polls')
  const { api } = useServices()
  const client = useQueryClient()
  const explain = useErrorSnack()

  async function attempt(work: () => Promise<Poll>): Promise<boolean> {
    try {
      learnPolls(client, api, slug, [await work()])
      return true
    } catch (error) {
      explain(error, { key: 'polls' })
      return false
    }
  }
  async function vote(poll: Poll, answer: number) {
    if (!(await attempt(() => api.call(endpoints.vote, { params: { slug, id: poll.id }, body: { answer } })))) return
    client.setQueryData(
      pollsQuery(api, slug).queryKey,
      (known) => known && { ...known, chosen: [...known.chosen.filter((one) => one.poll !== poll.id), { poll: poll.id, answer }] },
    )
  }
  const open = (question: string, answers: readonly string[]) => {
    const atMs = pictureMs()
    const body = { question, answers: [...answers], ...(atMs === null ? {} : { moment: new Date(atMs).toISOString() }) }
    return attempt(() => api.call(endpoints.open, { params: { slug }, body }))
  }

  const items = polls?.items ?? []
  return (
    <Box component="section" aria-label={t('title')} sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        tabIndex={0}
        role="group"
        aria-label={t('list')}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, py: 1.5, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        {polls?.moderates === true && items.every(({ closedAt }) => closedAt !== null) && <PollForm onOpen={open} />}
        {polls && items.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
            {t('empty')}
          </Typography>
        )}
        {items.map((poll) => (
          <PollCard
            key={poll.id}
            poll={poll}
            chosen={polls?.chosen.find((one) => one.poll === poll.id)?.answer ?? null}
            moderates={polls?.moderates ?? false}
            onVote={(answer) => void vote(poll, answer)}
            onClose={() => void attempt(() => api.call(endpoints.close, { params: { slug, id: poll.id } }))}
            onMoment={onMoment}
          />
        ))}
      </Box>
    </Box>
  )
}
