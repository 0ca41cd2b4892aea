import { z } from 'zod'

/**
 * The parts of mediasoup's RTP vocabulary that cross the wire. Unknown members pass: mediasoup validates them itself
 * and refuses what it cannot use.
 */
export const rtpCapabilitiesSchema = z.looseObject({
  codecs: z
    .array(z.looseObject({ kind: z.enum(['audio', 'video']), mimeType: z.string(), clockRate: z.int() }))
    .max(64)
    .optional(),
  headerExtensions: z
    .array(z.looseObject({ uri: z.string() }))
    .max(64)
    .optional(),
})
export const rtpParametersSchema = z.looseObject({
  mid: z.string().optional(),
  codecs: z
    .array(
      z.looseObject({
        mimeType: z.string(),
        payloadType: z.int().min(0).max(127),
        clockRate: z.int(),
        channels: z.int().optional(),
        parameters: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1)
    .max(16),
  headerExtensions: z
    .array(z.looseObject({ uri: z.string(), id: z.int() }))
    .max(32)
    .optional(),
  encodings: z
    .array(z.looseObject({ ssrc: z.int().optional(), rid: z.string().optional(), maxBitrate: z.number().optional() }))
    .max(4)
    .optional(),
  rtcp: z.looseObject({ cname: z.string().optional() }).optional(),
})
export const iceParametersSchema = z.looseObject({ usernameFragment: z.string(), password: z.string() })
export const iceCandidateSchema = z.looseObject({
  foundation: z.string(),
  priority: z.int(),
  ip: z.string(),
  address: z.string().optional(),
  protocol: z.enum(['udp', 'tcp']),
  port: z.int(),
  type: z.string(),
})
export const dtlsParametersSchema = z.looseObject({
  role: z.enum(['auto', 'client', 'server']).optional(),
  fingerprints: z
    .array(z.object({ algorithm: z.string(), value: z.string() }))
    .min(1)
    .max(8),
})
export type WireRtpCapabilities = z.infer<typeof rtpCapabilitiesSchema>
export type WireRtpParameters = z.infer<typeof rtpParametersSchema>
export type WireDtlsParameters = z.infer<typeof dtlsParametersSchema>
