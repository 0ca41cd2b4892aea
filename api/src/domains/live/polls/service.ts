import type { Poll } from '@e-events/shared/contract/live/polls.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ChatPushes } from '../../../realtime/chat-rooms.ts'
import { cleanText, isModerator, momentOf } from '../chat/policy.ts'
import type { ChatRepository } from '../chat/repository.ts'
import { assertModerates, invalidText, type Chat } from '../chat/service.ts'
import { toPoll } from './presenter.ts'
import type { PollRepository } from './repository.ts'

export type Polls = ReturnType<typeof createPolls>
interface By extends AuditContext {
  actor: Actor
}

interface PollDeps {
  knex: Knex
  repository: Pick<ChatRepository, 'lockRoom' | 'firstStart'>
  polls: PollRepository
  pushes: Pick<ChatPushes, 'poll'>
  chat: Pick<Chat, 'enter' | 'since'>
  clock: Clock
}

/** Polls beside the chat: moderators open and close them, everybody with access has one vote. */
export function createPolls({ knex, repository, polls, pushes, chat, clock }: PollDeps) {
  async function read(db: Knex, id: string, productId: string): Promise<Poll> {
    const row = await polls.find(db, id, productId)
    if (!row) throw new DomainError('NOT_FOUND')
    return toPoll(row)
  }

  return {
    async list(slug: string, actor: Actor) {
      const { productId, userId, role } = await chat.enter(slug, actor)
      const rows = await polls.list(knex, { productId, since: await chat.since(productId), limit: limits.chatQuestionsListed })
      const votes = await polls.votesOf(
        knex,
        userId,
        rows.map(({ id }) => id),
      )
      return {
        items: rows.map(toPoll),
        chosen: votes.map(({ poll_id, answer }) => ({ poll: poll_id, answer })),
        moderates: isModerator(role),
      }
    },

    /** @throws DomainError STATE_CONFLICT while another poll is open, VALIDATION_FAILED */
    async open(slug: string, wanted: { question: string; answers: readonly string[]; moment?: string | undefined }, by: By): Promise<Poll> {
      const seat = await chat.enter(slug, by.actor)
      assertModerates(seat)
      const { productId } = seat
      const question = cleanText(wanted.question)
      if (question === null) throw invalidText('body.question')
      const answers = wanted.answers.map((answer, index) => {
        const clean = cleanText(answer)
        if (clean === null) throw invalidText(`body.answers.${index}`)
        return clean
      })
      const twice = answers.findIndex((answer, index) => answers.indexOf(answer) < index)
      if (twice !== -1) throw invalidText(`body.answers.${twice}`)
      const poll = await knex.transaction(async (trx) => {
        await repository.lockRoom(trx, productId)
        if (await polls.findOpen(trx, productId)) throw new DomainError('STATE_CONFLICT')
        const now = clock.now()
        const id = await polls.insert(trx, {
          product_id: productId,
          question,
          answers,
          votes: answers.map(() => 0),
          moment: momentOf(wanted.moment, { startedAt: await repository.firstStart(trx, productId), now }),
          opened_at: now,
          opened_by: by.actor.id,
        })
        const after = { poll: id, question, answers, state: 'open' }
        await writeAudit(trx, { ...by, action: 'chat.poll', subject: { type: 'chat', id: productId }, before: null, after })
        return read(trx, id, productId)
      })
      pushes.poll(poll)
      return poll
    },

    /** @throws DomainError STATE_CONFLICT once it is closed, VALIDATION_FAILED for an answer that it does not have */
    async vote(slug: string, id: string, answer: number, actor: Actor): Promise<Poll> {
      const { productId, userId } = await chat.enter(slug, actor)
      const { poll, isChanged } = await knex.transaction(async (trx) => {
        const row = await polls.lock(trx, id, productId)
        if (!row) throw new DomainError('NOT_FOUND')
        if (row.closed_at !== null) throw new DomainError('STATE_CONFLICT')
        if (answer >= row.answers.length)
          throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'body.answer', rule: 'poll_answer', message: 'no such answer' }] })
        const before = await polls.voteOf(trx, id, userId)
        if (before !== answer) {
          await polls.setVote(trx, { poll_id: id, user_id: userId, answer, voted_at: clock.now() })
          const votes = row.votes.map((count, index) => count + Number(index === answer) - Number(index === before))
          await polls.update(trx, id, { votes })
        }
        return { poll: await read(trx, id, productId), isChanged: before !== answer }
      })
      if (isChanged) pushes.poll(poll, { isCount: true })
      return poll
    },

    async close(slug: string, id: string, by: By): Promise<Poll> {
      const seat = await chat.enter(slug, by.actor)
      assertModerates(seat)
      const { productId } = seat
      const { poll, isChanged } = await knex.transaction(async (trx) => {
        const row = await polls.lock(trx, id, productId)
        if (!row) throw new DomainError('NOT_FOUND')
        // The same act twice: nothing is left to do.
        if (row.closed_at === null) {
          await polls.update(trx, id, { closed_at: clock.now(), closed_by: by.actor.id })
          const after = { poll: id, question: row.question, state: 'closed', votes: row.votes }
          await writeAudit(trx, { ...by, action: 'chat.poll', subject: { type: 'chat', id: productId }, before: null, after })
        }
        return { poll: await read(trx, id, productId), isChanged: row.closed_at === null }
      })
      if (isChanged) pushes.poll(poll)
      return poll
    },
  }
}
