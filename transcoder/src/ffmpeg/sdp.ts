import type { WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'

export interface ReceivedStream {
  kind: 'audio' | 'video'
  /** RTP arrives here, RTCP on the next port. */
  port: number
  rtpParameters: WireRtpParameters
}

/** The session description with which ffmpeg receives these plain RTP streams, in this order. */
export function writeSdp(ip: string, streams: readonly ReceivedStream[]): string {
  const lines = ['v=0', `o=- 0 0 IN IP4 ${ip}`, 's=feed', `c=IN IP4 ${ip}`, 't=0 0']
  for (const { kind, port, rtpParameters } of streams) {
    const codec = rtpParameters.codecs[0]
    if (!codec) throw new TypeError(`${kind} stream without a codec`)
    const name = codec.mimeType.split('/')[1] ?? ''
    const channels = codec.channels !== undefined && codec.channels > 1 ? `/${codec.channels}` : ''
    lines.push(`m=${kind} ${port} RTP/AVP ${codec.payloadType}`, `a=rtcp:${port + 1}`)
    lines.push(`a=rtpmap:${codec.payloadType} ${name}/${codec.clockRate}${channels}`)
    const parameters = Object.entries(codec.parameters ?? {}).map(([key, value]) => `${key}=${String(value)}`)
    if (parameters.length > 0) lines.push(`a=fmtp:${codec.payloadType} ${parameters.join(';')}`)
    lines.push('a=recvonly')
  }
  return `${lines.join('\r\n')}\r\n`
}
