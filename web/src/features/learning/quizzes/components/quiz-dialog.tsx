import { ApiError } from '@e-events/shared/contract/client.ts'
import { quizzes, type OwnQuiz } from '@e-events/shared/contract/learning/quizzes.ts'
import { limits } from '@e-events/shared/limits.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useServices } from '../../../../lib/services.ts'
import { ownQuizQuery } from '../queries.ts'
import { draftOf, faultsOf, newQuestion, quizOf, type DraftQuestion } from '../quiz-draft.ts'
import { QuestionEditor } from './question-editor.tsx'

interface QuizDialogProps {
  productSlug: string
  lessonId: string
  /** Null for a new one. */
  quiz: OwnQuiz | null
  /** Title of a new one. */
  title: string
  onClose: () => void
}

/** Writes the quiz of a lesson; it is kept as a whole when it is saved. */
export function QuizDialog({ productSlug, lessonId, quiz, title, onClose }: QuizDialogProps) {
  const { t } = useTranslation('quizzes')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const id = useId()
  const [first, setFirst] = useState(() => draftOf(quiz, title))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  const faults = isTried ? faultsOf(draft) : null
  const params = { slug: productSlug, id: lessonId }
  const own = ownQuizQuery(api, productSlug, lessonId)
  const save = useMutation({
    mutationFn: () => api.call(quizzes.save, { params, body: { version: quiz?.version ?? 0, ...quizOf(draft) } }),
    onMutate: () => setRefused(null),
    onSuccess: (latest) => {
      queries.setQueryData(own.queryKey, latest)
      onClose()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status >= 500) return showError(error, { key: 'quiz', failure: 'dataUpdate' })
      setRefused(error.message)
      if (error.code !== 'QUIZ_CHANGED') return
      const latest = draftOf((await queries.fetchQuery({ ...own, staleTime: 0 })).quiz, title)
      setFirst(latest)
      setDraft(latest)
      setTried(false)
    },
  })
  const { questions } = draft
  const elementOf = (question: string) => document.getElementById(`${id}-${question}`)
  const put = (changed: DraftQuestion[]) => setDraft((now) => ({ ...now, questions: changed }))
  const move = (index: number, step: -1 | 1) => {
    const question = questions[index]
    if (!question) return
    flushSync(() => put(questions.toSpliced(index, 1).toSpliced(index + step, 0, question)))
    // Its heading says the new place.
    elementOf(question.id)?.focus()
  }
  const remove = (index: number) => {
    const rest = questions.toSpliced(index, 1)
    flushSync(() => put(rest))
    const next = rest[Math.min(index, rest.length - 1)]
    const target = next ? elementOf(next.id) : document.getElementById(`${id}-add`)
    target?.focus()
  }
  const add = () => {
    const question = newQuestion(questions.at(-1)?.type)
    flushSync(() => put([...questions, question]))
    elementOf(question.id)?.focus()
  }
  const submit = () => {
    setTried(true)
    const found = faultsOf(draft)
    if (!found) return save.mutate()
    const faulty = questions.find((question) => question.id in found.questions)
    const isOfHead = found.title || found.passPercent || found.attempts
    const target = isOfHead ? document.getElementById(`${id}-head`) : faulty && elementOf(faulty.id)
    target?.focus()
  }
  const close = () => (isDirty ? setLeaving(true) : onClose())
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={id} onClose={close}>
      <UnsavedGuard when={isDirty} />
      <DialogTitle id={id}>{t(quiz ? 'edit.title' : 'edit.new')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {refused !== null && <Alert severity="error">{refused}</Alert>}
        <Box
          id={`${id}-head`}
          role="group"
          tabIndex={-1}
          aria-label={t('edit.head')}
          sx={{ display: 'grid', gap: 2, pt: 0.5, '&:focus': { outline: 'none' } }}
        >
          <TextField
            required
            size="small"
            label={t('edit.name')}
            value={draft.title}
            error={faults?.title ?? false}
            helperText={faults?.title ? t('fault.title') : undefined}
            onChange={({ target }) => setDraft({ ...draft, title: target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' } }}>
            <TextField
              required
              size="small"
              label={t('edit.passPercent')}
              value={draft.passPercent}
              error={faults?.passPercent ?? false}
              helperText={faults?.passPercent ? t('fault.passPercent') : t('edit.passPercentNote')}
              onChange={({ target }) => setDraft({ ...draft, passPercent: target.value })}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
            />
            <TextField
              required
              size="small"
              label={t('edit.attempts')}
              value={draft.attempts}
              error={faults?.attempts ?? false}
              helperText={faults?.attempts ? t('fault.attempts', { most: limits.quizAttempts }) : t('edit.attemptsNote')}
              onChange={({ target }) => setDraft({ ...draft, attempts: target.value })}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 2 } }}
            />
          </Box>
        </Box>
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.id}
            id={`${id}-${question.id}`}
            question={question}
            place={{ number: index + 1, total: questions.length }}
            fault={faults?.questions[question.id]}
            onChange={(changed) => put(questions.map((one) => (one.id === question.id ? changed : one)))}
            onMove={(step) => move(index, step)}
            onRemove={() => remove(index)}
          />
        ))}
        {faults?.noQuestions && <Alert severity="error">{t('fault.noQuestions')}</Alert>}
        {questions.length < limits.quizQuestions && (
          <Button id={`${id}-add`} variant="soft" startIcon={<AddRounded />} onClick={add} sx={{ justifySelf: 'start' }}>
            {t('edit.add')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{isDirty ? tc('action.cancel') : tc('action.close')}</Button>
        <Button variant="contained" color="primary" loading={save.isPending} disabled={!isDirty && quiz !== null} onClick={submit}>
          {t('edit.save')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isLeaving}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        destructive
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </Dialog>
  )
}
