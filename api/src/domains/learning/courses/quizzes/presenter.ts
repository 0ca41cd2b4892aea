import type { LessonQuiz, OwnQuiz, QuizAttempt } from '@e-events/shared/contract/learning/quizzes.ts'
import { withoutKey } from './marking.ts'
import type { AttemptRow, QuizRow } from './repository.ts'

export const toOwnQuiz = ({ title, pass_percent, attempts, questions, version }: QuizRow): OwnQuiz => ({
  title,
  passPercent: pass_percent,
  attempts,
  questions,
  version,
})

/** Null without a limit. */
export const attemptsLeft = ({ attempts }: Pick<QuizRow, 'attempts'>, used: number): number | null =>
  attempts === 0 ? null : Math.max(0, attempts - used)

/**
 * A quiz for one of its learners. The key comes with the result once nothing is left to win: after a pass, or with the
 * last attempt.
 */
export function toLessonQuiz(quiz: QuizRow, attempts: readonly AttemptRow[]): LessonQuiz {
  const left = attemptsLeft(quiz, attempts.length)
  const isPassed = attempts.some(({ passed }) => passed)
  const last = attempts.at(-1)
  return {
    title: quiz.title,
    passPercent: quiz.pass_percent,
    version: quiz.version,
    attemptsLeft: left,
    isPassed,
    bestPercent: attempts.length === 0 ? null : Math.max(...attempts.map(({ score_percent }) => score_percent)),
    questions: quiz.questions.map(withoutKey),
    last: last ? toAttempt(last, isPassed || left === 0) : null,
  }
}

const toAttempt = ({ number, created_at, score_percent, passed, results }: AttemptRow, showsKey: boolean): QuizAttempt => ({
  number,
  at: created_at.toISOString(),
  scorePercent: score_percent,
  isPassed: passed,
  results: results.map((result) => ({ ...result, expected: showsKey ? result.expected : null })),
})
