import { z } from 'zod'
import { questionTypeSchema } from '../../domain/quizzes.ts'
import { limits } from '../../limits.ts'
import { instant, slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const text = z.string().trim().min(1).max(limits.quizTextChars)
const answerText = z.string().trim().min(1).max(limits.quizAnswerChars)
const number = z.number().min(-limits.quizNumber).max(limits.quizNumber)
const option = z.strictObject({ id: z.uuid(), text: answerText })
const options = z.array(option).min(2).max(limits.quizOptions)
/** `explanation` is read with the result; empty for none. */
const asked = { id: z.uuid(), text, explanation: z.string().trim().max(limits.quizExplanationChars) }

/** A question with its key. All text is plain text. */
export const ownQuestionSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...asked, type: z.literal('single'), options, right: z.uuid() }),
  /** Right with all of these options and no other. */
  z.strictObject({ ...asked, type: z.literal('multiple'), options, right: z.array(z.uuid()).min(1).max(limits.quizOptions) }),
  z.strictObject({ ...asked, type: z.literal('boolean'), right: z.boolean() }),
  /** Capitals, diacritics and outer spaces do not count. */
  z.strictObject({ ...asked, type: z.literal('text'), accepted: z.array(answerText).min(1).max(limits.quizAccepted) }),
  z.strictObject({ ...asked, type: z.literal('number'), value: number, tolerance: number.min(0) }),
])
export type OwnQuestion = z.infer<typeof ownQuestionSchema>

const quizFields = {
  title: z.string().trim().min(1).max(200),
  /** Percent of right answers that passes. */
  passPercent: z.int().min(1).max(100),
  /** Attempts of each learner; 0: as many as they like. */
  attempts: z.int().min(0).max(limits.quizAttempts),
  questions: z.array(ownQuestionSchema).min(1).max(limits.quizQuestions),
}
/** `version` grows with each change. */
export const ownQuizSchema = z.object({ ...quizFields, version: z.int() }).meta({ id: 'OwnQuiz' })
export type OwnQuiz = z.infer<typeof ownQuizSchema>

/** A question without its key. */
export const quizQuestionSchema = z
  .object({
    id: z.uuid(),
    type: questionTypeSchema,
    text: z.string(),
    /** Empty where nothing is chosen from. */
    options: z.array(z.object({ id: z.uuid(), text: z.string() })),
  })
  .meta({ id: 'QuizQuestion' })
export type QuizQuestion = z.infer<typeof quizQuestionSchema>

/** An answer in words; screens word true and false. */
const said = z.union([z.array(z.string()), z.boolean()])

/** A question as it was at the time of the attempt, with how it was answered. */
export const quizResultSchema = z
  .object({
    id: z.uuid(),
    text: z.string(),
    isRight: z.boolean(),
    given: said,
    /** The key; null while the learner may still try. */
    expected: said.nullable(),
    explanation: z.string(),
  })
  .meta({ id: 'QuizResult' })
export type QuizResult = z.infer<typeof quizResultSchema>

export const quizAttemptSchema = z
  .object({
    number: z.int(),
    at: instant,
    scorePercent: z.int(),
    isPassed: z.boolean(),
    results: z.array(quizResultSchema),
  })
  .meta({ id: 'QuizAttempt' })
export type QuizAttempt = z.infer<typeof quizAttemptSchema>

/** The quiz of a lesson as one of its learners sees it. */
export const lessonQuizSchema = z
  .object({
    title: z.string(),
    passPercent: z.int(),
    version: z.int(),
    /** Null without a limit. */
    attemptsLeft: z.int().nullable(),
    /** An attempt passed, whatever came afterwards. */
    isPassed: z.boolean(),
    /** Null before the first attempt. */
    bestPercent: z.int().nullable(),
    questions: z.array(quizQuestionSchema),
    /** The latest attempt; null before the first. */
    last: quizAttemptSchema.nullable(),
  })
  .meta({ id: 'LessonQuiz' })
export type LessonQuiz = z.infer<typeof lessonQuizSchema>

const to = { question: z.uuid() }
/** An answer names its question and has the shape of its type. */
export const quizAnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...to, type: z.literal('single'), option: z.uuid() }),
  z.strictObject({ ...to, type: z.literal('multiple'), options: z.array(z.uuid()).min(1).max(limits.quizOptions) }),
  z.strictObject({ ...to, type: z.literal('boolean'), value: z.boolean() }),
  z.strictObject({ ...to, type: z.literal('text'), text: answerText }),
  z.strictObject({ ...to, type: z.literal('number'), value: number }),
])
export type QuizAnswer = z.infer<typeof quizAnswerSchema>

const session = { kind: 'session' } as const
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const lessonParams = slugParams.extend({ id: z.uuid() })
const version = z.int().min(0).max(limits.versionMax)
const access = ['NOT_FOUND', 'LESSON_LOCKED', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const

export const quizzes = {
  getOwn: endpoint({
    method: 'GET',
    path: '/products/:slug/lessons/:id/quiz',
    summary: 'The quiz of an own lesson with its key',
    access: owned,
    params: lessonParams,
    response: z.object({ quiz: ownQuizSchema.nullable() }),
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/products/:slug/lessons/:id/quiz',
    summary: 'Write the quiz of a lesson; earlier attempts keep their score',
    access: owned,
    params: lessonParams,
    /** The version that it was made on; 0 for the first. */
    body: z.strictObject({ version, ...quizFields }),
    response: z.object({ quiz: ownQuizSchema }),
    errors: ['NOT_FOUND', 'QUIZ_CHANGED'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/products/:slug/lessons/:id/quiz',
    summary: 'Delete the quiz of a lesson with all attempts',
    access: owned,
    params: lessonParams,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
  get: endpoint({
    method: 'GET',
    path: '/courses/:slug/lessons/:id/quiz',
    summary: 'The quiz of a lesson without its key, and the last attempt of the caller',
    access: session,
    params: lessonParams,
    response: lessonQuizSchema,
    errors: access,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/courses/:slug/lessons/:id/quiz/attempts',
    summary: 'Answer every question; the same `clientId` counts once',
    access: session,
    params: lessonParams,
    body: z.strictObject({ clientId: z.uuid(), version, answers: z.array(quizAnswerSchema).min(1).max(limits.quizQuestions) }),
    response: lessonQuizSchema,
    status: 201,
    errors: [...access, 'QUIZ_CHANGED', 'QUIZ_ATTEMPTS_USED'],
    rateLimit: 'write',
  }),
} as const
