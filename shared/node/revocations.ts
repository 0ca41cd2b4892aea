import type { Redis } from 'ioredis'

const key = 'playback:revoked'
/** Longer than any playback token lives: after that a revocation has nothing left to revoke. */
const rememberMs = 7 * 60 * 60_000

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
 * `productId` '*': all products; `userId` '*': everybody. A logged-out device: `userId` 'session' and its
 * id.
 */
export interface RevokedAccess {
  userId: string
  productId: string
}

export interface GrantedAccess {
  userId: string
  productId: string
  sessionId?: string | undefined
}

/** Whether the list takes this access back: by itself, with its account, its product or its device. */
export function isListed(revoked: ReadonlySet<string>, { userId, productId, sessionId }: GrantedAccess): boolean {
  const entries = [`${userId}:${productId}`, `${userId}:*`, `*:${productId}`]
  return entries.some((entry) => revoked.has(entry)) || (sessionId !== undefined && revoked.has(`session:${sessionId}`))
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
      const all = await redis.zrange(key, 0, -1)
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
