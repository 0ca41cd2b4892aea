import { z } from 'zod'
import { apiBase } from '../contract/addresses.ts'
import { slugSchema } from '../contract/common.ts'
import { broadcastStateSchema } from '../domain/states.ts'

/** socket.io of the api: path `/api/realtime`, websocket transport; `auth.token` (access token) optional. */
export const realtimePath = `${apiBase}/realtime`

/** Server → browser: `socket.emit('event', event)`. */
export const realtimeEventSchema = z.discriminatedUnion('type', [
  /** The home page changed (something went live or ended): refetch it. */
  z.object({ type: z.literal('home.updated') }),
  /**
   * The state of this product's event changed, or its dates did: whoever shows it asks again, each after a moment of
   * its own. To everybody.
   */
  z.object({ type: z.literal('event.changed'), productSlug: slugSchema }),
  /** The playback of this product changed: fetch it again. */
  z.object({ type: z.literal('playback.changed'), productSlug: slugSchema, broadcast: broadcastStateSchema.nullable() }),
  /** A file that was sent for this product came further: whoever edits it asks again. */
  z.object({ type: z.literal('media.changed'), productSlug: slugSchema }),
  /**
   * To the tab that held this playback lease: it plays elsewhere from now on. `device` is empty where it is not known.
   */
  z.object({ type: z.literal('playback.taken'), productSlug: slugSchema, lease: z.uuid(), device: z.string(), isOtherTab: z.boolean() }),
  z.object({ type: z.literal('audience'), productSlug: slugSchema, viewers: z.int() }),
])
export type RealtimeEvent = z.infer<typeof realtimeEventSchema>

/**
 * Browser → server: `socket.emit('watch', { productSlug }, ack)` joins the product's room (and counts as a viewer when
 * it plays); `unwatch` leaves it. The open socket keeps the playback lease that it names, and its end frees it.
 */
export const watchSchema = z.strictObject({
  productSlug: slugSchema,
  playing: z.boolean().default(false),
  lease: z.uuid().optional(),
})
export const watchReplySchema = z.object({ ok: z.boolean(), viewers: z.int(), again: z.boolean().optional() })
