import { ApiError } from '@e-events/shared/contract/client.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { quizzes, type LessonQuiz, type QuizAnswer } from '@e-events/shared/contract/learning/quizzes.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { answerOf, type Given } from '../given-answers.ts'
import { lessonQuizQuery } from '../queries.ts'
import { QuestionField } from './question-field.tsx'
import { QuizResults } from './quiz-result.tsx'

interface LessonQuizProps {
  /** Address of the course. */
  slug: string
  lessonId: string
}

/** The quiz of a lesson: its questions, then the result, then another attempt where one is left. */
export function LessonQuizSection({ slug, lessonId }: LessonQuizProps) {
  const { t } = useTranslation('quizzes')
  const { api } = useServices()
  const found = useQuery(lessonQuizQuery(api, slug, lessonId))
  if (found.isPending) return <Skeleton variant="rounded" height={200} aria-label={t('loading')} />
  if (!found.data) {
    return (
      <ErrorNotice error={found.error} title={t('error')} heading="h2" onRetry={() => void found.refetch()} retrying={found.isFetching} />
    )
  }
  return <Quiz slug={slug} lessonId={lessonId} quiz={found.data} />
}

function Quiz({ slug, lessonId, quiz }: LessonQuizProps & { quiz: LessonQuiz }) {
  const { t } = useTranslation('quizzes')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAgain, setAgain] = useState(false)
  /** Names the attempt, so that sending it again after a broken line counts once. */
  const [clientId, setClientId] = useState<string>(() => crypto.randomUUID())
  const [given, setGiven] = useState<Given>({})
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const params = { slug, id: lessonId }
  const own = lessonQuizQuery(api, slug, lessonId)
  const begin = (again: boolean) => {
    setAgain(again)
    setGiven({})
    setTried(false)
    setClientId(crypto.randomUUID())
  }
  const send = useMutation({
    mutationFn: (answers: QuizAnswer[]) => api.call(quizzes.answer, { params, body: { clientId, version: quiz.version, answers } }),
    onMutate: () => setRefused(null),
    onSuccess: (latest) => {
      queries.setQueryData(own.queryKey, latest)
      begin(false)
      heading.current?.focus()
      // A pass may open other lessons.
      void queries.invalidateQueries({ queryKey: endpointKey(courses.get) })
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status >= 500) return showError(error, { key: 'quiz', failure: 'dataUpdate' })
      setRefused(error.message)
      if (error.code !== 'QUIZ_CHANGED' && error.code !== 'QUIZ_ATTEMPTS_USED') return
      await queries.invalidateQueries({ queryKey: own.queryKey })
      begin(error.code === 'QUIZ_CHANGED')
    },
  })
  const { questions, last, attemptsLeft } = quiz
  const isAsking = last === null || isAgain
  const missing = questions.filter((question) => answerOf(question, given) === null)
  const fieldId = (question: string) => `${id}-${question}`
  const submit = () => {
    setTried(true)
    const [first] = missing
    if (first) return document.getElementById(fieldId(first.id))?.focus()
    send.mutate(questions.flatMap((question) => answerOf(question, given) ?? []))
  }
  const facts = [
    t('questions', { count: questions.length }),
    t('pass', { percent: quiz.passPercent / 100 }),
    attemptsLeft !== null && t('left', { count: attemptsLeft }),
  ].filter(Boolean)
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Box>
        <Typography
          ref={heading}
          tabIndex={-1}
          variant="h5"
          component="h2"
          id={id}
          sx={{ overflowWrap: 'anywhere', '&:focus': { outline: 'none' } }}
        >
          {quiz.title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
      {refused !== null && <Alert severity="warning">{refused}</Alert>}
      {isAsking ? (
        <Box
          component="form"
          noValidate
          aria-labelledby={id}
          // The keys of the player beside it are for its fields here.
          onKeyDown={(event) => event.stopPropagation()}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          sx={{ display: 'grid', gap: 3 }}
        >
          {questions.map((question, index) => (
            <QuestionField
              key={question.id}
              id={fieldId(question.id)}
              question={question}
              place={{ number: index + 1, total: questions.length }}
              values={given[question.id] ?? []}
              error={isTried && missing.includes(question) ? t(question.type === 'number' ? 'missingNumber' : 'missing') : null}
              onChange={(values) => setGiven((now) => ({ ...now, [question.id]: values }))}
            />
          ))}
          <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
            <Box role="status">
              {isTried && missing.length > 0 && (
                <Typography variant="body2" sx={{ color: 'error.main' }}>
                  {t('missingAll', { count: missing.length })}
                </Typography>
              )}
            </Box>
            <Button type="submit" variant="contained" color="primary" loading={send.isPending}>
              {t('send')}
            </Button>
          </Box>
        </Box>
      ) : (
        <>
          <QuizResults quiz={quiz} attempt={last} />
          {attemptsLeft !== 0 && (
            <Button variant="soft" onClick={() => begin(true)} sx={{ justifySelf: 'start' }}>
              {t('again')}
            </Button>
          )}
        </>
      )}
    </Box>
  )
}
