import type { ChatRole } from '@e-events/shared/contract/live/chat.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Actor } from '../../../http/actor.ts'
import { assertMayWatch, findProductAccess, type ProductAccess } from '../../catalogue/read/product-access.ts'

/** Where and as what somebody takes part in a chat. */
export interface Seat {
  productId: string
  slug: string
  ownerId: string
  userId: string
  role: ChatRole
  isMeeting: boolean
}

/**
 * Whether an account takes part in a meeting: by its own access (`hasAccess`) or that of a lesson, unless a host put it
 * out.
 */
export type MayMeet = (asked: { productId: string; actor: Actor; hasAccess: boolean }) => Promise<boolean>

/** Shows and meetings have a chat; what is read, heard or downloaded has none. */
const typesWithChat: ReadonlySet<string> = new Set(['live', 'broadcast', 'meet'])

/**
 * Seats an account in the chat: the right to watch, or to take part in a meeting, is the right to chat.
 * @throws DomainError NOT_FOUND, TICKET_REQUIRED, TICKET_OF_SESSION, NOT_PURCHASABLE, SUBSCRIPTION_REQUIRED
 */
export async function enterChat(knex: Knex, who: { slug: string; actor: Actor; now: Date; mayMeet: MayMeet }): Promise<Seat> {
  const { slug, actor, now } = who
  const access = await findProductAccess(knex, slug, actor.id)
  if (!access || !typesWithChat.has(access.type)) throw new DomainError('NOT_FOUND')
  const isOrganizer = actor.isAdmin || access.owner_id === actor.id
  const refusal = access.type === 'meet' && !isOrganizer ? await refusalOfMeeting(access, who) : refusalOf(access, actor, now)
  if (refusal !== null) throw refusal
  return {
    productId: access.id,
    slug,
    ownerId: access.owner_id,
    userId: actor.id,
    isMeeting: access.type === 'meet',
    role: isOrganizer ? 'organizer' : access.moderates ? 'moderator' : 'viewer',
  }
}

async function refusalOfMeeting(
  access: ProductAccess,
  { actor, now, mayMeet }: { actor: Actor; now: Date; mayMeet: MayMeet },
): Promise<DomainError | null> {
  const refusal = refusalOf(access, actor, now)
  const isIn = await mayMeet({ productId: access.id, actor, hasAccess: refusal === null })
  return isIn ? null : (refusal ?? new DomainError('NOT_FOUND'))
}

function refusalOf(access: ProductAccess, actor: Actor, now: Date): DomainError | null {
  try {
    assertMayWatch(access, actor, now)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
