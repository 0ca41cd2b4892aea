import { DomainError } from '@e-events/shared/errors.ts'
import type { GrantedAccess } from '@e-events/shared/node/revocations.ts'
import type { Clock } from '../clock.ts'
import type { GrantClaims } from './authenticate.ts'

export type AccessWatch = ReturnType<typeof createAccessWatch>

/** A fresh grant is asked for when this share of the time is left. */
const askAt = 1 / 3
/** And again, where it does not come. */
const askEveryMs = 30_000

/** The side of a connection that is told before it ends. */
interface Listener {
  notify(notification: AccessNotification): void
}
type AccessNotification = { method: 'reconnect'; data: { reason: 'revoked' } } | { method: 'renewalDue'; data: { untilMs: number } }

interface Held {
  claims: GrantClaims
  readonly peer: Listener
  readonly end: () => void
  /** When a fresh grant is asked for next. */
  askAtMs: number
}

/**
 * Whose connection may go on. A grant is looked at once, when the connection begins; what ends the access behind it (a
 * block, a refund, a log-out, its time) comes later.
 */
export function createAccessWatch(clock: Clock) {
  const all = new Set<Held>()

  function askAtMs({ accessUntilMs }: GrantClaims): number {
    return accessUntilMs === undefined ? Number.POSITIVE_INFINITY : accessUntilMs - (accessUntilMs - clock.nowMs()) * askAt
  }

  function end(held: Held): void {
    all.delete(held)
    held.peer.notify({ method: 'reconnect', data: { reason: 'revoked' } })
    held.end()
  }

  function look(): void {
    const nowMs = clock.nowMs()
    for (const held of all) {
      const { accessUntilMs } = held.claims
      if (accessUntilMs === undefined) continue
      if (nowMs >= accessUntilMs) end(held)
      else if (nowMs >= held.askAtMs) {
        held.askAtMs = nowMs + askEveryMs
        held.peer.notify({ method: 'renewalDue', data: { untilMs: accessUntilMs } })
      }
    }
  }
  const stop = clock.every(1_000, look)

  return {
    /** Watches over a connection until it is released; `leave` takes it out of its room. */
    hold(claims: GrantClaims, peer: Listener, leave: () => void) {
      const held: Held = { claims, peer, end: leave, askAtMs: askAtMs(claims) }
      all.add(held)
      return {
        /** @throws DomainError SIGNAL_TOKEN_INVALID for a grant of another account, role or room */
        renew(fresh: GrantClaims): number | null {
          const { sub, role } = held.claims
          if (fresh.sub !== sub || fresh.role !== role || roomOf(fresh) !== roomOf(held.claims))
            throw new DomainError('SIGNAL_TOKEN_INVALID')
          held.claims = fresh
          held.askAtMs = askAtMs(fresh)
          return fresh.accessUntilMs ?? null
        },
        release: () => void all.delete(held),
      }
    },

    /** Ends the connections of people whose access was taken back; services have no account. */
    revoke(isRevoked: (access: GrantedAccess) => boolean): void {
      for (const held of all) {
        const { claims } = held
        if (claims.role === 'egress' || claims.role === 'ingest') continue
        const { sub, sessionId } = claims
        const leaseId = claims.role === 'participant' ? undefined : claims.leaseId
        if (isRevoked({ userId: sub, productId: productOf(claims), sessionId, leaseId })) end(held)
      }
    },

    close: stop,
  }
}

function roomOf(claims: GrantClaims): string {
  return claims.role === 'participant' ? claims.meetId : claims.broadcastId
}

/** The product whose ticket the access rests on: whoever publishes or hosts is there by right, not by a ticket. */
function productOf(claims: GrantClaims): string {
  const isByRight = claims.role === 'participant' ? claims.isHost : claims.role === 'publisher'
  return isByRight ? '' : (claims.productId ?? '')
}
