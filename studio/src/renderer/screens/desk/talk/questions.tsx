import { merged, sortQuestions } from '@e-events/shared/client/questions.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { questions as endpoints, type Question } from '@e-events/shared/contract/live/questions.ts'
import { count } from '@e-events/shared/ui/format.ts'
import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n.ts'
import { useServices } from '../../../lib/services.ts'
import { useAttempt } from './chat.tsx'

/** Questions of the audience with their votes, those with most of them first. */
export function Questions({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, realtime } = useServices()
  const client = useQueryClient()
  const attempt = useAttempt()
  const input = { params: { slug } }
  const list = useQuery({ queryKey: queryKey(endpoints.list, input), queryFn: () => api.call(endpoints.list, input) })
  const learn = useCallback(
    (come: readonly Question[]) =>
      client.setQueryData(
        queryKey(endpoints.list, { params: { slug } }),
        (known: typeof list.data) => known && { ...known, items: merged(known.items, come) },
      ),
    [client, slug],
  )
  const { refetch } = list
  useEffect(
    () =>
      realtime.chat(slug, {
        onEvent: (event) => learn(event.questions ?? []),
        // Questions from before it, or from a break, are asked for.
        onJoined: () => void refetch(),
        onBreak: () => undefined,
      }),
    [realtime, slug, learn, refetch],
  )
  const settle = (question: Question, state: 'open' | 'answered' | 'dismissed') =>
    void attempt(async () => learn([await api.call(endpoints.settle, { params: { slug, id: question.id }, body: { state } })]))
  const { open, answered } = sortQuestions(list.data?.items ?? [])
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label={t('talk.questions')}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, py: 1.5, fontSize: 13 }}
    >
      {list.isError && <Box role="status">{t('talk.down')}</Box>}
      {list.data && open.length + answered.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('talk.noQuestions')}</Box>}
      <Box component="ul" sx={rows}>
        {open.map((question) => (
          <Row key={question.id} question={question} onSettle={(state) => settle(question, state)} />
        ))}
      </Box>
      {answered.length > 0 && (
        <>
          <Typography variant="overline" component="h3" sx={{ display: 'block', mt: 1.5, color: 'text.secondary' }}>
            {t('talk.answered')}
          </Typography>
          <Box component="ul" sx={rows}>
            {answered.map((question) => (
              <Row key={question.id} question={question} onSettle={(state) => settle(question, state)} />
            ))}
          </Box>
        </>
      )}
    </Box>
  )
}

const rows = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 } as const

function Row({ question, onSettle }: { question: Question; onSettle: (state: 'open' | 'answered' | 'dismissed') => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { text, name, votes, state } = question
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box
        role="img"
        aria-label={t('talk.votes', { count: votes })}
        className="tabular"
        sx={{ width: 34, flexShrink: 0, display: 'grid', justifyItems: 'center', color: 'text.secondary', fontWeight: 620 }}
      >
        <KeyboardArrowUpRounded sx={{ fontSize: 16 }} />
        {count(votes, language)}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{name}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, ml: -0.75 }}>
          {state === 'open' && (
            <Button size="small" variant="text" onClick={() => onSettle('answered')}>
              {t('talk.markAnswered')}
            </Button>
          )}
          {state !== 'open' && (
            <Button size="small" variant="text" onClick={() => onSettle('open')}>
              {t(state === 'pending' ? 'talk.approve' : 'talk.reopen')}
            </Button>
          )}
          <Button size="small" variant="text" color="inherit" onClick={() => onSettle('dismissed')}>
            {t('talk.dismiss')}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
