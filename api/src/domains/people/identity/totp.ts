import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, 30 seconds. */
const stepMs = 30_000
const digits = 6
/** A phone's clock may be half a minute off. */
const driftSteps = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, the length of the hash. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(20))
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs)
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, never one that was used before (or an older one). Undefined: wrong, or seen already. */
export function matchingStep(secret: string, code: string, at: { nowMs: number; lastUsedStep: number }): number | undefined {
  const now = totpStep(at.nowMs)
  let found: number | undefined
  // All of them, always: the time says nothing about which one it was.
  for (let step = now - driftSteps; step <= now + driftSteps; step++) {
    if (isSame(totpCode(secret, step), code) && step > at.lastUsedStep) found ??= step
  }
  return found
}

/** Text of the QR code. */
export function totpUri(secret: string, account: string): string {
  const parameters = new URLSearchParams({
    secret,
    issuer: 'e-events',
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepMs / 1_000),
  })
  return `otpauth://totp/${encodeURIComponent(`e-events:${account}`)}?${parameters.toString()}`
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
