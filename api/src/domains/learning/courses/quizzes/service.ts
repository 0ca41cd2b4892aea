import type { LessonQuiz, OwnQuestion, OwnQuiz, QuizAnswer } from '@e-events/shared/contract/learning/quizzes.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { SessionActor } from '../../../../http/actor.ts'
import type { OwnedResource } from '../../../../http/owners.ts'
import { answersFault, mark, questionsFault } from './marking.ts'
import { attemptsLeft, toLessonQuiz, toOwnQuiz } from './presenter.ts'
import * as repository from './repository.ts'
import type { QuizRow } from './repository.ts'

export type Quizzes = ReturnType<typeof createQuizzes>

interface QuizzesDeps {
  knex: Knex
  clock: Clock
  /**
   * The course of a lesson that is open to the account.
   * @throws DomainError LESSON_LOCKED, NOT_FOUND, and the refusals of access
   */
  openLesson(asked: AskedQuiz): Promise<{ courseId: string; hasAccess: boolean }>
  /** Keeps who finished a course, for certificates. */
  noteProgress(trx: Knex, courseId: string, viewer: SessionActor): Promise<void>
}

interface AskedQuiz {
  slug: string
  /** Names the lesson. */
  id: string
  viewer: SessionActor
}

export interface GivenQuiz {
  version: number
  title: string
  passPercent: number
  attempts: number
  questions: OwnQuestion[]
}

/** Quizzes of lessons: written by organizers as a whole, answered by whoever may open the lesson. */
export function createQuizzes({ knex, clock, openLesson, noteProgress }: QuizzesDeps) {
  return {
    /** @throws DomainError NOT_FOUND */
    getOwn: (owned: OwnedResource, lessonId: string): Promise<OwnQuiz | null> => change(owned, lessonId, async () => undefined),

    /** @throws DomainError VALIDATION_FAILED, QUIZ_CHANGED, NOT_FOUND */
    async save(owned: OwnedResource, lessonId: string, { version, passPercent, ...given }: GivenQuiz): Promise<OwnQuiz> {
      refuse(questionsFault(given.questions))
      const fields = { ...given, pass_percent: passPercent }
      const saved = await change(owned, lessonId, async (trx, quiz) => {
        if ((quiz?.version ?? 0) !== version) throw new DomainError('QUIZ_CHANGED')
        if (quiz) await repository.changeQuiz(trx, quiz, fields)
        else await repository.addQuiz(trx, lessonId, fields)
      })
      if (!saved) throw new Error('no quiz')
      return saved
    },

    /** @throws DomainError NOT_FOUND */
    async remove(owned: OwnedResource, lessonId: string): Promise<void> {
      await change(owned, lessonId, async (trx) => {
        if ((await repository.removeQuiz(trx, lessonId)) === 0) throw new DomainError('NOT_FOUND')
      })
    },

    /** @throws DomainError LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async get(asked: AskedQuiz): Promise<LessonQuiz> {
      return present(await open(asked), asked.viewer)
    },

    /**
     * Marks an attempt; one that was sent before, by its client id, is not marked again.
     * @throws DomainError VALIDATION_FAILED, QUIZ_CHANGED, QUIZ_ATTEMPTS_USED, LESSON_LOCKED, NOT_FOUND, and the
     * refusals of access
     */
    async answer(asked: AskedQuiz, sent: { clientId: string; version: number; answers: QuizAnswer[] }): Promise<LessonQuiz> {
      const { courseId, hasAccess, ...opened } = await open(asked)
      const of = { quiz_id: opened.id, user_id: asked.viewer.id }
      const quiz = await knex.transaction(async (trx) => {
        await repository.lockAttempts(trx, of)
        // Its questions cannot change between the marks and their writing.
        if (!(await repository.holdQuiz(trx, opened.id))) throw new DomainError('NOT_FOUND')
        const held = (await repository.findQuiz(trx, asked.id)) ?? opened
        const before = await repository.listAttempts(trx, of)
        if (before.some(({ client_id }) => client_id === sent.clientId)) return held
        if (held.version !== sent.version) throw new DomainError('QUIZ_CHANGED')
        refuse(answersFault(held.questions, sent.answers))
        if (attemptsLeft(held, before.length) === 0) throw new DomainError('QUIZ_ATTEMPTS_USED')
        const { results, scorePercent, isPassed } = mark({ ...held, answers: sent.answers, passPercent: held.pass_percent })
        await repository.addAttempt(trx, {
          ...of,
          client_id: sent.clientId,
          number: before.length + 1,
          answers: sent.answers,
          results,
          score_percent: scorePercent,
          passed: isPassed,
          created_at: clock.now(),
        })
        if (isPassed && hasAccess) await noteProgress(trx, courseId, asked.viewer)
        return held
      })
      return present(quiz, asked.viewer)
    },
  }

  async function open(asked: AskedQuiz): Promise<QuizRow & { courseId: string; hasAccess: boolean }> {
    const { courseId, hasAccess } = await openLesson(asked)
    const quiz = await repository.findQuiz(knex, asked.id)
    if (!quiz) throw new DomainError('NOT_FOUND')
    return { ...quiz, courseId, hasAccess }
  }

  async function present(quiz: QuizRow, viewer: SessionActor): Promise<LessonQuiz> {
    return toLessonQuiz(quiz, await repository.listAttempts(knex, { quiz_id: quiz.id, user_id: viewer.id }))
  }

  async function change(
    owned: OwnedResource,
    lessonId: string,
    write: (trx: Knex, quiz: QuizRow | undefined) => Promise<void>,
  ): Promise<OwnQuiz | null> {
    return knex.transaction(async (trx) => {
      if (!(await repository.lockOwnLesson(trx, { lessonId, productId: owned.id }))) throw new DomainError('NOT_FOUND')
      await write(trx, await repository.findQuiz(trx, lessonId))
      const quiz = await repository.findQuiz(trx, lessonId)
      return quiz ? toOwnQuiz(quiz) : null
    })
  }
}

/** @throws DomainError VALIDATION_FAILED */
function refuse(fault: { path: string; message: string } | null): void {
  if (fault)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: `body.${fault.path}`, rule: 'custom', message: fault.message }] })
}
