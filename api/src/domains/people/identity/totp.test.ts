import { describe, expect, it } from 'vitest'
import { createTotpSecret, matchingStep, totpCode, totpStep, totpUri } from './totp.ts'

/** The secret of RFC 6238, appendix B ('12345678901234567890'), and its codes, of which six digits are ours. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const table: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

describe('codes of an authenticator app', () => {
  it.each(table)('at %i seconds it is %s', (seconds, code) => {
    expect(totpCode(secret, totpStep(seconds * 1_000))).toBe(code)
  })

  it('are refused two steps away, and a second time', () => {
    const nowMs = 1_234_567_890_000
    const now = totpStep(nowMs)
    const match = (step: number, lastUsedStep = 0) => matchingStep(secret, totpCode(secret, step), { nowMs, lastUsedStep })
    expect([now - 2, now - 1, now, now + 1, now + 2].map((step) => match(step))).toEqual([undefined, now - 1, now, now + 1, undefined])
    expect(match(now, now)).toBeUndefined()
    expect(match(now - 1, now)).toBeUndefined()
    expect(match(now + 1, now)).toBe(now + 1)
    for (const wrong of ['', '00592', '0059240', 'abcdef']) expect(matchingStep(secret, wrong, { nowMs, lastUsedStep: 0 })).toBeUndefined()
  })

  it('come from a fresh secret of 160 bits that a QR code carries', () => {
    const [first, second] = [createTotpSecret(), createTotpSecret()]
    expect(first).toMatch(/^[A-Z2-7]{32}$/)
    expect(first).not.toBe(second)
    const uri = new URL(totpUri(first, 'ana+x@example.test'))
    expect(decodeURIComponent(uri.pathname)).toContain('e-events:ana+x@example.test')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: first,
      issuer: 'e-events',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
