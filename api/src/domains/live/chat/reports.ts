import type { ChatReport } from '@e-events/shared/contract/live/chat-reports.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor } from '../../../http/actor.ts'
import { toChatMessage } from './presenter.ts'
import type { ReportRepository } from './report-repository.ts'
import type { ChatRepository } from './repository.ts'
import { assertModerates, type Chat } from './service.ts'

export type ChatReports = ReturnType<typeof createChatReports>

interface ChatReportDeps {
  knex: Knex
  repository: Pick<ChatRepository, 'find'>
  reports: ReportRepository
  chat: Pick<Chat, 'enter'>
  clock: Clock
}

const listed = 100

/** Messages that viewers report to the moderators of a chat. */
export function createChatReports({ knex, repository, reports, chat, clock }: ChatReportDeps) {
  return {
    /** @throws DomainError NOT_FOUND, STATE_CONFLICT for an own message and for one that is not shown */
    async report(slug: string, id: string, actor: Actor): Promise<void> {
      const { productId } = await chat.enter(slug, actor)
      const row = await repository.find(knex, id, productId)
      // A message that waits is known to its author and to moderators alone.
      if (!row || (row.state === 'pending' && row.user_id !== actor.id)) throw new DomainError('NOT_FOUND')
      if (row.state !== 'shown' || row.user_id === actor.id) throw new DomainError('STATE_CONFLICT')
      await reports.insert(knex, { message_id: id, user_id: actor.id, reported_at: clock.now() })
    },

    async list(slug: string, actor: Actor): Promise<ChatReport[]> {
      const seat = await chat.enter(slug, actor)
      assertModerates(seat)
      const rows = await reports.open(knex, seat.productId, listed)
      const items = await Promise.all(
        rows.map(async (row): Promise<ChatReport[]> => {
          const message = await repository.find(knex, row.message_id, seat.productId)
          return message
            ? [{ message: toChatMessage(message), reports: row.reports, firstReportedAt: row.first_reported_at.toISOString() }]
            : []
        }),
      )
      return items.flat()
    },

    async dismiss(slug: string, id: string, actor: Actor): Promise<void> {
      const seat = await chat.enter(slug, actor)
      assertModerates(seat)
      if (!(await repository.find(knex, id, seat.productId))) throw new DomainError('NOT_FOUND')
      await reports.dismiss(knex, id, clock.now())
    },
  }
}
