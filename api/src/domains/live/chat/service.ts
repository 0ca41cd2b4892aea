import type { ChatMe, ChatMessage, ChatRoom } from '@e-events/shared/contract/live/chat.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor } from '../../../http/actor.ts'
import { RateLimitedError } from '../../../http/refusal.ts'
import type { ChatPushes } from '../../../realtime/chat-rooms.ts'
import { enterChat, type MayMeet, type Seat } from './entry.ts'
import { cleanText, hasBlockedWord, isModerator, momentOf } from './policy.ts'
import { toChatMessage, toChatRoom, toChatSettings } from './presenter.ts'
import type { ChatRepository, RoomRow } from './repository.ts'

/** People talk before a show begins. */
const beforeShowMs = 3_600_000
/** Slow mode is never faster. */
const fastestPaceMs = 1_000

export type Chat = ReturnType<typeof createChat>

export interface ChatDeps {
  knex: Knex
  mayMeet: MayMeet
  repository: ChatRepository
  /** Delivery to open browsers, after the commit. */
  pushes: ChatPushes
  /** The site's switch: messages wait for approval. */
  isSiteModerated(): Promise<boolean>
  clock: Clock
}

interface Said {
  clientId: string
  text: string
  moment?: string | undefined
  replyTo?: string | undefined
}

