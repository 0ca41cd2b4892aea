import { limits } from '@e-events/shared/limits.ts'
import { findMeetPlace } from '@e-events/shared/node/meet-control.ts'
import { listNodes } from '@e-events/shared/node/registry.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { RunEffects } from '../../../events/effects.ts'
import { endMeet, type EndMeetDeps } from './end.ts'

/**
 * Ends running meetings that no living node has had for as long as an empty one lasts: nobody came (idle), or its node
 * was lost and nobody came back (failed). A node that lives ends an empty meeting by itself. Safe in several processes.
 * @returns how many were ended
 */
export function createMeetSweep(deps: EndMeetDeps & { knex: Knex; redis: Redis; runEffects: RunEffects; clock: Clock; log: Log }) {
  const { knex, redis, repository, clock } = deps
  return async function endLost(): Promise<number> {
    const running = await repository.listRunning(knex)
    if (running.length === 0) return 0
    const alive = new Set((await listNodes(redis)).map(({ nodeId }) => nodeId))
    const seen: string[] = []
    let ended = 0
    for (const meet of running) {
      const nodeId = await findMeetPlace(redis, meet.id)
      if (nodeId !== undefined && alive.has(nodeId)) seen.push(meet.id)
      else if (isLost(meet)) ended += await endOne(meet.id)
    }
    if (seen.length > 0) await repository.keepSeen(knex, seen, clock.now())
    return ended
  }

  function isLost({ started_at, last_seen_at }: { started_at: Date; last_seen_at: Date | null }): boolean {
    return clock.nowMs() - Math.max(started_at.getTime(), last_seen_at?.getTime() ?? 0) >= limits.meetEmptyMs
  }

  async function endOne(id: string): Promise<number> {
    const effects = await knex.transaction(async (trx) => {
      const meet = await repository.lock(trx, id)
      // Asked again under the lock: somebody may have come back meanwhile.
      if (meet?.state !== 'started' || !isLost(meet)) return undefined
      return endMeet(trx, deps, { meet, reason: meet.participant_count > 0 ? 'failed' : 'idle', at: clock.now() })
    })
    if (!effects) return 0
    deps.log.info({ meetId: id }, 'a meeting was ended by the sweeper')
    await deps.runEffects(effects)
    return 1
  }
}
