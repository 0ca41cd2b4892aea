import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'

/** The scheme HMAC_SHA256_V1 of Spanish card terminals: a key of its own for each payment, by 3DES of its name. */
export const signatureVersion = 'HMAC_SHA256_V1'

const blockBytes = 8

/** Whether a text is a key of a terminal: 24 bytes as base64. */
export const isTerminalKey = (key: string): boolean => Buffer.from(key, 'base64').length === 3 * blockBytes

/** Signs the parameters of one payment. The name of the payment is the terminal's own (Ds_Order). */
export function signParameters(parameters: string, { key, order }: { key: string; order: string }): Buffer {
  const cipher = createCipheriv('des-ede3-cbc', Buffer.from(key, 'base64'), Buffer.alloc(blockBytes)).setAutoPadding(false)
  const name = Buffer.from(order, 'utf8')
  const padded = Buffer.concat([name, Buffer.alloc((blockBytes - (name.length % blockBytes)) % blockBytes)])
  const paymentKey = Buffer.concat([cipher.update(padded), cipher.final()])
  return createHmac('sha256', paymentKey).update(parameters).digest()
}

/** Either alphabet of base64 is taken: notices use the one of addresses. */
export function isSignedBy(parameters: string, signature: string, by: { key: string; order: string }): boolean {
  const given = Buffer.from(signature, 'base64url')
  const right = signParameters(parameters, by)
  return given.length === right.length && timingSafeEqual(given, right)
}
