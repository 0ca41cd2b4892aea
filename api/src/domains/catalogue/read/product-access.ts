import type { Actor } from '../../../http/actor.ts'
import type { ProductPlan, ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { eventColumns, type EventFactsRow } from './event-facts.ts'

/** Everything that decides whether an account may get or watch a product, in one row. */
export interface ProductAccess {
  id: string
  slug: string
  type: ProductType
  plan: ProductPlan
  status: ProductStatus
  channel_status: string
  owner_id: string
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  cancelled_at: Date | null
  expiration_hours: number | null
  expires_at: Date | null
  subscription_only: boolean
  /** The caller's unrevoked ticket, whether or not it has expired. */
  ticket_id: string | null
  ticket_acquired_at: Date | null
  ticket_expires_at: Date | null
  /** Begin of the day of its session, where the ticket is limited to one; not before an earlier session is over. */
  ticket_opens_at: Date | null
  /** End of the caller's subscription to the channel, days of grace included. */
  subscribed_until: Date | null
  /** End of the caller's subscription to the platform; null where the organizer does not let it open the channel. */
  platform_until: Date | null
  /** Moderators of its chat watch without a ticket. */
  moderates: boolean
}

/** SQL: when the access ends that subscriptions of an account to a channel, or (null) to the platform, give. */
export function subscribedUntil(channelId: string | null, userId: string): string {
  const isOfIt = channelId === null ? 's.channel_id is null' : `s.channel_id = ${channelId}`
  return `(select max(greatest(s.valid_until, s.grace_until)) from subscriptions s where s.user_id = ${userId} and ${isOfIt})`
}

export async function findProductAccess(knex: Knex, slug: string, userId: string | null): Promise<ProductAccess | undefined> {
  const [row] = await prepared<ProductAccess>(knex, 'product-access', accessBySlug, [slug, userId])
  return row
}

/** Decides about a ticket: the access, and the facts of its event at a moment. */
export type GrantableRow = ProductAccess & EventFactsRow

/** By the id of a product, with what tells whether its event is over. */
export async function findGrantable(
  knex: Knex,
  productId: string,
  by: { userId: string | null; now: Date },
): Promise<GrantableRow | undefined> {
  const [row] = await prepared<GrantableRow>(knex, 'grantable-product', grantableById, [productId, by.now, by.userId])
  return row
}

function accessColumns(user: string): string {
  return `p.id, p.slug, p.type, p.plan, p.status, c.status as channel_status, c.owner_id, p.sale_starts_at, p.sale_ends_at, p.cancelled_at,
       p.expiration_hours, p.expires_at, p.subscription_only, k.id as ticket_id, k.acquired_at as ticket_acquired_at,
       least(k.expires_at, d.closes_at) as ticket_expires_at, d.opens_at as ticket_opens_at,
       ${subscribedUntil('p.channel_id', user)} as subscribed_until,
       case when c.in_platform_subscription then ${subscribedUntil(null, user)} end as platform_until,
       exists (select 1 from chat_moderators m where m.product_id = p.id and m.user_id = ${user}) as moderates`
}

function accessJoins(user: string): string {
  return `from products p join channels c on c.id = p.channel_id
     left join tickets k on k.product_id = p.id and k.user_id = ${user} and k.revoked_at is null
     left join lateral (
       select greatest(date_trunc('day', s.starts_at at time zone s.time_zone) at time zone s.time_zone, max(e.ends_at) filter (where e.starts_at < s.starts_at)) as opens_at,
         least(s.ends_at + interval '12 hours', greatest(s.ends_at, min(e.starts_at) filter (where e.starts_at > s.starts_at) - interval '1 hour')) as closes_at
       from product_sessions s
       left join product_sessions e on e.product_id = s.product_id and e.state = 'scheduled' and e.id <> s.id
       where s.id = k.session_id group by s.id
     ) d on k.session_id is not null`
}

const accessBySlug = `select ${accessColumns('$2')} ${accessJoins('$2')} where p.slug = $1`
const grantableById = `select ${eventColumns}, ${accessColumns('$3')} ${accessJoins('$3')} where p.id = $1`

/** A ticket opens the door until it expires. */
export function hasValidTicket(access: Pick<ProductAccess, 'ticket_id' | 'ticket_expires_at'>, now: Date): boolean {
  return access.ticket_id !== null && (access.ticket_expires_at === null || access.ticket_expires_at > now)
}

export function isPubliclyVisible(access: Pick<ProductAccess, 'status' | 'channel_status'>): boolean {
  return access.status === 'published' && access.channel_status === 'published'
}

/**
 * Drafts, private products and those of unpublished channels are known to their owner, administrators and ticket
 * holders alone.
 */
export function isKnownTo(access: ProductAccess, viewer: Actor | null, now: Date): boolean {
  if (isPubliclyVisible(access)) return true
  return viewer !== null && (viewer.isAdmin || viewer.id === access.owner_id || access.moderates || hasValidTicket(access, now))
}

/**
 * Tells whether a browser may hear of a product, and whether it counts as its viewer. A hidden product looks like an
 * absent one.
 */
export async function readWatchRights(knex: Knex, slug: string, viewer: Actor | null, now: Date): Promise<WatchRights> {
  const access = await findProductAccess(knex, slug, viewer?.id ?? null)
  if (!access || !isKnownTo(access, viewer, now)) return { isKnown: false, mayWatch: false, leasedProductId: null }
  if (viewer === null) return { isKnown: true, mayWatch: false, leasedProductId: null }
  try {
    assertMayWatch(access, viewer, now)
    return { isKnown: true, mayWatch: true, leasedProductId: needsLease(access, viewer) ? access.id : null }
  } catch (error) {
    if (error instanceof DomainError) return { isKnown: true, mayWatch: false, leasedProductId: null }
    throw error
  }
}

export interface WatchRights {
  isKnown: boolean
  mayWatch: boolean
  /** The product, where its playback needs a lease. */
  leasedProductId: string | null
}

/**
 * Whether the number of devices that play at a time is limited: for whoever watches by a ticket or a subscription.
 * Podcast apps fetch whole episodes, so a limit on the player alone would be none.
 */
export function needsLease(access: ProductAccess, viewer: Actor): boolean {
  return access.type !== 'podcast' && !viewer.isAdmin && viewer.id !== access.owner_id && !access.moderates
}

/**
 * A subscription to the channel opens what is for its subscribers alone, one to the platform all that costs something.
 */
function openedUntil(access: ProductAccess): Date | null {
  const isPaid = access.plan === 'paid' || access.subscription_only
  const ends = [
    access.subscription_only ? access.subscribed_until : null,
    isPaid && isPubliclyVisible(access) ? access.platform_until : null,
  ]
  return ends.reduce((latest, end) => (end !== null && (latest === null || end > latest) ? end : latest), null)
}

/** When the ticket or the subscription ends that the access rests on; null: it has no end. */
export function accessEndsAt(access: ProductAccess, now: Date): Date | null {
  const hasTicket = hasValidTicket(access, now) && !access.subscription_only
  if (hasTicket && access.ticket_expires_at === null) return null
  const [ticket, opened] = [hasTicket ? access.ticket_expires_at : null, openedUntil(access)]
  const subscription = opened !== null && opened > now ? opened : null
  return ticket !== null && subscription !== null && ticket > subscription ? ticket : (subscription ?? ticket)
}

/** Whether this account may watch now; the refusal says what it lacks. */
export function assertMayWatch(access: ProductAccess, viewer: Actor, now: Date): void {
  if (viewer.isAdmin || viewer.id === access.owner_id || access.moderates) return
  const ticket = hasValidTicket(access, now)
  if (!ticket && !isPubliclyVisible(access)) throw new DomainError('NOT_FOUND')
  if (ticket && access.ticket_opens_at !== null && access.ticket_opens_at > now) throw new DomainError('TICKET_OF_SESSION')
  const opened = openedUntil(access)
  if (opened !== null && opened > now) return
  if (access.subscription_only) throw new DomainError('SUBSCRIPTION_REQUIRED')
  if (ticket) return
  const saleIsOver = access.cancelled_at !== null || (access.sale_ends_at !== null && access.sale_ends_at <= now)
  throw new DomainError(saleIsOver ? 'NOT_PURCHASABLE' : 'TICKET_REQUIRED')
}
