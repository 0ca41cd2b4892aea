import type { RevocationList } from '@e-events/shared/node/revocations.ts'
import { datedFolderOf } from '@e-events/shared/node/dated-folders.ts'
import { opensKey, readMediaToken, type MediaClaims } from '@e-events/shared/node/tokens.ts'

export type Refusal = 'token' | 'expired' | 'scope' | 'revoked'

export interface TokenGate {
  /**
   * The claims, where the token opens the key now or its folder by the clock (`airings.ts`); else why not (for metrics:
   * callers all see the same 404).
   */
  check(token: string, key: string): MediaClaims | Refusal
}

const rememberedTokens = 5_000

/**
 * Checks playback tokens without any lookup outside this process. A viewer asks with the same token thousands of times,
 * so verified ones are remembered.
 */
export function createTokenGate(options: { secret: string; revocations: Pick<RevocationList, 'isRevoked'>; now: () => number }): TokenGate {
  const verified = new Map<string, MediaClaims>()

  function claimsOf(token: string): MediaClaims | undefined {
    const known = verified.get(token)
    if (known) {
      // Moves it to the young end: the map is the LRU list.
      verified.delete(token)
      verified.set(token, known)
      return known
    }
    // Expiry is judged below, so that an expired token differs from a forged one.
    const claims = readMediaToken(token, options.secret, 0)
    if (!claims) return undefined
    verified.set(token, claims)
    if (verified.size > rememberedTokens) {
      const [oldest] = verified.keys()
      if (oldest !== undefined) verified.delete(oldest)
    }
    return claims
  }

  return {
    check(token, key) {
      const claims = claimsOf(token)
      if (!claims) return 'token'
      if (claims.expiresAtMs <= options.now()) {
        verified.delete(token)
        return 'expired'
      }
      if (!opensKey(claims, key) && !datedFolderOf(claims, key)) return 'scope'
      return options.revocations.isRevoked(claims) ? 'revoked' : claims
    },
  }
}
