import { userId, type UserId } from '@e-events/shared/domain/ids.ts'
import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SignJWT, jwtVerify } from 'jose'
import { z } from 'zod'

const claimsSchema = z.object({ sub: userId, sid: z.uuid(), exp: z.number() })

export interface AccessClaims {
  userId: UserId
  sessionId: string
}

export interface AccessTokens {
  sign(claims: AccessClaims, nowMs: number): Promise<{ token: string; expiresAtMs: number }>
  /** Undefined for anything but an unexpired token of ours. */
  read(token: string, nowMs: number): Promise<AccessClaims | undefined>
}

const audience = 'api'
/** Some 700 bytes each. */
const maxVerified = 10_000

/** Short-lived bearer tokens. They only say who and which device: roles and blocks are read anew with every request. */
export function createAccessTokens(options: {
  /** Several, separated by commas: the first one signs, every one is believed. */ secret: string
  ttlMs: number
}): AccessTokens {
  const keys = options.secret.split(',').map((secret) => ({ kid: idOf(secret), key: createSecretKey(secret, 'utf8') }))
  const [{ kid, key }] = keys as [(typeof keys)[number]]
  /** Verifying a signature costs more than answering from the response cache. The expiry is compared each time. */
  const verified = new LRUCache<string, { claims: AccessClaims; expiresAtMs: number }>({ max: maxVerified })
  return {
    async sign(claims, nowMs) {
      const expiresAtSec = Math.floor((nowMs + options.ttlMs) / 1000)
      const token = await new SignJWT({ sid: claims.sessionId })
        .setProtectedHeader({ alg: 'HS256', kid })
        .setAudience(audience)
        .setSubject(claims.userId)
        .setIssuedAt(Math.floor(nowMs / 1000))
        .setExpirationTime(expiresAtSec)
        .sign(key)
      return { token, expiresAtMs: expiresAtSec * 1000 }
    },
    async read(token, nowMs) {
      const known = verified.get(token)
      if (known && known.expiresAtMs > nowMs) return known.claims
      try {
        const { payload } = await jwtVerify(token, ({ kid: wanted }) => keyOf(wanted), {
          audience,
          algorithms: ['HS256'],
          currentDate: new Date(nowMs),
        })
        const { sub, sid, exp } = claimsSchema.parse(payload)
        const claims = { userId: sub, sessionId: sid }
        verified.set(token, { claims, expiresAtMs: exp * 1000 })
        return claims
      } catch {
        return undefined
      }
    },
  }

  /** A name that none of ours has: the first key, which refuses what it did not sign. */
  function keyOf(wanted: string | undefined): KeyObject {
    return keys.find((one) => one.kid === wanted)?.key ?? key
  }
}

/** Names a secret without telling it. */
const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8)
