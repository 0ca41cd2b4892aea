import type { Redis } from 'ioredis'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { verifyParticipantToken, verifySfuToken, type ParticipantClaims, type SfuClaims } from '@e-events/shared/node/tokens.ts'
import { peerRoles } from '@e-events/shared/signaling/requests.ts'
import type { Log } from '../log.ts'

/** Claims of a handshake's grant, by its role. */
export type GrantClaims = SfuClaims | ParticipantClaims

export interface AuthenticateOptions {
  redis: Redis
  /** The api's secret: grants for studios, viewers and participants. */
  tokenSecret: string
  /** The services' secret: grants for egress and ingest. */
  internalSecret: string
  nowMs: () => number
  log: Log
}

const roleSchema = z.enum([...peerRoles, 'participant'])
const handshakeAuth = z.object({ token: z.string().max(4_000) })
const redisAnswersWithinMs = 1_000

/**
 * Checks the grant in a handshake. The role decides which secret must have signed it, so that neither secret opens the
 * other's doors. A person's grant works once: a copy of it is worth nothing.
 */
export function createAuthenticate(options: AuthenticateOptions): (auth: unknown) => Promise<GrantClaims> {
  const { redis, tokenSecret, internalSecret, nowMs, log } = options
  // The grants that were used while Redis was away.
  const usedHere = new Map<string, number>()

  async function claimOnce(jti: string): Promise<boolean> {
    const now = nowMs()
    for (const [known, untilMs] of usedHere) if (untilMs < now) usedHere.delete(known)
    if (usedHere.has(jti)) return false
    usedHere.set(jti, now + limits.sfuTokenMs)
    let timer: NodeJS.Timeout | undefined
    if (redis.status !== 'ready') return true
    try {
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer from Redis')), redisAnswersWithinMs)
      })
      const claim = redis.set(`sfu:grant:${jti}`, '1', 'PX', limits.sfuTokenMs, 'NX')
      claim.catch(() => undefined)
      return (await Promise.race([claim, timeout])) === 'OK'
    } catch (error) {
      log.warn({ err: error }, 'cannot record the use of a grant, remembering it here')
      return true
    } finally {
      clearTimeout(timer)
    }
  }

  return async (auth) => {
    const parsed = handshakeAuth.safeParse(auth)
    if (!parsed.success) throw new DomainError('SIGNAL_TOKEN_INVALID', { detail: 'the handshake carries no token' })
    const role = unverifiedRole(parsed.data.token)
    const service = role === 'egress' || role === 'ingest'
    const verify = role === 'participant' ? verifyParticipantToken : verifySfuToken
    const claims = await verify(parsed.data.token, service ? internalSecret : tokenSecret, nowMs())
    if (!service && !(await claimOnce(claims.jti))) throw new DomainError('SIGNAL_TOKEN_INVALID', { detail: 'the grant was used before' })
    return claims
  }
}

/** Only picks the secret; the signature then covers the role too. */
function unverifiedRole(token: string) {
  try {
    return roleSchema.safeParse(decodeJwt(token)['role']).data
  } catch {
    return undefined
  }
}
