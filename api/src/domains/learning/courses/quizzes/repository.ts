import type { OwnQuestion, QuizAnswer } from '@e-events/shared/contract/learning/quizzes.ts'
import type { Knex } from 'knex'
import { toJson } from '../../../../db/row.ts'
import type { KeptResult } from './marking.ts'

export interface QuizRow {
  id: string
  title: string
  pass_percent: number
  attempts: number
  questions: OwnQuestion[]
  version: number
}
export type QuizFields = Omit<QuizRow, 'id' | 'version'>

export interface AttemptRow {
  number: number
  score_percent: number
  passed: boolean
  results: KeptResult[]
  created_at: Date
}
interface Of {
  quiz_id: string
  user_id: string
}

export async function findQuiz(db: Knex, lessonId: string): Promise<QuizRow | undefined> {
  const row = await db('lesson_quizzes').where({ lesson_id: lessonId }).first()
  return row && { ...row, questions: row.questions as OwnQuestion[] }
}

/** Whether a course has a lesson; holds it, so that two changes of its quiz come one after the other. */
export async function lockOwnLesson(trx: Knex, by: { lessonId: string; productId: string }): Promise<boolean> {
  const rows = await trx('lessons as l')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .where({ 'l.id': by.lessonId, 'm.product_id': by.productId })
    .forUpdate('l')
    .select('l.id')
  return rows.length > 0
}

export async function addQuiz(trx: Knex, lessonId: string, { questions, ...fields }: QuizFields): Promise<void> {
  await trx('lesson_quizzes').insert({ lesson_id: lessonId, ...fields, questions: toJson(questions) })
}

export async function changeQuiz(trx: Knex, quiz: Pick<QuizRow, 'id' | 'version'>, { questions, ...fields }: QuizFields): Promise<void> {
  await trx('lesson_quizzes')
    .where({ id: quiz.id })
    .update({ ...fields, questions: toJson(questions), version: quiz.version + 1 })
}

export const removeQuiz = (trx: Knex, lessonId: string): Promise<number> => trx('lesson_quizzes').where({ lesson_id: lessonId }).delete()

/** Keeps a quiz as it is until the end of the transaction; learners do not wait for each other. */
export async function holdQuiz(trx: Knex, id: string): Promise<boolean> {
  return (await trx('lesson_quizzes').where({ id }).forShare().select('id')).length > 0
}

/** One attempt of an account in a quiz at a time. */
export async function lockAttempts(trx: Knex, { quiz_id, user_id }: Of): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('quiz:' || :quiz_id || ':' || :user_id, 0))`, { quiz_id, user_id })
}

export async function listAttempts(db: Knex, of: Of): Promise<(AttemptRow & { client_id: string })[]> {
  const rows = await db('quiz_attempts')
    .where(of)
    .orderBy('number')
    .select('number', 'score_percent', 'passed', 'results', 'created_at', 'client_id')
  return rows.map((row) => ({ ...row, results: row.results as KeptResult[] }))
}

export async function addAttempt(
  trx: Knex,
  attempt: Of & {
    client_id: string
    number: number
    answers: readonly QuizAnswer[]
    results: readonly KeptResult[]
    score_percent: number
    passed: boolean
    created_at: Date
  },
): Promise<void> {
  const { answers, results, ...fields } = attempt
  await trx('quiz_attempts').insert({ ...fields, answers: toJson(answers), results: toJson(results) })
}
