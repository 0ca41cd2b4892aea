import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { PollPanel } from '../../polls/components/poll-panel.tsx'
import { QuestionPanel } from '../../questions/components/question-panel.tsx'
import { pollsQuery, questionsQuery, useRoomPushes } from '../../questions/queries.ts'
import type { Moment } from '@e-events/shared/client/chat-messages.ts'
import { ChatPanel } from './chat-panel.tsx'

interface SidePanelProps {
  slug: string
  /** Capture time of the picture, where it is behind live or recorded; null at the live edge. Whole seconds. */
  momentMs: Moment
  /** Capture time of the picture wherever it is, read as something is sent. */
  pictureMs: () => Moment
  /** Goes to a moment of the show; left out where nobody can. */
  onMoment?: ((momentMs: number) => void) | undefined
}

const sides = ['chat', 'questions', 'polls'] as const

/** Beside the picture: the chat, questions of viewers, and polls. The chat stays open behind the others. */
export const SidePanel = memo(function SidePanel({ slug, momentMs, pictureMs, onMoment }: SidePanelProps) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const [side, setSide] = useState<(typeof sides)[number]>('chat')
  const id = useId()
  const isReady = useRoomPushes(slug)
  const questions = useQuery({ ...questionsQuery(api, slug), enabled: isReady })
  const polls = useQuery({ ...pollsQuery(api, slug), enabled: isReady })
  const openPoll = polls.data?.items.find(({ closedAt }) => closedAt === null)
  const counts = {
    chat: 0,
    questions: questions.data?.items.filter(({ state }) => state === 'open' || state === 'pending').length ?? 0,
    polls: openPoll ? 1 : 0,
  }
  const panel = (name: (typeof sides)[number]) => ({
    role: 'tabpanel',
    id: `${id}-${name}`,
    'aria-labelledby': `${id}-tab-${name}`,
    hidden: side !== name,
    sx: { flex: 1, minHeight: 0, display: side === name ? 'flex' : 'none', flexDirection: 'column' },
  })
  return (
    <Box
      component="section"
      aria-label={t('sides.title')}
      sx={{
        height: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        borderRadius: { lg: '14px' },
        bgcolor: 'surface.raised',
        overflow: 'hidden',
      }}
    >
      <Tabs
        value={side}
        variant="fullWidth"
        aria-label={t('sides.title')}
        onChange={(_, next: (typeof sides)[number]) => setSide(next)}
        // Arrow keys choose a tab here and do not seek.
        onKeyDown={(event) => event.stopPropagation()}
        sx={{
          minHeight: 44,
          flexShrink: 0,
          borderBottom: 1,
          borderColor: 'border.subtle',
          '& .MuiTab-root': { minHeight: 44, minWidth: 0, px: 1 },
        }}
      >
        {sides.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-tab-${name}`}
            aria-controls={`${id}-${name}`}
            label={counts[name] > 0 ? `${t(`sides.${name}`)} · ${counts[name]}` : t(`sides.${name}`)}
          />
        ))}
      </Tabs>
      {openPoll && side !== 'polls' && (
        <Box role="status" sx={{ px: 2, py: 0.75, typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('sides.newPoll', { question: openPoll.question })}
        </Box>
      )}
      <Box {...panel('chat')}>
        <ChatPanel slug={slug} momentMs={momentMs} pictureMs={pictureMs} />
      </Box>
      <Box {...panel('questions')}>
        <QuestionPanel slug={slug} questions={questions.data} pictureMs={pictureMs} onMoment={onMoment} />
      </Box>
      <Box {...panel('polls')}>
        <PollPanel slug={slug} polls={polls.data} pictureMs={pictureMs} onMoment={onMoment} />
      </Box>
    </Box>
  )
})
