import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const cookie = 0x2112a442
const types = {
  username: 0x0006,
  integrity: 0x0008,
  priority: 0x0024,
  useCandidate: 0x0025,
  controlling: 0x802a,
  fingerprint: 0x8028,
} as const

function attribute(type: number, value: Buffer): Buffer {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4)
  padded.writeUInt16BE(type, 0)
  padded.writeUInt16BE(value.length, 2)
  value.copy(padded, 4)
  return padded
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A binding request of the controlling side that nominates the pair at once (RFC 8445). */
export function bindingRequest(remote: { usernameFragment: string; password: string }): Buffer {
  const head = Buffer.concat([Buffer.from([0x00, 0x01, 0, 0]), number(cookie), randomBytes(12)])
  const body = [
    attribute(types.username, Buffer.from(`${remote.usernameFragment}:bench`)),
    attribute(types.priority, number(0x6e_00_1e_ff)),
    attribute(types.controlling, randomBytes(8)),
    attribute(types.useCandidate, Buffer.alloc(0)),
  ]
  // The length counts what is about to be added.
  const message = (extraBytes: number) => {
    const all = Buffer.concat([head, ...body])
    all.writeUInt16BE(all.length - head.length + extraBytes, 2)
    return all
  }
  body.push(attribute(types.integrity, createHmac('sha1', remote.password).update(message(24)).digest()))
  body.push(attribute(types.fingerprint, number(crc32(message(8)) ^ 0x5354554e)))
  return message(0)
}

/** Whether a datagram is the answer that a binding request succeeded. */
export const isBindingSuccess = (datagram: Buffer): boolean => datagram[0] === 0x01 && datagram[1] === 0x01
