import type { Question, QuestionState } from '@e-events/shared/contract/live/questions.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { Actor } from '../../../http/actor.ts'
import { RateLimitedError } from '../../../http/refusal.ts'
import type { ChatPushes } from '../../../realtime/chat-rooms.ts'
import { cleanText, hasBlockedWord, isModerator, momentOf } from '../chat/policy.ts'
import type { ChatRepository } from '../chat/repository.ts'
import { assertModerates, invalidText, type Chat } from '../chat/service.ts'
import { toQuestion } from './presenter.ts'
import type { QuestionRepository } from './repository.ts'

export type Questions = ReturnType<typeof createQuestions>
interface By extends AuditContext {
  actor: Actor
}

interface QuestionDeps {
  knex: Knex
  repository: ChatRepository
  questions: QuestionRepository
  pushes: Pick<ChatPushes, 'question'>
  chat: Pick<Chat, 'enter' | 'since'>
  isSiteModerated(): Promise<boolean>
  clock: Clock
}

const next: Record<QuestionState, readonly QuestionState[]> = {
  pending: ['open', 'answered', 'dismissed'],
  open: ['answered', 'dismissed'],
  answered: ['open', 'dismissed'],
  dismissed: [],
}

/** Questions beside the chat: access, switch, mutes, held words and moderation are those of the chat. */
export function createQuestions({ knex, repository, questions, pushes, chat, isSiteModerated, clock }: QuestionDeps) {
  async function read(db: Knex, id: string, productId: string): Promise<Question> {
    const row = await questions.find(db, id, productId)
    if (!row) throw new DomainError('NOT_FOUND')
    return toQuestion(row)
  }

  async function changeVote(slug: string, id: string, actor: Actor, isWanted: boolean): Promise<Question> {
    const { productId, userId } = await chat.enter(slug, actor)
    const { question, isChanged } = await knex.transaction(async (trx) => {
      const row = await questions.lock(trx, id, productId)
      if (!row || (row.state === 'pending' && row.user_id !== userId)) throw new DomainError('NOT_FOUND')
      if (row.state !== 'open') throw new DomainError('STATE_CONFLICT')
      const isChanged = isWanted
        ? await questions.addVote(trx, { question_id: id, user_id: userId, voted_at: clock.now() })
        : await questions.removeVote(trx, id, userId)
      if (isChanged) await questions.update(trx, id, { votes: row.votes + (isWanted ? 1 : -1) })
      return { question: await read(trx, id, productId), isChanged }
    })
    if (isChanged) pushes.question(question, { isCount: true })
    return question
  }

  return {
    async list(slug: string, actor: Actor) {
      const { productId, userId, role } = await chat.enter(slug, actor)
      const moderates = isModerator(role)
      const { unanswered, answered } = await questions.list(knex, {
        productId,
        pendingOf: moderates ? null : userId,
        since: await chat.since(productId),
        limit: limits.chatQuestionsListed,
      })
      const rows = [...unanswered, ...answered]
      const voted = await questions.votesOf(
        knex,
        userId,
        rows.map(({ id }) => id),
      )
      return { items: rows.map(toQuestion), voted, moderates }
    },

    /** @throws DomainError CHAT_DISABLED, CHAT_MUTED, CHAT_QUESTIONS_OPEN, VALIDATION_FAILED, RATE_LIMITED */
    async ask(slug: string, actor: Actor, asked: { clientId: string; text: string; moment?: string | undefined }): Promise<Question> {
      const { productId, userId, role } = await chat.enter(slug, actor)
      const text = cleanText(asked.text)
      if (text === null) throw invalidText()
      const moderates = isModerator(role)
      const isModerated = await isSiteModerated()
      const { question, isNew } = await knex.transaction(async (trx) => {
        const room = await repository.lockRoom(trx, productId)
        const known = await questions.findByClientId(trx, { productId, userId, clientId: asked.clientId })
        if (known) return { question: toQuestion(known), isNew: false }
        if (room.disabled_at !== null && !moderates) throw new DomainError('CHAT_DISABLED')
        const now = clock.now()
        if (!moderates) {
          if (await repository.findMute(trx, { productId, userId, now })) throw new DomainError('CHAT_MUTED')
          const { open, last } = await questions.ofUser(trx, productId, userId)
          if (open >= limits.chatOpenQuestions) throw new DomainError('CHAT_QUESTIONS_OPEN')
          const waitMs = last === null ? 0 : last.getTime() + limits.chatQuestionPauseSec * 1000 - now.getTime()
          if (waitMs > 0) throw new RateLimitedError(waitMs)
        }
        const waits = !moderates && ((room.moderated ?? isModerated) || hasBlockedWord(text, room.blocked_words))
        const id = await questions.insert(trx, {
          product_id: productId,
          user_id: userId,
          client_id: asked.clientId,
          author_name: await repository.nameOf(trx, userId),
          author_role: role,
          text,
          moment: momentOf(asked.moment, { startedAt: await repository.firstStart(trx, productId), now }),
          asked_at: now,
          state: waits ? 'pending' : 'open',
        })
        return { question: await read(trx, id, productId), isNew: true }
      })
      if (isNew) pushes.question(question)
      return question
    },

    vote: (slug: string, id: string, actor: Actor): Promise<Question> => changeVote(slug, id, actor, true),
    unvote: (slug: string, id: string, actor: Actor): Promise<Question> => changeVote(slug, id, actor, false),

    /** @throws DomainError FORBIDDEN_ROLE, STATE_CONFLICT for a step that does not exist */
    async settle(
      slug: string,
      id: string,
      wanted: { state: 'open' | 'answered' | 'dismissed'; moment?: string | undefined },
      by: By,
    ): Promise<Question> {
      const seat = await chat.enter(slug, by.actor)
      const { productId } = seat
      const { question, wasPending } = await knex.transaction(async (trx) => {
        const row = await questions.lock(trx, id, productId)
        const isOwn = row?.user_id === by.actor.id
        if (!(isOwn && wanted.state === 'dismissed')) assertModerates(seat)
        if (!row) throw new DomainError('NOT_FOUND')
        const wasPending = row.state === 'pending'
        if (row.state === wanted.state) return { question: await read(trx, id, productId), wasPending }
        if (!next[row.state].includes(wanted.state)) throw new DomainError('STATE_CONFLICT')
        const now = clock.now()
        const answeredMoment = momentOf(wanted.moment, { startedAt: await repository.firstStart(trx, productId), now })
        await questions.update(trx, id, {
          state: wanted.state,
          answered_moment: wanted.state === 'answered' ? answeredMoment : null,
          settled_by: by.actor.id,
          settled_at: now,
        })
        const after = { question: id, author: row.author_name, text: row.text, state: wanted.state }
        if (!isOwn) await writeAudit(trx, { ...by, action: 'chat.question', subject: { type: 'chat', id: productId }, before: null, after })
        return { question: await read(trx, id, productId), wasPending }
      })
      // The words of a question that nobody saw stay between its author and the moderators.
      pushes.question(question, { isPrivate: wasPending && wanted.state === 'dismissed' })
      return question
    },
  }
}
