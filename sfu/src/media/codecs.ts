import type { types } from 'mediasoup'

const h264 = (profileLevelId: string): types.RouterRtpCodecCapability => ({
  kind: 'video',
  mimeType: 'video/H264',
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'profile-level-id': profileLevelId, 'level-asymmetry-allowed': 1 },
})

/**
 * In the order of our preference. H264 constrained baseline comes first: every browser encodes it and the transcoder
 * passes it through. The main and high profiles serve encoders that have nothing else; VP8 is the fallback, which costs
 * the transcoder a full encode.
 */
export const mediaCodecs: types.RouterRtpCodecCapability[] = [
  { kind: 'audio', mimeType: 'audio/opus', clockRate: 48_000, channels: 2 },
  h264('42e01f'),
  h264('4d0032'),
  h264('640032'),
  { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000 },
]

/**
 * Reduces capabilities to those of a packager that reads plain RTP: no retransmission, no header extensions,
 * and no feedback except requests for key frames.
 */
export function egressCapabilities(router: types.RtpCapabilities): types.RtpCapabilities {
  return {
    codecs: (router.codecs ?? [])
      .filter((codec) => !codec.mimeType.toLowerCase().endsWith('/rtx'))
      .map((codec) => ({
        ...codec,
        rtcpFeedback: (codec.rtcpFeedback ?? []).filter(
          (feedback) =>
            (feedback.type === 'nack' && feedback.parameter === 'pli') || (feedback.type === 'ccm' && feedback.parameter === 'fir'),
        ),
      })),
    headerExtensions: [],
  }
}
