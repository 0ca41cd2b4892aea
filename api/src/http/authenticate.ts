import { DomainError } from '@e-events/shared/errors.ts'
import { decodeJwt } from 'jose'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { SessionActor } from './actor.ts'

export interface Authenticate {
  /** The claims of a bearer token; null without a header. @throws DomainError UNAUTHENTICATED for any other token */
  readToken(authorization: string): Promise<AccessClaims | null>
  /** The account and device behind the claims as they are now. @throws DomainError UNAUTHENTICATED when blocked, deleted, not approved or logged out */
  loadActor(claims: AccessClaims): Promise<SessionActor>
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
}

/** Blocked users lose access at once: the account is read again with every request, and only the signature is trusted. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  return {
    async readToken(authorization) {
      if (authorization === '') return null
      const token = /^Bearer ([A-Za-z0-9._-]{1,2000})$/.exec(authorization)?.[1]
      const claims = token === undefined ? undefined : await deps.tokens.read(token, deps.nowMs())
      if (!claims)
        throw token !== undefined && saysItEnded(token, deps.nowMs()) ? new DomainError('UNAUTHENTICATED') : new ForeignTokenError()
      return claims
    },
    async loadActor(claims) {
      const actor = await deps.findActor(claims)
      if (!actor) throw new DomainError('UNAUTHENTICATED')
      return actor
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
