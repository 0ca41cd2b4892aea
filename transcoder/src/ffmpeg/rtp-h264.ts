import { readSpsSize, type PictureSize } from '../hls/sps.ts'

/**
 * The picture size in an RTP packet of H264 that carries a parameter set, alone or aggregated (RFC 6184); undefined in
 * all others.
 */
export function sizeInRtp(packet: Uint8Array): PictureSize | undefined {
  const payload = payloadOf(packet)
  const kind = (payload[0] ?? 0) & 0x1f
  if (kind === 7) return readSpsSize(payload)
  if (kind !== 24) return undefined
  let offset = 1
  while (offset + 2 < payload.length) {
    const length = ((payload[offset] ?? 0) << 8) | (payload[offset + 1] ?? 0)
    const unit = payload.subarray(offset + 2, offset + 2 + length)
    if (((unit[0] ?? 0) & 0x1f) === 7) return readSpsSize(unit)
    offset += 2 + length
  }
  return undefined
}

function payloadOf(packet: Uint8Array): Uint8Array {
  const first = packet[0] ?? 0
  if (packet.length < 13 || first >> 6 !== 2) return new Uint8Array()
  let offset = 12 + 4 * (first & 0x0f)
  if ((first & 0x10) !== 0) offset += 4 + 4 * (((packet[offset + 2] ?? 0) << 8) | (packet[offset + 3] ?? 0))
  return packet.subarray(offset)
}
