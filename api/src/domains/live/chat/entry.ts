import type { ChatRole } from '@e-events/shared/contract/live/chat.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { assertMayWatch, findProductAccess } from '../../catalogue/read/product-access.ts'

/** Where and as what somebody takes part in a chat. */
export interface Seat {
  productId: string
  slug: string
  ownerId: string
  userId: string
  role: ChatRole
}

/** Shows have a chat; what is read, heard or downloaded has none. */
const typesWithChat: ReadonlySet<string> = new Set(['live', 'broadcast'])

/**
 * Seats an account in the chat: the right to watch is the right to chat.
 * @throws DomainError NOT_FOUND, TICKET_REQUIRED, TICKET_OF_SESSION, NOT_PURCHASABLE, SUBSCRIPTION_REQUIRED
 */
export async function enterChat(knex: Knex, who: { slug: string; actor: Actor; now: Date }): Promise<Seat> {
  const { slug, actor, now } = who
  const access = await findProductAccess(knex, slug, actor.id)
  if (!access || !typesWithChat.has(access.type)) throw new DomainError('NOT_FOUND')
  const isOrganizer = actor.isAdmin || access.owner_id === actor.id
  assertMayWatch(access, actor, now)
  return {
    productId: access.id,
    slug,
    ownerId: access.owner_id,
    userId: actor.id,
    role: isOrganizer ? 'organizer' : access.moderates ? 'moderator' : 'viewer',
  }
}
