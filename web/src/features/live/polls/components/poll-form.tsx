import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

const empty = ['', '']

/** A new poll: a question with two to six answers. `onOpen` resolves whether it was opened. */
export function PollForm({ onOpen }: { onOpen: (question: string, answers: readonly string[]) => Promise<boolean> }) {
  const { t } = useTranslation('polls')
  const [question, setQuestion] = useState('')
  const [answers, setAnswers] = useState<readonly string[]>(empty)
  const [isSending, setSending] = useState(false)
  const given = answers.map((answer) => answer.trim()).filter((answer) => answer !== '')
  const isTwice = new Set(given).size < given.length
  const lines = answers.map((answer, index) => ({ answer, label: t('answer', { number: index + 1 }) }))
  const isReady = question.trim() !== '' && given.length >= 2 && !isTwice && !isSending
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    setSending(true)
    if (await onOpen(question.trim(), given)) {
      setQuestion('')
      setAnswers(empty)
    }
    setSending(false)
  }
  return (
    <Box component="form" aria-label={t('new')} onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1.25 }}>
      <TextField
        size="small"
        label={t('question')}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
      {lines.map(({ label, answer }, index) => (
        <TextField
          key={label}
          size="small"
          label={label}
          value={answer}
          error={isTwice && given.indexOf(answer.trim()) !== given.lastIndexOf(answer.trim())}
          helperText={isTwice && index === answers.length - 1 ? t('twice') : undefined}
          onChange={(event) => setAnswers(answers.map((other, at) => (at === index ? event.target.value : other)))}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
      ))}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" size="small" variant="soft" disabled={!isReady}>
          {t('open')}
        </Button>
        {answers.length < limits.chatPollAnswers && (
          <Button size="small" variant="text" onClick={() => setAnswers([...answers, ''])}>
            {t('addAnswer')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
