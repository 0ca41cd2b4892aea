import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { broadcastId, feedId } from '../domain/ids.ts'
import { feedMetaSchema, layerSchema, roomFeedSchema } from './feed.ts'
import { dtlsParametersSchema, iceCandidateSchema, iceParametersSchema, rtpCapabilitiesSchema, rtpParametersSchema } from './rtp.ts'

/**
 * publisher: the studio. viewer: a browser in low-latency mode. egress: the transcoder, pulls plain RTP. ingest: a
 * server-side publisher of plain RTP.
 */
export const peerRoles = ['publisher', 'viewer', 'egress', 'ingest'] as const
export const peerRoleSchema = z.enum(peerRoles)
export type PeerRole = z.infer<typeof peerRoleSchema>

interface RequestDefinition<D extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly roles: readonly PeerRole[]
  readonly data: D
  readonly reply: R
}
function request<D extends z.ZodType, R extends z.ZodType>(roles: readonly PeerRole[], data: D, reply: R): RequestDefinition<D, R> {
  return { roles, data, reply }
}

const nothing = z.strictObject({})
const port = z.int().min(1024).max(65_535)
const browser = ['publisher', 'viewer'] as const
const all = peerRoles
const publishers = ['publisher', 'ingest'] as const

/**
 * How a studio may come to a feed that another device has had. own: only where no other device has it. lost: also where
 * nothing of it arrives any more. any: also while the other device sends; its organizer was asked.
 */
export const seatClaims = ['own', 'lost', 'any'] as const
export const seatClaimSchema = z.enum(seatClaims)
export type SeatClaim = z.infer<typeof seatClaimSchema>

/**
 * Every request a peer may send: `socket.emit('request', { method, data }, ack)`; the ack is `{ ok: true, data }` or `{
 * ok: false, error }`. The handshake carries `auth: { token }`. `join` comes first; anything else before it is
 * SIGNAL_OUT_OF_ORDER; a method of another role is SIGNAL_NOT_ALLOWED.
 */
