import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Actor } from '../../../http/actor.ts'
import type { Seat } from './entry.ts'
import { isModerator } from './policy.ts'
import { toChatMessage } from './presenter.ts'
import type { MessageRow } from './repository.ts'
import type { Chat, ChatDeps } from './service.ts'

const dayMs = 86_400_000

export type ChatFiles = ReturnType<typeof createChatFiles>

export interface FileStore {
  /** Counts on the share of storage of `ownerId`. @throws DomainError FILE_FORMAT, QUOTA_BYTES, STORAGE_FULL */
  add(ownerId: string, file: { name: string; bytes: Uint8Array }): Promise<{ id: string; name: string }>
  /** @throws DomainError NOT_FOUND */
  open(id: string): Promise<{ name: string; content: AsyncIterable<Uint8Array> }>
}

/** Files that people send each other in a meeting: messages, with all that holds for messages. */
export function createChatFiles(
  deps: Pick<ChatDeps, 'knex' | 'repository' | 'clock'> & {
    chat: Pick<Chat, 'enter' | 'since' | 'say' | 'assertMaySay'>
    files: FileStore
  },
) {
  const { knex, repository, chat, files, clock } = deps
  return {
    /**
     * @throws DomainError CHAT_DISABLED, CHAT_MUTED, CHAT_FILES_FULL, FILE_FORMAT, STORAGE_FULL, RATE_LIMITED,
     * NOT_FOUND
     */
    async send(slug: string, actor: Actor, file: { clientId: string; name: string; bytes: Uint8Array }): Promise<ChatMessage> {
      const { clientId, name: given, bytes } = file
      const seat = await enter(slug, actor)
      const known = await repository.findByClientId(knex, { productId: seat.productId, userId: seat.userId, clientId })
      if (known) return toChatMessage(known)
      // Before anything is stored; asked again as the message is written.
      await chat.assertMaySay(seat, { withFile: true })
      const { id, name } = await files.add(seat.ownerId, { name: given, bytes }).catch(full)
      return chat.say(seat, { clientId, text: name, fileId: id })
    },

    /** @throws DomainError NOT_FOUND, and the refusals of whoever may not take part */
    async download(slug: string, actor: Actor, id: string) {
      const seat = await enter(slug, actor)
      const [row, since] = await Promise.all([repository.find(knex, id, seat.productId), chat.since(seat.productId)])
      if (!row || row.file_id === null || !mayRead(row, seat) || (since && row.sent_at < since)) throw new DomainError('NOT_FOUND')
      const { name, content } = await files.open(row.file_id)
      return { fileName: name, contentType: 'application/octet-stream', content }
    },

    /** Lets go of files that were sent long ago. @returns how many */
    forget: (): Promise<number> => repository.forgetFiles(knex, new Date(clock.nowMs() - limits.chatFileDays * dayMs)),
  }

  async function enter(slug: string, actor: Actor): Promise<Seat> {
    const seat = await chat.enter(slug, actor)
    if (!seat.isMeeting) throw new DomainError('NOT_FOUND')
    return seat
  }
}

const mayRead = ({ state, user_id }: MessageRow, { role, userId }: Seat): boolean =>
  state === 'shown' || (state === 'pending' && (user_id === userId || isModerator(role)))

/** The storage is that of the organizer, whom the sender cannot help. */
function full(error: unknown): never {
  throw error instanceof DomainError && error.code === 'QUOTA_BYTES' ? new DomainError('CHAT_FILES_FULL') : error
}
