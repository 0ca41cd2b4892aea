import { describe, expect, it } from 'vitest'
import {
  opensKey,
  readMediaToken,
  signMediaToken,
  signParticipantToken,
  signSfuToken,
  verifyParticipantToken,
  verifySfuToken,
  type MediaClaims,
} from './tokens.ts'

const secret = 'a secret of the media plane'
const nowMs = Date.UTC(2026, 10, 21)
const claims: MediaClaims = { userId: 'u1', productId: 'p1', prefixes: ['live/b1', 'vod/a1'], expiresAtMs: nowMs + 6 * 3_600_000 }

describe('playback token', () => {
  const token = signMediaToken(claims, secret)
  it('is refused when altered, signed by another, cut, empty or expired', () => {
    const [payload = '', mac = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify(['u2', 'p1', ['live'], claims.expiresAtMs])).toString('base64url')
    for (const bad of [`${forged}.${mac}`, `${payload}.${mac.slice(1)}`, `${payload}.`, payload, '', '.', 'x'.repeat(3_000)]) {
      expect(readMediaToken(bad, secret, nowMs)).toBeUndefined()
    }
    expect(readMediaToken(token, 'another secret', nowMs)).toBeUndefined()
    expect(readMediaToken(token, secret, claims.expiresAtMs)).toBeUndefined()
  })
  it('lives to the last millisecond and says whose it is', () => {
    expect(readMediaToken(token, secret, claims.expiresAtMs - 1)).toEqual(claims)
  })
  it('carries the device, and its playback lease', () => {
    for (const device of [{ sessionId: 's1' }, { sessionId: 's1', leaseId: 'l1' }])
      expect(readMediaToken(signMediaToken({ ...claims, ...device }, secret), secret, nowMs)).toEqual({ ...claims, ...device })
  })
  it('opens its own folders and nothing beside them', () => {
    const opened = (keys: string[]) => keys.filter((key) => opensKey(claims, key))
    const own = ['live/b1', 'live/b1/f1/master.m3u8', 'vod/a1/720p.m3u8']
    expect(opened(own)).toEqual(own)
    expect(opened(['live/b10/f1/master.m3u8', 'live', 'vod/a2/x', '', 'live/b'])).toEqual([])
  })
})

describe('sfu token', () => {
  const wanted = { sub: 'u1', role: 'publisher', broadcastId: '8f14e45f-ceea-4e7a-9b7e-0c5d3a1b2c3d' } as const
  it('is refused when expired, foreign or of another kind', async () => {
    const token = await signSfuToken(wanted, secret, 60_000, nowMs)
    await expect(verifySfuToken(token, secret, nowMs + 61_000)).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
    await expect(verifySfuToken(token, 'another secret', nowMs)).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
    await expect(verifySfuToken(signMediaToken(claims, secret), secret, nowMs)).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
  })
  it('carries its role and room, and differs each time', async () => {
    const [first, second] = await Promise.all([signSfuToken(wanted, secret, 60_000, nowMs), signSfuToken(wanted, secret, 60_000, nowMs)])
    expect(await verifySfuToken(first, secret, nowMs)).toMatchObject(wanted)
    expect(first).not.toBe(second)
  })
})

describe('participant token', () => {
  const id = (digit: number) => `8f14e45f-ceea-4e7a-9b7e-0c5d3a1b2c3${digit}`
  const wanted = {
    sub: id(1),
    meetId: id(2),
    productId: id(3),
    sessionId: 'device',
    isHost: true,
    name: 'Ana',
    avatarUrl: null,
    accessUntilMs: nowMs + 900_000,
  }
  it('carries who comes in, and differs each time', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => signParticipantToken(wanted, secret, 60_000, nowMs)))
    expect(await verifyParticipantToken(first ?? '', secret, nowMs)).toMatchObject({ ...wanted, role: 'participant' })
    expect(first).not.toBe(second)
  })
  it('is refused when expired or foreign, and opens no show; nor does one of a show open a meeting', async () => {
    const token = await signParticipantToken(wanted, secret, 60_000, nowMs)
    const show = await signSfuToken({ sub: id(1), role: 'viewer', broadcastId: id(2), productId: id(3) }, secret, 60_000, nowMs)
    for (const refused of [
      () => verifyParticipantToken(token, secret, nowMs + 61_000),
      () => verifyParticipantToken(token, 'another secret', nowMs),
      () => verifySfuToken(token, secret, nowMs),
      () => verifyParticipantToken(show, secret, nowMs),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
  })
})

describe('while a secret is changed', () => {
  const [older, newer] = ['the-secret-of-before-0123456789abcdef', 'the-secret-from-now-on-0123456789abcd']
  const both = `${newer},${older}`
  const wanted = { sub: 'u1', role: 'egress', broadcastId: '8f14e45f-ceea-4e7a-9b7e-0c5d3a1b2c3d' } as const

  it('playback tokens of both are believed, new ones are signed with the first, and no other is', () => {
    expect(readMediaToken(signMediaToken(claims, older), both, nowMs)).toEqual(claims)
    expect(readMediaToken(signMediaToken(claims, both), newer, nowMs)).toEqual(claims)
    expect(readMediaToken(signMediaToken(claims, both), older, nowMs)).toBeUndefined()
    for (const other of [both.toUpperCase(), 'other', ''])
      expect(readMediaToken(signMediaToken(claims, other), both, nowMs)).toBeUndefined()
  })

  it('so are grants of people and of services', async () => {
    expect(await verifySfuToken(await signSfuToken(wanted, older, 60_000, nowMs), both, nowMs)).toMatchObject(wanted)
    const fresh = await signSfuToken(wanted, both, 60_000, nowMs)
    expect(await verifySfuToken(fresh, newer, nowMs)).toMatchObject(wanted)
    await expect(verifySfuToken(fresh, older, nowMs)).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
    const foreign = await signSfuToken(wanted, 'another secret', 60_000, nowMs)
    await expect(verifySfuToken(foreign, both, nowMs)).rejects.toMatchObject({ code: 'SIGNAL_TOKEN_INVALID' })
  })
})
