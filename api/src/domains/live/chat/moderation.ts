import type { ChatMessage, ChatModerator, ChatMute, ChatRoom, ChatSettings } from '@e-events/shared/contract/live/chat.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { Actor } from '../../../http/actor.ts'
import { toChatMessage, toChatSettings, toModerator, toMute } from './presenter.ts'
import { toQuestion } from '../questions/presenter.ts'
import type { QuestionRepository } from '../questions/repository.ts'
import { assertModerates, type Chat, type ChatDeps } from './service.ts'

export type Moderation = ReturnType<typeof createModeration>
interface By extends AuditContext {
  actor: Actor
}

/** Acts of moderators; each is logged with who and when, in its transaction. */
export function createModeration({
  knex,
  repository,
  questions,
  pushes,
  clock,
  chat,
}: ChatDeps & { chat: Pick<Chat, 'enter' | 'present'>; questions: Pick<QuestionRepository, 'dismissOf'> }) {
  async function seatOf(slug: string, actor: Actor) {
    const seat = await chat.enter(slug, actor)
    assertModerates(seat)
    return seat
  }

  async function change(
    act: { productId: string; id: string; from: readonly ChatMessage['state'][]; to: 'shown' | 'refused' | 'removed' },
    by: By,
  ): Promise<ChatMessage> {
    const { productId, id, to } = act
    const message = await knex.transaction(async (trx) => {
      await repository.lockRoom(trx, productId)
      const row = await repository.find(trx, id, productId)
      if (!row) throw new DomainError('NOT_FOUND')
      // The same act twice: nothing is left to do.
      if (row.state === to) return toChatMessage(row)
      if (!act.from.includes(row.state)) throw new DomainError('STATE_CONFLICT')
      const wasSeen = row.state === 'shown' || to === 'shown'
      await repository.update(trx, id, {
        state: to,
        pending_approval: false,
        ...(to === 'shown' ? {} : { file_id: null }),
        moderated_by: by.actor.id,
        moderated_at: clock.now(),
        ...(wasSeen ? { change: await repository.nextChange(trx, productId) } : {}),
      })
      if (to !== 'shown') {
        const action = to === 'removed' ? 'chat.remove' : 'chat.refuse'
        const after = { message: id, author: row.author_name, text: row.text }
        await writeAudit(trx, { ...by, action, subject: { type: 'chat', id: productId }, before: null, after })
      }
      const after = await repository.find(trx, id, productId)
      if (!after) throw new Error('the message is gone')
      return toChatMessage(after)
    })
    pushes.message(message)
    return message
  }

  return {
    async approve(slug: string, id: string, by: By): Promise<ChatMessage> {
      const { productId } = await seatOf(slug, by.actor)
      return change({ productId, id, from: ['pending'], to: 'shown' }, by)
    },
    async refuse(slug: string, id: string, by: By): Promise<ChatMessage> {
      const { productId } = await seatOf(slug, by.actor)
      return change({ productId, id, from: ['pending'], to: 'refused' }, by)
    },
    /** Authors remove their own. */
    async remove(slug: string, id: string, by: By): Promise<ChatMessage> {
      const seat = await chat.enter(slug, by.actor)
      const row = await repository.find(knex, id, seat.productId)
      if (row?.user_id !== by.actor.id) assertModerates(seat)
      return change({ productId: seat.productId, id, from: ['shown', 'pending'], to: 'removed' }, by)
    },

    async pin(slug: string, messageId: string | null, by: By): Promise<ChatRoom> {
      const { productId } = await seatOf(slug, by.actor)
      const room = await knex.transaction(async (trx) => {
        await repository.lockRoom(trx, productId)
        const row = messageId === null ? undefined : await repository.find(trx, messageId, productId)
        if (messageId !== null && !row) throw new DomainError('NOT_FOUND')
        if (row && row.state !== 'shown') throw new DomainError('STATE_CONFLICT')
        return chat.present(trx, await repository.updateRoom(trx, productId, { pinned_message_id: messageId }))
      })
      pushes.room(slug, room)
      return room
    },

    async configure(slug: string, wanted: ChatSettings, by: By): Promise<ChatSettings> {
      const { productId } = await seatOf(slug, by.actor)
      const { settings, room } = await knex.transaction(async (trx) => {
        const known = await repository.lockRoom(trx, productId)
        const off = wanted.isEnabled ? null : { disabled_at: known.disabled_at ?? clock.now(), disabled_by: by.actor.id }
        const row = await repository.updateRoom(trx, productId, {
          ...(off ?? { disabled_at: null, disabled_by: null }),
          moderated: wanted.moderation === 'site' ? null : wanted.moderation === 'on',
          slow_mode_seconds: wanted.slowModeSec,
          blocked_words: [...new Set(wanted.blockedWords.map((word) => word.normalize('NFC')))],
        })
        const [before, after] = [toChatSettings(known), toChatSettings(row)]
        await writeAudit(trx, { ...by, action: 'chat.configure', subject: { type: 'chat', id: productId }, before, after })
        return { settings: after, room: await chat.present(trx, row) }
      })
      pushes.room(slug, room)
      return settings
    },

    async mutes(slug: string, actor: Actor): Promise<ChatMute[]> {
      const { productId } = await seatOf(slug, actor)
      return (await repository.listMutes(knex, productId, clock.now())).map(toMute)
    },

    /** @throws DomainError STATE_CONFLICT: organizers and moderators are not muted */
    async mute(slug: string, userId: string, wanted: { minutes: number | null; removesMessages: boolean }, by: By): Promise<void> {
      const { productId, ownerId } = await seatOf(slug, by.actor)
      const name = await repository.nameOf(knex, userId)
      if (name === '') throw new DomainError('NOT_FOUND')
      if (userId === ownerId || userId === by.actor.id || (await repository.isModerator(knex, productId, userId)))
        throw new DomainError('STATE_CONFLICT')
      const now = clock.now()
      const until = wanted.minutes === null ? null : new Date(now.getTime() + wanted.minutes * 60_000)
      const removed = await knex.transaction(async (trx) => {
        await repository.lockRoom(trx, productId)
        await repository.setMute(trx, { product_id: productId, user_id: userId, muted_by: by.actor.id, muted_at: now, muted_until: until })
        const after = { user: userId, name, until: until?.toISOString() ?? null }
        await writeAudit(trx, { ...by, action: 'chat.mute', subject: { type: 'chat', id: productId }, before: null, after })
        const messages: ChatMessage[] = []
        for (const row of wanted.removesMessages ? await repository.ofUser(trx, productId, userId) : []) {
          const isPublic = row.state === 'shown'
          await repository.update(trx, row.id, {
            state: isPublic ? 'removed' : 'refused',
            pending_approval: false,
            moderated_by: by.actor.id,
            moderated_at: now,
            ...(isPublic ? { change: await repository.nextChange(trx, productId) } : {}),
          })
          const gone = await repository.find(trx, row.id, productId)
          if (gone) messages.push(toChatMessage(gone))
        }
        const gone = wanted.removesMessages ? await questions.dismissOf(trx, { productId, userId, by: by.actor.id, now }) : []
        return { messages, questions: gone }
      })
      pushes.me(slug, userId, { role: 'viewer', mute: { until: until?.toISOString() ?? null } })
      for (const message of removed.messages) pushes.message(message)
      for (const row of removed.questions) pushes.question(toQuestion(row))
    },

    async unmute(slug: string, userId: string, by: By): Promise<void> {
      const { productId } = await seatOf(slug, by.actor)
      const wasMuted = await knex.transaction(async (trx) => {
        const removed = await repository.removeMute(trx, productId, userId)
        if (removed)
          await writeAudit(trx, {
            ...by,
            action: 'chat.unmute',
            subject: { type: 'chat', id: productId },
            before: null,
            after: { user: userId },
          })
        return removed
      })
      if (wasMuted) pushes.me(slug, userId, { role: 'viewer', mute: null })
    },

    listModerators: async (productId: string): Promise<ChatModerator[]> =>
      (await repository.listModerators(knex, productId)).map(toModerator),

    /** @throws DomainError CHAT_MODERATOR_UNKNOWN */
    async addModerator(product: { id: string; slug: string }, email: string, by: By): Promise<ChatModerator[]> {
      const userId = await repository.findUserByEmail(knex, email)
      if (userId === undefined) throw new DomainError('CHAT_MODERATOR_UNKNOWN')
      await repository.addModerator(knex, { product_id: product.id, user_id: userId, added_by: by.actor.id })
      pushes.me(product.slug, userId, { role: 'moderator', mute: null })
      return this.listModerators(product.id)
    },
    async removeModerator(product: { id: string; slug: string }, userId: string): Promise<void> {
      await repository.removeModerator(knex, product.id, userId)
      pushes.me(product.slug, userId, { role: 'viewer', mute: null })
    },
  }
}
