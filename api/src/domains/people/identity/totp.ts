import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator app assumes: SHA-1, six digits, 30 seconds. */
const parameters = { issuer: 'e-events', algorithm: 'SHA1', digits: 6, period: 30 } as const
const stepMs = parameters.period * 1_000
/** A phone's clock may be half a minute off. */
const driftSteps = 1

const totpOf = (secret: string, label = '') => new TOTP({ ...parameters, label, secret: Secret.fromBase32(secret) })

/** A random secret of 160 bits, the length of the hash, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs)
}

export function totpCode(secret: string, step: number): string {
  return totpOf(secret).generate({ timestamp: step * stepMs })
}

/** The step of a code, later than the last used one. Undefined for a wrong or used code. */
export function matchingStep(secret: string, code: string, at: { nowMs: number; lastUsedStep: number }): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.nowMs, window: driftSteps })
  if (delta === null) return undefined
  const step = totpStep(at.nowMs) + delta
  return step > at.lastUsedStep ? step : undefined
}

/** Text of the QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}
