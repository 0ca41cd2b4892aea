import { quizzes } from '@e-events/shared/contract/learning/quizzes.ts'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import QuizOutlined from '@mui/icons-material/QuizOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownQuizQuery } from '../queries.ts'
import { QuizDialog } from './quiz-dialog.tsx'

interface QuizOfLessonProps {
  productSlug: string
  lesson: { id: string; title: string }
}

/** The quiz of a saved lesson in its form: what there is, and the way to write it. It is kept apart from the form. */
export function QuizOfLesson({ productSlug, lesson }: QuizOfLessonProps) {
  const { t } = useTranslation('quizzes')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const own = ownQuizQuery(api, productSlug, lesson.id)
  const found = useQuery(own)
  const remove = useMutation({
    mutationFn: () => api.call(quizzes.remove, { params: { slug: productSlug, id: lesson.id } }),
    onSuccess: () => {
      queries.setQueryData(own.queryKey, { quiz: null })
      setRemoving(false)
    },
    onError: (error) => {
      setRemoving(false)
      showError(error, { key: 'quiz', failure: 'dataUpdate' })
      void queries.invalidateQueries({ queryKey: own.queryKey })
    },
  })
  const quiz = found.data?.quiz
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} variant="label" component="span">
        {t('edit.quiz')}
      </Typography>
      {found.isError ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} retrying={found.isFetching} />
      ) : (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          {quiz && (
            <Typography variant="body2" sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {`${quiz.title} · ${t('questions', { count: quiz.questions.length })}`}
            </Typography>
          )}
          <Button variant="soft" startIcon={<QuizOutlined />} disabled={found.data === undefined} onClick={() => setOpen(true)}>
            {t(quiz ? 'edit.open' : 'edit.begin')}
          </Button>
          {quiz && (
            <Button startIcon={<DeleteOutlineRounded />} onClick={() => setRemoving(true)}>
              {t('edit.delete')}
            </Button>
          )}
        </Box>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('edit.note')}
      </Typography>
      {isOpen && quiz !== undefined && (
        <QuizDialog productSlug={productSlug} lessonId={lesson.id} quiz={quiz} title={lesson.title} onClose={() => setOpen(false)} />
      )}
      <ConfirmDialog
        open={isRemoving}
        title={t('remove.title')}
        confirmLabel={t('edit.delete')}
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </Box>
  )
}
