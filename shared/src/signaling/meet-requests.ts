import { z } from 'zod'
import { meetReactionSchema, meetSourceSchema } from '../domain/meets.ts'
import { limits } from '../limits.ts'
import { dtlsParametersSchema, iceCandidateSchema, iceParametersSchema, rtpCapabilitiesSchema, rtpParametersSchema } from './rtp.ts'

/** One stream that a person sends. */
export const meetStreamSchema = z.object({ source: meetSourceSchema, paused: z.boolean() })

/** Somebody in the meeting: one connection of one account. */
export const meetPersonSchema = z.object({
  /** Names this stay; another one after coming back. */
  id: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  isHost: z.boolean(),
  /** Epoch ms, by the node's clock. */
  joinedAtMs: z.number(),
  /** Epoch ms since when the hand is up; null: it is down. */
  handRaisedAtMs: z.number().nullable(),
  streams: z.array(meetStreamSchema),
})
export type MeetPerson = z.infer<typeof meetPersonSchema>

interface MeetRequestDefinition<D extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** Refused with SIGNAL_NOT_ALLOWED for everybody else. */
  readonly hostOnly: boolean
  readonly data: D
  readonly reply: R
}
function request<D extends z.ZodType, R extends z.ZodType>(data: D, reply: R, options = { hostOnly: false }): MeetRequestDefinition<D, R> {
  return { ...options, data, reply }
}
const host = { hostOnly: true }
const nothing = z.strictObject({})
const id = z.string().min(1).max(100)

/**
 * Requests of a participant, in the envelope and on the socket of `requests.ts`. `join` comes first; anything else
 * before it is SIGNAL_OUT_OF_ORDER. Host powers are the grant's `isHost`, or given by `promote`.
 */
export const meetRequests = {
  /** @throws MEET_FULL, MEET_LOCKED (hosts come in nevertheless), MEET_REMOVED, MEET_STATE where it has ended */
  join: request(
    nothing,
    z.object({
      /** This person in `people`. */
      personId: z.string(),
      routerRtpCapabilities: rtpCapabilitiesSchema,
      locked: z.boolean(),
      isRecording: z.boolean(),
      people: z.array(meetPersonSchema),
      /** Loudest first; empty in silence. */
      activeSpeakers: z.array(z.string()),
    }),
  ),
  /** A fresh grant of the same account and meeting. */
  renew: request(z.strictObject({ token: z.string().max(4_000) }), z.object({ untilMs: z.number().nullable() })),
  createTransport: request(
    z.strictObject({ direction: z.enum(['send', 'recv']) }),
    z.object({
      transportId: z.string(),
      iceParameters: iceParametersSchema,
      iceCandidates: z.array(iceCandidateSchema),
      dtlsParameters: dtlsParametersSchema,
    }),
  ),
  connectTransport: request(z.strictObject({ transportId: id, dtlsParameters: dtlsParametersSchema }), nothing),
  restartIce: request(z.strictObject({ transportId: id }), z.object({ iceParameters: iceParametersSchema })),
  /** Adds a stream, or replaces the one of the same source. SIGNAL_LIMIT: `limits.meetScreens` are shown already. */
  produce: request(
    z.strictObject({ transportId: id, source: meetSourceSchema, rtpParameters: rtpParametersSchema }),
    z.object({ producerId: z.string() }),
  ),
  /** Mutes: nothing is forwarded, the stream stays. */
  pauseStream: request(z.strictObject({ source: meetSourceSchema }), nothing),
  resumeStream: request(z.strictObject({ source: meetSourceSchema }), nothing),
  closeStream: request(z.strictObject({ source: meetSourceSchema }), nothing),
  /**
   * Receives streams of others, all paused until `resumeConsumers`. Those that are gone meanwhile, or are received
   * already, are left out of the answer. SIGNAL_LIMIT: more than `limits.meetVideosPerUser` videos at once.
   */
  consume: request(
    z.strictObject({
      transportId: id,
      rtpCapabilities: rtpCapabilitiesSchema,
      streams: z
        .array(z.strictObject({ personId: id, source: meetSourceSchema }))
        .min(1)
        .max(limits.meetUsers * 2),
    }),
    z.object({
      consumers: z.array(
        z.object({
          consumerId: z.string(),
          producerId: z.string(),
          personId: z.string(),
          source: meetSourceSchema,
          kind: z.enum(['audio', 'video']),
          rtpParameters: rtpParametersSchema,
        }),
      ),
    }),
  ),
  resumeConsumers: request(z.strictObject({ consumerIds: z.array(id).min(1).max(200) }), nothing),
  pauseConsumers: request(z.strictObject({ consumerIds: z.array(id).min(1).max(200) }), nothing),
  closeConsumers: request(z.strictObject({ consumerIds: z.array(id).min(1).max(200) }), nothing),
  /** 0 is the smallest picture of a camera: 180, 360 and 720 lines. */
  setPreferredLayers: request(z.strictObject({ consumerId: id, spatialLayer: z.int().min(0).max(2) }), nothing),
  raiseHand: request(z.strictObject({ raised: z.boolean() }), nothing),
  react: request(z.strictObject({ reaction: meetReactionSchema }), nothing),

  /** Pauses a stream of somebody, or everybody's microphones but the hosts' with `personId` null. Only they unmute. */
  mute: request(z.strictObject({ personId: id.nullable(), source: meetSourceSchema }), nothing, host),
  /** Puts somebody out; the account is refused with MEET_REMOVED until the meeting ends. Hosts by grant cannot be. */
  remove: request(z.strictObject({ personId: id }), nothing, host),
  /** While it is locked nobody new comes in but hosts; whoever was in when it was locked may come back. */
  lock: request(z.strictObject({ locked: z.boolean() }), nothing, host),
  /** Gives or takes host powers; those of a grant cannot be taken. They last until the person leaves the meeting. */
  promote: request(z.strictObject({ personId: id, isHost: z.boolean() }), nothing, host),
  lowerHand: request(z.strictObject({ personId: id }), nothing, host),
} as const

export type MeetRequests = typeof meetRequests
export type MeetRequestMethod = keyof MeetRequests
export type MeetRequestData<M extends MeetRequestMethod> = z.output<MeetRequests[M]['data']>
export type MeetRequestInput<M extends MeetRequestMethod> = z.input<MeetRequests[M]['data']>
export type MeetRequestReply<M extends MeetRequestMethod> = z.output<MeetRequests[M]['reply']>
