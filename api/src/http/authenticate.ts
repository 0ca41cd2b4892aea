import { DomainError } from '@e-events/shared/errors.ts'
import { decodeJwt } from 'jose'
import { LRUCache } from 'lru-cache'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { SessionActor } from './actor.ts'

export interface Authenticate {
  /** The claims of a bearer token; null without a header. @throws DomainError UNAUTHENTICATED for any other token */
  readToken(authorization: string): Promise<AccessClaims | null>
  /**
   * The account and device behind the claims as they are now.
   * @throws DomainError UNAUTHENTICATED when blocked, deleted, not approved or logged out
   */
  loadActor(claims: AccessClaims): Promise<SessionActor>
  /**
   * The same refusals for an answer that is the same for everybody: the account was looked up at most `activeMs` ago.
   */
  assertActive(claims: AccessClaims): Promise<void>
}

/** A bearer token that is none of ours, and does not look like one that ended: made up, or changed. */
export class ForeignTokenError extends DomainError {
  constructor() {
    super('UNAUTHENTICATED')
  }
}

export interface AuthenticateDeps {
  tokens: AccessTokens
  /** Undefined when that session may not act any more. */
  findActor(claims: AccessClaims): Promise<SessionActor | undefined>
  nowMs(): number
  /** As long as shared responses are cached; 0 looks the account up each time. */
  activeMs: number
}

const maxActive = 10_000

/**
 * Blocked users lose access at once: the account is read again with every request, and only the signature is trusted.
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { activeMs } = deps
  const active = new LRUCache<string, true>({ max: maxActive, ttl: activeMs, ttlResolution: 0, perf: { now: deps.nowMs } })

  async function loadActor(claims: AccessClaims): Promise<SessionActor> {
    const startMs = deps.nowMs()
    const actor = await deps.findActor(claims)
    if (!actor) throw new DomainError('UNAUTHENTICATED')
    if (activeMs > 0) active.set(claims.sessionId, true, { start: startMs })
    return actor
  }

  return {
    async readToken(authorization) {
      if (authorization === '') return null
      const token = /^Bearer ([A-Za-z0-9._-]{1,2000})$/.exec(authorization)?.[1]
      const claims = token === undefined ? undefined : await deps.tokens.read(token, deps.nowMs())
      if (!claims)
        throw token !== undefined && saysItEnded(token, deps.nowMs()) ? new DomainError('UNAUTHENTICATED') : new ForeignTokenError()
      return claims
    },
    loadActor,
    async assertActive(claims) {
      if (active.get(claims.sessionId) !== true) await loadActor(claims)
    },
  }
}

/** By its own words, which nobody has proven: what says so opens nothing anyway. */
function saysItEnded(token: string, nowMs: number): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= nowMs
  } catch {
    return false
  }
}
