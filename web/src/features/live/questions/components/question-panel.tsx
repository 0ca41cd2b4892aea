import { sortQuestions } from '@e-events/shared/client/questions.ts'
import { questions as endpoints, type Question } from '@e-events/shared/contract/live/questions.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import type { Moment } from '@e-events/shared/client/chat-messages.ts'
import { learnQuestions, questionsQuery } from '../queries.ts'
import { QuestionRow } from './question-row.tsx'

interface QuestionPanelProps {
  slug: string
  questions: { items: readonly Question[]; voted: readonly string[]; moderates: boolean } | undefined
  /** Capture time of the picture, read as something is asked or answered. */
  pictureMs: () => Moment
  /** Goes to a moment of the show; left out where nobody can. */
  onMoment?: ((momentMs: number) => void) | undefined
}

/** Questions of viewers, those with most votes first; answered ones lead to their moment. */
export function QuestionPanel({ slug, questions, pictureMs, onMoment }: QuestionPanelProps) {
  const { t } = useTranslation('questions')
  const { api } = useServices()
  const session = useSession()
  const ownId = session.status === 'authenticated' ? session.user.id : undefined
  const client = useQueryClient()
  const explain = useErrorSnack()
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  /** A text that failed is sent again under its own id: it cannot arrive twice. */
  const clientId = useRef(crypto.randomUUID())
  const left = limits.chatMessageLength - Array.from(text.trim()).length
  const moment = () => {
    const atMs = pictureMs()
    return atMs === null ? {} : { moment: new Date(atMs).toISOString() }
  }

  async function attempt(work: () => Promise<Question>): Promise<boolean> {
    try {
      learnQuestions(client, api, slug, [await work()])
      return true
    } catch (error) {
      explain(error, { key: 'questions' })
      return false
    }
  }
  async function vote(question: Question, wants: boolean) {
    const call = wants ? endpoints.vote : endpoints.unvote
    if (!(await attempt(() => api.call(call, { params: { slug, id: question.id } })))) return
    client.setQueryData(
      questionsQuery(api, slug).queryKey,
      (known) => known && { ...known, voted: [...known.voted.filter((id) => id !== question.id), ...(wants ? [question.id] : [])] },
    )
  }
  const settle = (question: Question, state: 'open' | 'answered' | 'dismissed') =>
    void attempt(() =>
      api.call(endpoints.settle, {
        params: { slug, id: question.id },
        body: { state, ...(state === 'answered' ? moment() : {}) },
      }),
    )
  async function ask(event: SyntheticEvent) {
    event.preventDefault()
    if (text.trim() === '' || left < 0 || isSending) return
    setSending(true)
    const body = { clientId: clientId.current, text: text.trim(), ...moment() }
    if (await attempt(() => api.call(endpoints.ask, { params: { slug }, body }))) {
      clientId.current = crypto.randomUUID()
      setText('')
    }
    setSending(false)
  }

  const { open, answered } = sortQuestions(questions?.items ?? [])
  const row = (question: Question) => (
    <QuestionRow
      key={question.id}
      question={question}
      isVoted={questions?.voted.includes(question.id) ?? false}
      isOwn={question.user === ownId}
      moderates={questions?.moderates ?? false}
      onVote={(wants) => void vote(question, wants)}
      onSettle={(state) => settle(question, state)}
      onMoment={onMoment}
    />
  )
  return (
    <Box component="section" aria-label={t('title')} sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box tabIndex={0} role="group" aria-label={t('list')} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, py: 1.5 }}>
        {questions && open.length + answered.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
            {t('empty')}
          </Typography>
        )}
        {open.length > 0 && (
          <Box component="ul" sx={list}>
            {open.map(row)}
          </Box>
        )}
        {answered.length > 0 && (
          <>
            <Typography component="h2" variant="overline" sx={{ display: 'block', color: 'text.secondary', mt: open.length > 0 ? 2 : 0 }}>
              {t('answered')}
            </Typography>
            <Box component="ul" sx={list}>
              {answered.map(row)}
            </Box>
          </>
        )}
      </Box>
      <Box component="form" onSubmit={(event) => void ask(event)} sx={{ p: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
        <TextField
          fullWidth
          multiline
          maxRows={4}
          size="small"
          label={t('ask.label')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // As in the chat: Enter that ends a word of an input method sends nothing.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void ask(event)
          }}
          error={left < 0}
          helperText={left < 100 ? t('ask.left', { count: left }) : undefined}
        />
        <Button type="submit" size="small" variant="soft" disabled={text.trim() === '' || left < 0 || isSending} sx={{ mt: 1 }}>
          {t('ask.send')}
        </Button>
      </Box>
    </Box>
  )
}

const list = { listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1.5 } as const
