import { z } from 'zod'
import { meetEndReasonSchema, meetReactionSchema, meetSourceSchema } from '../domain/meets.ts'
import { meetPersonSchema } from './meet-requests.ts'

/** Notifications of the sfu to participants: `socket.emit('notification', { method, data })`. */
export const meetNotificationSchema = z.discriminatedUnion('method', [
  /** Somebody came, or anything shown of them changed: streams, hand, host powers. */
  z.object({ method: z.literal('personChanged'), data: z.object({ person: meetPersonSchema }) }),
  z.object({ method: z.literal('personLeft'), data: z.object({ personId: z.string() }) }),
  z.object({ method: z.literal('activeSpeakers'), data: z.object({ personIds: z.array(z.string()) }) }),
  /** Goes to everybody, whoever reacted too. */
  z.object({ method: z.literal('reacted'), data: z.object({ personId: z.string(), reaction: meetReactionSchema }) }),
  z.object({ method: z.literal('lockChanged'), data: z.object({ locked: z.boolean() }) }),
  /** Told some seconds before anything is recorded. */
  z.object({ method: z.literal('recordingChanged'), data: z.object({ isRecording: z.boolean() }) }),
  z.object({ method: z.literal('consumerClosed'), data: z.object({ consumerId: z.string() }) }),
  /** A host paused a stream of this person. */
  z.object({ method: z.literal('mutedByHost'), data: z.object({ source: meetSourceSchema }) }),
  /** A host put this person out. The connection ends. */
  z.object({ method: z.literal('removed'), data: z.object({}) }),
  /** A media worker died: every transport of this person is gone. Create them again; the seat stays. */
  z.object({ method: z.literal('transportsLost'), data: z.object({}) }),
  /** As in `notifications.ts`. replaced: the same account came in again, from another window or device. */
  z.object({ method: z.literal('reconnect'), data: z.object({ reason: z.enum(['draining', 'replaced', 'revoked']) }) }),
  z.object({ method: z.literal('renewalDue'), data: z.object({ untilMs: z.number() }) }),
  z.object({ method: z.literal('meetClosed'), data: z.object({ reason: meetEndReasonSchema }) }),
])
export type MeetNotification = z.infer<typeof meetNotificationSchema>
export type MeetNotificationMethod = MeetNotification['method']