export const requests = {
  join: request(
    all,
    /**
     * `studio` names the device of a publisher: joining again from the same one takes the place of its connection
     * before; other devices stay.
     */
    z.strictObject({ studio: z.string().min(1).max(100).optional() }),
    z.object({
      peerId: z.string(),
      broadcastId,
      routerRtpCapabilities: rtpCapabilitiesSchema,
      feeds: z.array(roomFeedSchema),
      /** Epoch ms at which the idle cutoff closes the room; null while media flows. */
      idleClosesAtMs: z.number().nullable(),
    }),
  ),
  /** A fresh grant for the same account, role and room, so that the connection may go on. */
  renew: request(browser, z.strictObject({ token: z.string().max(4_000) }), z.object({ untilMs: z.number().nullable() })),
  createTransport: request(
    browser,
    z.strictObject({ direction: z.enum(['send', 'recv']) }),
    z.object({
      transportId: z.string(),
      iceParameters: iceParametersSchema,
      iceCandidates: z.array(iceCandidateSchema),
      dtlsParameters: dtlsParametersSchema,
    }),
  ),
  connectTransport: request(browser, z.strictObject({ transportId: z.string(), dtlsParameters: dtlsParametersSchema }), nothing),
  restartIce: request(browser, z.strictObject({ transportId: z.string() }), z.object({ iceParameters: iceParametersSchema })),
  /**
   * Adds or replaces the audio or video producer of a feed. Replacing keeps the feed. FEED_TAKEN: it is another
   * device's, and `seat` does not say to take it.
   */
  produce: request(
    ['publisher'],
    z.strictObject({
      transportId: z.string(),
      feedId,
      meta: feedMetaSchema,
      kind: z.enum(['audio', 'video']),
      rtpParameters: rtpParametersSchema,
      layers: z.array(layerSchema).max(4).default([]),
      frameRate: z.number().min(1).max(120).default(30),
      seat: seatClaimSchema.default('own'),
    }),
    z.object({ producerId: z.string() }),
  ),
  pauseProducer: request(publishers, z.strictObject({ producerId: z.string() }), nothing),
  resumeProducer: request(publishers, z.strictObject({ producerId: z.string() }), nothing),
  closeProducer: request(publishers, z.strictObject({ producerId: z.string() }), nothing),
  /** The organizer takes a feed off the show for good (a closed socket does not). */
  closeFeed: request(publishers, z.strictObject({ feedId }), nothing),
  /** Statistics of what the sfu receives per producer of this peer, for the health panel of the studio. */
  stats: request(
    publishers,
    nothing,
    z.object({
      producers: z.array(
        z.object({
          producerId: z.string(),
          feedId,
          kind: z.enum(['audio', 'video']),
          bitrateBps: z.number(),
          packetsLost: z.number(),
          fractionLostPercent: z.number(),
          roundTripTimeMs: z.number().nullable(),
          jitterMs: z.number().nullable(),
          /** 0 (dead) to 10, per stream, lowest layer first. */
          scores: z.array(z.number()),
        }),
      ),
      viewers: z.int(),
    }),
  ),
  /** A studio action: resets the idle clock. */
  activity: request(publishers, nothing, z.object({ idleClosesAtMs: z.number().nullable() })),
  consume: request(
    ['viewer'],
    z.strictObject({ transportId: z.string(), feedId, rtpCapabilities: rtpCapabilitiesSchema }),
    z.object({
      consumers: z.array(
        z.object({
          consumerId: z.string(),
          producerId: z.string(),
          kind: z.enum(['audio', 'video']),
          type: z.string(),
          rtpParameters: rtpParametersSchema,
        }),
      ),
    }),
  ),
  resumeConsumer: request(['viewer'], z.strictObject({ consumerId: z.string() }), nothing),
  pauseConsumer: request(['viewer'], z.strictObject({ consumerId: z.string() }), nothing),
  closeConsumer: request(['viewer'], z.strictObject({ consumerId: z.string() }), nothing),
  setPreferredLayers: request(['viewer'], z.strictObject({ consumerId: z.string(), spatialLayer: z.int().min(0).max(3) }), nothing),
  /**
   * Plain RTP of a feed to `ip`: one stream per entry, each to a port of its own with RTCP beside it, all paused until
   * `resumeEgress`. `spatialLayer` picks a simulcast layer; null takes the highest.
   */
  openEgress: request(
    ['egress'],
    z.strictObject({
      feedId,
      ip: z.ipv4(),
      streams: z
        .array(
          z.strictObject({
            kind: z.enum(['audio', 'video']),
            port,
            rtcpPort: port,
            spatialLayer: z.int().min(0).max(3).nullable(),
            /** Which sound of a feed that has several; left out: the first. */
            sound: z.int().min(0).max(3).optional(),
          }),
        )
        .min(1)
        .max(6),
      /** Key frames are asked for on this grid. */
      keyFrameIntervalMs: z.int().min(500).max(10_000),
    }),
    z.object({
      egressId: z.string(),
      streams: z.array(
        z.object({
          kind: z.enum(['audio', 'video']),
          port,
          consumerId: z.string(),
          spatialLayer: z.int().nullable(),
          rtpParameters: rtpParametersSchema,
        }),
      ),
    }),
  ),
  /**
   * Video first, with key frames on all streams together; audio the moment they have passed. `captureAtMs` is the sfu's
   * clock when the first of them did: the arrival of the first picture. Without video it is the moment at which the
   * audio began. `firstPictures` names these key frames by RTP time: the sender reports of the stream tell when they
   * were captured.
   */
  resumeEgress: request(
    ['egress'],
    z.strictObject({ egressId: z.string() }),
    z.object({ captureAtMs: z.number(), firstPictures: z.array(z.object({ port, rtpTimestamp: z.int() })) }),
  ),
  requestKeyFrame: request(['egress'], z.strictObject({ egressId: z.string() }), nothing),
  closeEgress: request(['egress'], z.strictObject({ egressId: z.string() }), nothing),
  /** A plain-RTP publisher: the sfu listens, the peer sends there (comedia). */
  openIngest: request(
    ['ingest'],
    z.strictObject({
      feedId,
      meta: feedMetaSchema,
      streams: z
        .array(
          z.strictObject({
            kind: z.enum(['audio', 'video']),
            rtpParameters: rtpParametersSchema,
            layers: z.array(layerSchema).max(4).default([]),
            frameRate: z.number().min(1).max(120).default(30),
          }),
        )
        .min(1)
        .max(2),
    }),
    z.object({
      streams: z.array(
        z.object({ kind: z.enum(['audio', 'video']), producerId: z.string(), ip: z.string(), port, rtcpPort: port.nullable() }),
      ),
    }),
  ),
} as const

export type Requests = typeof requests
export type RequestMethod = keyof Requests
export type RequestData<M extends RequestMethod> = z.output<Requests[M]['data']>
export type RequestInput<M extends RequestMethod> = z.input<Requests[M]['data']>
export type RequestReply<M extends RequestMethod> = z.output<Requests[M]['reply']>

export const requestEnvelope = z.strictObject({ method: z.string().max(40), data: z.unknown().optional() })

export const signalErrorSchema = z.object({ code: z.enum(errorCodes), message: z.string() })
export const replyEnvelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), error: signalErrorSchema }),
])
export type ReplyEnvelope = z.infer<typeof replyEnvelope>
