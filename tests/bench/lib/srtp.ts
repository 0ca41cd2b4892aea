import { createCipheriv } from 'node:crypto'

/** The one profile that the people of a meeting offer (RFC 7714). */
export const srtpProfile = 'SRTP_AEAD_AES_128_GCM'
const [keyBytes, saltBytes] = [16, 12]
/** Bytes that a DTLS exporter gives for it: both keys, then both salts, the client's first. */
export const exportedBytes = 2 * (keyBytes + saltBytes)
const rtpHeaderBytes = 12

/** Encrypts the RTP of one sender, who was the client of the handshake. */
export interface Protection {
  /** `packet`: header of 12 bytes, `extensionBytes` of a header extension, payload. */
  protect(packet: Buffer, extensionBytes: number): Buffer
}

/** @param exported what the DTLS exporter gave, `exportedBytes` long */
export function openProtection(exported: Buffer): Protection {
  const [masterKey, masterSalt] = [exported.subarray(0, keyBytes), exported.subarray(2 * keyBytes, 2 * keyBytes + saltBytes)]
  const key = derive(masterKey, masterSalt, 0, keyBytes)
  const salt = derive(masterKey, masterSalt, 2, saltBytes)
  const rollovers = new Map<number, { last: number; count: number }>()
  return {
    protect(packet, extensionBytes) {
      const [sequence, ssrc] = [packet.readUInt16BE(2), packet.readUInt32BE(8)]
      const known = rollovers.get(ssrc) ?? { last: sequence, count: 0 }
      if (sequence < known.last) known.count += 1
      known.last = sequence
      rollovers.set(ssrc, known)
      const iv = Buffer.alloc(saltBytes)
      iv.writeUInt32BE(ssrc, 2)
      iv.writeUInt32BE(known.count, 6)
      iv.writeUInt16BE(sequence, 10)
      for (let at = 0; at < saltBytes; at++) iv[at] = (iv[at] ?? 0) ^ (salt[at] ?? 0)
      const head = packet.subarray(0, rtpHeaderBytes + extensionBytes)
      const cipher = createCipheriv('aes-128-gcm', key, iv).setAAD(head)
      return Buffer.concat([head, cipher.update(packet.subarray(head.length)), cipher.final(), cipher.getAuthTag()])
    },
  }
}

/** The key derivation of RFC 3711 with a rate of 0: AES in counter mode over label and salt. */
function derive(masterKey: Buffer, masterSalt: Buffer, label: number, length: number): Buffer {
  const iv = Buffer.alloc(16)
  masterSalt.copy(iv)
  iv[7] = (iv[7] ?? 0) ^ label
  return createCipheriv('aes-128-ctr', masterKey, iv).update(Buffer.alloc(length))
}
