/** The fields of an RTP packet that a recording reads (RFC 3550). */
export interface RtpPacket {
  readonly sequence: number
  readonly timestamp: number
  readonly marker: boolean
  readonly payload: Buffer
  /** The one-byte header extension of this id (RFC 8285). */
  extension(id: number): Buffer | undefined
}

const headerBytes = 12

/** Undefined for what is no RTP packet, or has no payload. */
export function readRtp(packet: Buffer): RtpPacket | undefined {
  const first = packet[0] ?? 0
  if (packet.length <= headerBytes || first >> 6 !== 2) return undefined
  let payloadAt = headerBytes + 4 * (first & 0x0f)
  let extensions: Buffer = Buffer.alloc(0)
  if ((first & 0x10) !== 0) {
    if (payloadAt + 4 > packet.length) return undefined
    const endAt = payloadAt + 4 + 4 * packet.readUInt16BE(payloadAt + 2)
    if (packet.readUInt16BE(payloadAt) === 0xbede) extensions = packet.subarray(payloadAt + 4, endAt)
    payloadAt = endAt
  }
  const padding = (first & 0x20) === 0 ? 0 : (packet.at(-1) ?? 0)
  if (payloadAt >= packet.length - padding) return undefined
  return {
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    marker: ((packet[1] ?? 0) & 0x80) !== 0,
    payload: packet.subarray(payloadAt, packet.length - padding),
    extension: (id) => findExtension(extensions, id),
  }
}

function findExtension(extensions: Buffer, wanted: number): Buffer | undefined {
  for (let at = 0; at < extensions.length;) {
    const head = extensions[at] ?? 0
    const length = (head & 0x0f) + 1
    if (head === 0) at += 1
    else if (head >> 4 === wanted) return extensions.subarray(at + 1, at + 1 + length)
    else at += 1 + length
  }
  return undefined
}

export interface RtpFields {
  payloadType: number
  ssrc: number
  sequence: number
  timestamp: number
  marker: boolean
}

/** A packet without extensions. Numbers are taken modulo their width. */
export function writeRtp({ payloadType, ssrc, sequence, timestamp, marker }: RtpFields, payload: Buffer): Buffer {
  const packet = Buffer.allocUnsafe(headerBytes + payload.length)
  packet[0] = 0x80
  packet[1] = payloadType | (marker ? 0x80 : 0)
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(timestamp >>> 0, 4)
  packet.writeUInt32BE(ssrc, 8)
  payload.copy(packet, headerBytes)
  return packet
}

/** How far `a` is ahead of `b`, for numbers of 16 bits that begin again. */
export const ahead16 = (a: number, b: number): number => ((a - b) << 16) >> 16
/** How far `a` is ahead of `b`, for numbers of 32 bits that begin again. */
export const ahead32 = (a: number, b: number): number => (a - b) | 0

/** Whether a VP8 key frame begins with this payload (RFC 7741). */
export function beginsKeyFrame(payload: Buffer): boolean {
  const first = payload[0] ?? 0
  const isStart = (first & 0x10) !== 0 && (first & 0x07) === 0
  if (!isStart) return false
  let at = 1
  if ((first & 0x80) !== 0) {
    const extended = payload[at++] ?? 0
    if ((extended & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) === 0 ? 1 : 2
    if ((extended & 0x40) !== 0) at += 1
    if ((extended & 0x30) !== 0) at += 1
  }
  const frame = payload[at]
  return frame !== undefined && (frame & 0x01) === 0
}

/** Loudness of a packet of sound in dBov, 0 (loudest) to -127 (RFC 6464); undefined where its sender does not say. */
export function levelOf(packet: RtpPacket, extensionId: number | undefined): number | undefined {
  const level = extensionId === undefined ? undefined : packet.extension(extensionId)?.[0]
  return level === undefined ? undefined : -(level & 0x7f)
}
