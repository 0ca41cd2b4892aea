import { z } from 'zod'
import { feedId } from '../domain/ids.ts'
import { broadcastEndReasonSchema } from '../domain/states.ts'
import { roomFeedSchema } from './feed.ts'

/** Notifications of the sfu to peers: `socket.emit('notification', { method, data })`. */
export const notificationSchema = z.discriminatedUnion('method', [
  /** A feed appeared, or any of its producers was added, replaced, paused, resumed or lost. */
  z.object({ method: z.literal('feedChanged'), data: z.object({ feed: roomFeedSchema }) }),
  /** A feed is gone for good. */
  z.object({ method: z.literal('feedClosed'), data: z.object({ feedId }) }),
  z.object({ method: z.literal('consumerClosed'), data: z.object({ consumerId: z.string() }) }),
  z.object({ method: z.literal('consumerLayersChanged'), data: z.object({ consumerId: z.string(), spatialLayer: z.int().nullable() }) }),
  z.object({
    method: z.literal('egressClosed'),
    data: z.object({ egressId: z.string(), reason: z.enum(['producer_replaced', 'publisher_gone', 'worker_died', 'feed_closed']) }),
  }),
  /** A simulcast layer fell to a lower one (or came back): the rung it feeds no longer shows its own size. */
  z.object({
    method: z.literal('egressLayersChanged'),
    data: z.object({ egressId: z.string(), requested: z.int(), current: z.int().nullable() }),
  }),
  /** For studios: packets of a feed arrive here, or no longer do. */
  z.object({ method: z.literal('feedMedia'), data: z.object({ feedId, arrives: z.boolean() }) }),
  /**
   * Another device of the organizer sends this feed from now on; what this peer sent of it is closed. Its other feeds
   * go on.
   */
  z.object({ method: z.literal('feedTaken'), data: z.object({ feedId }) }),
  /**
   * A media worker died: every transport of this peer is gone. Create them again; feeds, broadcast and recording go on.
   */
  z.object({ method: z.literal('transportsLost'), data: z.object({}) }),
  z.object({ method: z.literal('audience'), data: z.object({ viewers: z.int() }) }),
  /** No media for 25 minutes. */
  z.object({ method: z.literal('idleWarning'), data: z.object({ closesAtMs: z.number() }) }),
  z.object({ method: z.literal('idleCleared'), data: z.object({}) }),
  /**
   * draining: the node goes down for maintenance, ask the api for a new grant and move over. replaced: another window
   * of the same device took this one's place. revoked: the access behind the grant has ended, or ran out without a
   * fresh one.
   */
  z.object({ method: z.literal('reconnect'), data: z.object({ reason: z.enum(['draining', 'replaced', 'revoked']) }) }),
  /** The access behind the grant ends at `untilMs`: send a fresh one with `renew`. */
  z.object({ method: z.literal('renewalDue'), data: z.object({ untilMs: z.number() }) }),
  z.object({ method: z.literal('broadcastClosed'), data: z.object({ reason: broadcastEndReasonSchema }) }),
])
export type Notification = z.infer<typeof notificationSchema>
export type NotificationMethod = Notification['method']
export type NotificationData<M extends NotificationMethod> = Extract<Notification, { method: M }>['data']
