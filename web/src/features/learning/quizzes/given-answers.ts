import type { QuizAnswer, QuizQuestion } from '@e-events/shared/contract/learning/quizzes.ts'
import { numberOf } from './number-of.ts'

/** Holds what somebody has put in so far, by question: ids of options, `true` and `false`, or what was typed. */
export type Given = Readonly<Record<string, readonly string[]>>

/** The answer to a question; null while it has none, or none that fits. */
export function answerOf({ id: question, type }: QuizQuestion, given: Given): QuizAnswer | null {
  const values = given[question] ?? []
  const [first = ''] = values
  if (type === 'multiple') return values.length === 0 ? null : { question, type, options: [...values] }
  if (first.trim() === '') return null
  if (type === 'single') return { question, type, option: first }
  if (type === 'boolean') return { question, type, value: first === 'true' }
  if (type === 'text') return { question, type, text: first.trim() }
  const value = numberOf(first)
  return value === null ? null : { question, type, value }
}
