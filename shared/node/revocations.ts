import type { Redis } from 'ioredis'

const key = 'playback:revoked'
/** Longer than any playback token lives: after that a revocation has nothing left to revoke. */
const rememberMs = 7 * 60 * 60_000
/**
 * Playback leases that another device took over. A list of their own: there are many, and none needs to be remembered
 * for longer than the tokens that carry it (`limits.playbackTokenMs`).
 */
export const revokedLeasesKey = `${key}:leases`
export const rememberLeasesMs = 35 * 60_000

/**
 * Takes the access of an account back: for one product, or for all with `productId` '*'; of a product from everybody
 * with `userId` '*'. Called by the api after its commit.
 */
export async function revokePlayback(redis: Redis, userId: string, productId: string, nowMs = Date.now()): Promise<void> {
  await redis.zadd(key, nowMs, `${userId}:${productId}`)
  await redis.zremrangebyscore(key, '-inf', nowMs - rememberMs)
}
/** Devices that were signed out: what was granted to them ends too. */
export async function revokeSessions(redis: Redis, sessionIds: readonly string[], nowMs: number): Promise<void> {
  if (sessionIds.length > 0) await redis.zadd(key, ...sessionIds.flatMap((id) => [nowMs, `session:${id}`]))
}

/** Access was given again: drop the revocation. */
export async function restorePlayback(redis: Redis, userId: string, productId: string): Promise<void> {
  await redis.zrem(key, `${userId}:${productId}`)
}

/**
 * `productId` '*': all products; `userId` '*': everybody. A logged-out device: `userId` 'session' and its id; a
 * playback lease that was taken over: 'lease' and its id.
 */
export interface RevokedAccess {
  userId: string
  productId: string
}

export interface GrantedAccess {
  userId: string
  productId: string
  sessionId?: string | undefined
  leaseId?: string | undefined
}

/** Whether the list takes this access back: by itself, with its account, its product, its device or its lease. */
export function isListed(revoked: ReadonlySet<string>, { userId, productId, sessionId, leaseId }: GrantedAccess): boolean {
  const entries = [`${userId}:${productId}`, `${userId}:*`, `*:${productId}`]
  if (sessionId !== undefined) entries.push(`session:${sessionId}`)
  if (leaseId !== undefined) entries.push(`lease:${leaseId}`)
  return entries.some((entry) => revoked.has(entry))
}

export interface RevocationList {
  isRevoked(access: GrantedAccess): boolean
  refresh(): Promise<void>
  stop(): void
}

/**
 * A media server's copy of the list, polled every `intervalMs` (default 10 s, so well inside the promised 60 s); it
 * serves on its last copy while Redis is away.
 */
export function watchRevocations(
  redis: Redis,
  options: {
    intervalMs?: number
    onError?: (error: unknown) => void
    onList?: (revoked: readonly RevokedAccess[]) => void | Promise<void>
  } = {},
): RevocationList {
  let revoked = new Set<string>()
  async function refresh(): Promise<void> {
    try {
      const all = (await Promise.all([redis.zrange(key, 0, -1), redis.zrange(revokedLeasesKey, 0, -1)])).flat()
      revoked = new Set(all)
      await options.onList?.(all.map(toAccess))
    } catch (error) {
      options.onError?.(error)
    }
  }
  const timer = setInterval(() => void refresh(), options.intervalMs ?? 10_000)
  timer.unref()
  void refresh()
  return {
    isRevoked: (access) => isListed(revoked, access),
    refresh,
    stop: () => clearInterval(timer),
  }
}

function toAccess(entry: string): RevokedAccess {
  const [userId = '', productId = ''] = entry.split(':')
  return { userId, productId }
}
