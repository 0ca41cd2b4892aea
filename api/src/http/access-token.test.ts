import { randomBytes, randomUUID } from 'node:crypto'
import type { UserId } from '@e-events/shared/domain/ids.ts'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from './access-token.ts'

const [old, next, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64')) as [
  string,
  string,
  string,
]
const of = (secret: string) => createAccessTokens({ secret, ttlMs: 60_000 })
const claims = { userId: randomUUID() as UserId, sessionId: randomUUID() }
const nowMs = Date.UTC(2026, 0, 1)

describe('access tokens while their secret changes', () => {
  it('are believed with the old and the new secret, signed with the new one, and say which', async () => {
    const during = of(`${next},${old}`)
    const [before, after] = [(await of(old).sign(claims, nowMs)).token, (await during.sign(claims, nowMs)).token]
    expect(await during.read(before, nowMs)).toEqual(claims)
    expect(await during.read(after, nowMs)).toEqual(claims)
    expect(await of(next).read(after, nowMs)).toEqual(claims)
    expect(await of(next).read(before, nowMs)).toBeUndefined()
    expect(decodeProtectedHeader(after).kid).toMatch(/^[0-9a-f]{8}$/)
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
  })

  it('are not believed with a secret of neither, whatever they call it', async () => {
    const { token } = await of(foreign).sign(claims, nowMs)
    expect(await of(`${next},${old}`).read(token, nowMs)).toBeUndefined()
    const [, payload = '', mac = ''] = token.split('.')
    const { kid } = decodeProtectedHeader((await of(old).sign(claims, nowMs)).token)
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url')
    expect(await of(`${next},${old}`).read(`${header}.${payload}.${mac}`, nowMs)).toBeUndefined()
  })

  it('end at their hour, also when they were verified before', async () => {
    const tokens = of(next)
    const { token, expiresAtMs } = await tokens.sign(claims, nowMs)
    for (const atMs of [nowMs, expiresAtMs - 1]) expect(await tokens.read(token, atMs)).toEqual(claims)
    for (const atMs of [expiresAtMs, expiresAtMs + 60_000]) expect(await tokens.read(token, atMs)).toBeUndefined()
    const changed = token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    expect(await tokens.read(changed, nowMs)).toBeUndefined()
  })
})
