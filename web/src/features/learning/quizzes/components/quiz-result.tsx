import type { LessonQuiz, QuizAttempt, QuizResult } from '@e-events/shared/contract/learning/quizzes.ts'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface QuizResultsProps {
  quiz: LessonQuiz
  attempt: QuizAttempt
}

/** An attempt: its score, and each question with what was answered, whether it was right, and why. */
export function QuizResults({ quiz, attempt }: QuizResultsProps) {
  const { t } = useTranslation('quizzes')
  const { scorePercent, isPassed, results } = attempt
  const facts = [
    !isPassed && quiz.isPassed && t('result.before'),
    quiz.bestPercent !== null && quiz.bestPercent > scorePercent && t('result.best', { percent: quiz.bestPercent / 100 }),
    !quiz.isPassed && quiz.attemptsLeft === 0 && t('result.none'),
  ].filter(Boolean)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography sx={{ fontWeight: 640, fontSize: 18, color: isPassed ? 'success.main' : 'text.primary' }}>
          {t(isPassed ? 'result.passed' : 'result.failed', { percent: scorePercent / 100, needed: quiz.passPercent / 100 })}
        </Typography>
        {facts.length > 0 && <Typography sx={{ color: 'text.secondary' }}>{facts.join(' ')}</Typography>}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {results.map((result) => (
          <Box component="li" key={result.id} sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
            {result.isRight ? <CheckCircleRounded aria-hidden color="success" /> : <CancelOutlined aria-hidden color="error" />}
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600, whiteSpace: 'pre-line' }}>{result.text}</Typography>
              <Answers result={result} />
              {result.explanation !== '' && (
                <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line', color: 'text.secondary' }}>
                  {result.explanation}
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Answers({ result }: { result: QuizResult }) {
  const { t } = useTranslation('quizzes')
  const { isRight, given, expected } = result
  const say = (said: string[] | boolean) => (typeof said === 'boolean' ? t(said ? 'truth.true' : 'truth.false') : said.join(' · '))
  return (
    <>
      <Typography variant="body2">{t(isRight ? 'result.right' : 'result.wrong', { answer: say(given) })}</Typography>
      {!isRight && expected !== null && <Typography variant="body2">{t('result.expected', { answer: say(expected) })}</Typography>}
    </>
  )
}
