import { z } from 'zod'
import { notificationSchema } from '../contract/engagement/notifications.ts'
import { userId } from '../domain/ids.ts'
import { errorCodes } from '../errors.ts'

/**
 * The notification service: this namespace of the realtime server (path `realtimePath`, websocket). `auth.apiKey` is
 * the publishable key of `GET /config/realtime`, `auth.token` an access token where somebody is logged in. A wrong key
 * is a `connect_error` with the message API_KEY_INVALID and logs nobody out; a stale token makes a visitor, who hears
 * system notifications only.
 */
export const notificationsNamespace = '/notifications'

export const snackTypes = ['error', 'warning', 'success', 'info'] as const
export const snackTypeSchema = z.enum(snackTypes)
export type SnackType = z.infer<typeof snackTypeSchema>

/** Payload of a system notification, by type. */
const systemMessages = {
  /** The home page changed: ask for it again. */
  'home.updated': z.object({}),
  /** The site's switches or its forms changed: ask for them again. */
  'config.updated': z.object({}),
  'modules.updated': z.object({}),
  /** A snackbar for everybody; with `key` one snack replaces the earlier one of that key. */
  'snack.notification': z.object({ key: z.string().max(80).optional(), text: z.string().min(1).max(500) }),
} as const
export type SystemNotificationType = keyof typeof systemMessages
export const systemNotificationTypes = Object.keys(systemMessages) as [SystemNotificationType, ...SystemNotificationType[]]

/** Server → everybody: `socket.on('system', …)`. */
export const systemNotificationSchema = z.object({
  id: z.uuid(),
  payload: z.object({ type: z.enum(systemNotificationTypes), message: z.string(), notificationType: snackTypeSchema }),
})
export type SystemNotification = z.infer<typeof systemNotificationSchema>

type SystemContent = {
  [T in SystemNotificationType]: { id: string; type: T; message: z.infer<(typeof systemMessages)[T]>; notificationType: SnackType }
}[SystemNotificationType]

/** The notification with its message read; undefined for anything that is not one of ours, broken JSON included. */
export function readSystemNotification(raw: unknown): SystemContent | undefined {
  const parsed = systemNotificationSchema.safeParse(raw)
  if (!parsed.success) return undefined
  const { id, payload } = parsed.data
  const message = systemMessages[payload.type].safeParse(jsonOrUndefined(payload.message))
  if (!message.success) return undefined
  return { id, type: payload.type, message: message.data, notificationType: payload.notificationType } as SystemContent
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const sessionEndReasons = [
  'logout',
  'reuse',
  'password_changed',
  'password_reset',
  'blocked',
  'deleted',
  'disapproved',
  'user',
  'admin',
] as const

const of = { id: z.uuid(), user: userId }
/**
 * Server → the sockets that subscribed as this user: `socket.on('user', …)`. The same account may be open elsewhere:
 * reads and removals are told too.
 */
export const userNotificationSchema = z.discriminatedUnion('type', [
  z.object({ ...of, type: z.literal('notification.new'), payload: z.object({ notification: notificationSchema }) }),
  z.object({
    ...of,
    type: z.literal('notification.read'),
    payload: z.object({ notification: z.uuid(), readOn: z.iso.datetime({ offset: true }) }),
  }),
  z.object({ ...of, type: z.literal('notification.read_all'), payload: z.object({}) }),
  z.object({ ...of, type: z.literal('notification.removed'), payload: z.object({ notification: z.uuid() }) }),
  /** This device is signed out: forget the session now. */
  z.object({ ...of, type: z.literal('session.ended'), payload: z.object({ reason: z.enum(sessionEndReasons) }) }),
])
export type UserNotification = z.infer<typeof userNotificationSchema>

/**
 * Browser → server: `socket.emit('subscribe', { user }, ack)`. Somebody else's name is refused; so is any without a
 * valid token.
 */
export const subscribeSchema = z.strictObject({ user: userId })
export const subscribeReplySchema = z.object({ ok: z.boolean(), code: z.enum(errorCodes).optional() })
export type SubscribeReply = z.infer<typeof subscribeReplySchema>
