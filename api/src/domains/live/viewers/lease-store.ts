import { rememberLeasesMs, revokedLeasesKey } from '@e-events/shared/node/revocations.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Redis } from 'ioredis'
import type { LeasedPlayer } from '../../../realtime/leased-player.ts'

export type LeaseOf = Pick<LeasedPlayer, 'userId' | 'productId' | 'leaseId'>

/**
 * start: asks to play, and takes the lease of another tab of the same device without a question. goOn: a player that
 * runs says so. takeOver: somebody decided for this device.
 */
export type LeaseClaim = 'start' | 'goOn' | 'takeOver'

export interface LeaseAnswer {
  isHeld: boolean
  /** Leases of running players that ended for this one. */
  ended: { leaseId: string; sessionId: string }[]
  /** The device of the oldest lease that stands in the way; null where there is none. */
  holderSessionId: string | null
}

const keyOf = ({ userId, productId }: Omit<LeaseOf, 'leaseId'>) => `leases:${userId}:${productId}`

/**
 * One step, so that of two devices that ask in the same instant one is second. A hash of `device|since|until` by lease.
 * Leases that ran out or were left stay in it: their player may come back, as long as nobody else needs the place.
 * Taking a place revokes the token of the lease that had it, so that there are never more good tokens than places. A
 * revoked lease stays one, whatever its player says later.
 */
const claimScript = `
  local id, session, claim = ARGV[1], ARGV[2], ARGV[3]
  local now, untilMs, limit, keepMs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
  local own, running, over = nil, {}, {}
  local entries = redis.call('hgetall', KEYS[1])
  for i = 1, #entries, 2 do
    local device, since, ends = string.match(entries[i + 1], '^([^|]*)|(%d+)|(%d+)$')
    local lease = { id = entries[i], session = device, since = tonumber(since), isRunning = tonumber(ends) > now }
    if lease.id == id then own = lease
    elseif lease.isRunning then table.insert(running, lease)
    else table.insert(over, lease) end
  end
  local function older(a, b) return a.since < b.since or (a.since == b.since and a.id < b.id) end
  table.sort(running, older)
  table.sort(over, older)
  local holder = running[1] and running[1].session or ''
  if claim ~= 'takeOver' and redis.call('zscore', KEYS[2], 'lease:' .. id) then return { 0, holder } end
  local victims = {}
  if not (own and own.isRunning) then
    for _, lease in ipairs(running) do
      if #running - #victims < limit then break end
      if claim == 'takeOver' or (claim == 'start' and lease.session == session) then table.insert(victims, lease) end
    end
    if #running - #victims >= limit then return { 0, holder } end
  end
  local answer = { 1, '' }
  for _, lease in ipairs(victims) do
    table.insert(answer, lease.id)
    table.insert(answer, lease.session)
  end
  local rest = #running - #victims + #over
  for _, lease in ipairs(over) do
    if rest < limit then break end
    table.insert(victims, lease)
    rest = rest - 1
  end
  for _, lease in ipairs(victims) do
    redis.call('hdel', KEYS[1], lease.id)
    redis.call('zadd', KEYS[2], ARGV[4], 'lease:' .. lease.id)
  end
  if #victims > 0 then redis.call('zremrangebyscore', KEYS[2], '-inf', now - keepMs) end
  redis.call('zrem', KEYS[2], 'lease:' .. id)
  redis.call('hset', KEYS[1], id, string.format('%s|%.0f|%.0f', session, own and own.since or now, untilMs))
  redis.call('pexpire', KEYS[1], ARGV[7])
  return answer`

const leaveScript = `
  local entry = redis.call('hget', KEYS[1], ARGV[1])
  if entry then redis.call('hset', KEYS[1], ARGV[1], (string.gsub(entry, '%d+$', '0'))) end`

/** Who plays by which ticket right now, over all api processes. */
export function createLeaseStore(redis: Redis, nowMs: () => number) {
  return {
    async claim(lease: LeaseOf, how: { claim: LeaseClaim; sessionId: string; limit: number }): Promise<LeaseAnswer> {
      const now = nowMs()
      const [isHeld, holder, ...ended] = (await redis.eval(
        claimScript,
        2,
        keyOf(lease),
        revokedLeasesKey,
        lease.leaseId,
        how.sessionId,
        how.claim,
        now,
        now + limits.playbackLeaseMs,
        how.limit,
        rememberLeasesMs,
      )) as [number, string, ...string[]]
      return {
        isHeld: isHeld === 1,
        ended: ended.flatMap((leaseId, i) => (i % 2 === 0 ? [{ leaseId, sessionId: ended[i + 1] ?? '' }] : [])),
        holderSessionId: holder === '' ? null : holder,
      }
    },

    /** Its player is gone: the next one needs no question. */
    async leave(lease: LeaseOf): Promise<void> {
      await redis.eval(leaveScript, 1, keyOf(lease), lease.leaseId)
    },
  }
}
export type LeaseStore = ReturnType<typeof createLeaseStore>