/** The chat beside a show: open to viewers with access, written in one order, and pushed after the commit. */
export function createChat(deps: ChatDeps) {
  const { knex, repository, clock } = deps
  /** The message that an account is writing, by product and account. */
  const underWay = new Map<string, string>()

  const enter = (slug: string, actor: Actor): Promise<Seat> => enterChat(knex, { slug, actor, now: clock.now(), mayMeet: deps.mayMeet })

  async function present(db: Knex, room: RoomRow): Promise<ChatRoom> {
    const pinned = room.pinned_message_id === null ? undefined : await repository.find(db, room.pinned_message_id, room.product_id)
    const since = pinned && (await sinceOf(db, room.product_id))
    return toChatRoom(room, since && pinned.sent_at < since ? undefined : pinned, await deps.isSiteModerated())
  }

  /** Where the chat of the show or meeting that runs, or ran last, begins: earlier ones do not stand in it. */
  async function sinceOf(db: Knex, productId: string): Promise<Date | null> {
    const show = await repository.showOf(db, productId)
    return show ? new Date(show.started_at.getTime() - beforeShowMs) : null
  }

  async function meOf(seat: Seat): Promise<ChatMe> {
    const mute = isModerator(seat.role)
      ? undefined
      : await repository.findMute(knex, { productId: seat.productId, userId: seat.userId, now: clock.now() })
    return { role: seat.role, mute: mute ? { until: mute.muted_until?.toISOString() ?? null } : null }
  }

  return {
    enter,
    present,
    since: (productId: string): Promise<Date | null> => sinceOf(knex, productId),

    async open(slug: string, actor: Actor) {
      const seat = await enter(slug, actor)
      const moderates = isModerator(seat.role)
      const room = (await repository.readRoom(knex, seat.productId)) ?? emptyRoom(seat.productId)
      const rows = await repository.latest(knex, {
        productId: seat.productId,
        pendingOf: moderates ? null : seat.userId,
        since: await sinceOf(knex, seat.productId),
        limit: limits.chatHistory,
      })
      return {
        room: await present(knex, room),
        me: await meOf(seat),
        messages: rows.map(toChatMessage),
        lastChange: room.last_change,
        settings: moderates ? toChatSettings(room) : null,
      }
    },

    async list(
      slug: string,
      actor: Actor,
      query: { after?: number | undefined; from?: string | undefined; to?: string | undefined; limit: number },
    ) {
      const { productId } = await enter(slug, actor)
      const { after, from, to, limit } = query
      const rows =
        after === undefined
          ? await repository.ofStretch(knex, {
              productId,
              from: from === undefined ? null : new Date(from),
              to: to === undefined ? clock.now() : new Date(to),
              limit,
            })
          : await repository.after(knex, productId, after, limit)
      return { messages: rows.map(toChatMessage) }
    },

    /** @throws DomainError CHAT_DISABLED, CHAT_MUTED, VALIDATION_FAILED, RATE_LIMITED (slow mode) */
    post: async (slug: string, actor: Actor, said: Said): Promise<ChatMessage> => say(await enter(slug, actor), said),
    say,

    /**
     * Refuses what `say` would refuse now.
     * @throws DomainError CHAT_DISABLED, CHAT_MUTED, CHAT_FILES_FULL, RATE_LIMITED
     */
    async assertMaySay(seat: Seat, of: { withFile: boolean }): Promise<void> {
      await assertMaySay(knex, seat, (await repository.readRoom(knex, seat.productId)) ?? emptyRoom(seat.productId), of)
    },
  }

  async function assertMaySay(
    db: Knex,
    { productId, userId, role }: Seat,
    room: RoomRow,
    { withFile }: { withFile: boolean },
  ): Promise<void> {
    if (withFile && (await repository.countFiles(db, { productId, userId, since: await sinceOf(db, productId) })) >= limits.chatFiles)
      throw new DomainError('CHAT_FILES_FULL')
    if (isModerator(role)) return
    if (room.disabled_at !== null) throw new DomainError('CHAT_DISABLED')
    const now = clock.now()
    if (await repository.findMute(db, { productId, userId, now })) throw new DomainError('CHAT_MUTED')
    const last = await repository.lastSentAt(db, productId, userId)
    const waitMs = last === null ? 0 : last.getTime() + room.slow_mode_seconds * 1000 - now.getTime()
    if (waitMs > 0) throw new RateLimitedError(waitMs)
  }

  async function say(seat: Seat, said: Said & { fileId?: string }): Promise<ChatMessage> {
    const { productId, userId, role } = seat
    const text = cleanText(said.text)
    if (text === null) throw invalidText()
    const key = `${productId} ${userId}`
    // Slow mode would refuse it anyway: a flood waits for no lock, and holds no connection that others need.
    if (!isModerator(role) && (underWay.get(key) ?? said.clientId) !== said.clientId) throw new RateLimitedError(fastestPaceMs)
    underWay.set(key, said.clientId)
    try {
      return await write(seat, { ...said, text })
    } finally {
      underWay.delete(key)
    }
  }

  async function write(seat: Seat, said: Said & { fileId?: string }): Promise<ChatMessage> {
    const { productId, userId, role } = seat
    const { text } = said
    const isSiteModerated = await deps.isSiteModerated()
    const { message, isNew } = await knex.transaction(async (trx) => {
      const room = await repository.lockRoom(trx, productId)
      const known = await repository.findByClientId(trx, { productId, userId, clientId: said.clientId })
      if (known) return { message: toChatMessage(known), isNew: false }
      await assertMaySay(trx, seat, room, { withFile: said.fileId !== undefined })
      const now = clock.now()
      const show = await repository.showOf(trx, productId)
      const replied = said.replyTo === undefined ? undefined : await repository.find(trx, said.replyTo, productId)
      const waits = !isModerator(role) && ((room.moderated ?? isSiteModerated) || hasBlockedWord(text, room.blocked_words))
      const id = await repository.insert(trx, {
        product_id: productId,
        broadcast_id: show && show.state !== 'ended' ? show.id : null,
        user_id: userId,
        author_name: await repository.nameOf(trx, userId),
        author_role: role,
        text,
        file_id: said.fileId ?? null,
        client_id: said.clientId,
        moment: momentOf(said.moment, { startedAt: await repository.firstStart(trx, productId), now }),
        reply_to: replied?.state === 'shown' ? replied.id : null,
        pending_approval: waits,
        state: waits ? 'pending' : 'shown',
        change: waits ? null : await repository.nextChange(trx, productId),
        sent_at: now,
      })
      const row = await repository.find(trx, id, productId)
      if (!row) throw new Error('the message is gone')
      return { message: toChatMessage(row), isNew: true }
    })
    if (isNew) deps.pushes.message(message)
    return message
  }
}

/** @throws DomainError FORBIDDEN_ROLE for viewers */
export function assertModerates(seat: Seat): void {
  if (!isModerator(seat.role)) throw new DomainError('FORBIDDEN_ROLE')
}

/** Refusal of a text that is empty or too long once it is clean. */
export const invalidText = (path = 'body.text'): DomainError =>
  new DomainError('VALIDATION_FAILED', {
    issues: [{ path, rule: 'chat_text', message: `1 to ${limits.chatMessageLength} visible characters` }],
  })

/** A room in which nothing was ever said or set. */
const emptyRoom = (productId: string): RoomRow => ({
  product_id: productId,
  disabled_at: null,
  disabled_by: null,
  slow_mode_seconds: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  last_change: 0,
  moderated: null,
  blocked_words: [],
  pinned_message_id: null,
})
