import { limits } from '@e-events/shared/limits.ts'
import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { findRoom, listNodes } from '@e-events/shared/node/registry.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import { wakeWorker, type MediaQueues } from '../../adapters/media-queues.ts'
import type { BroadcastRepository, BroadcastWithSlug } from '../../domains/live/broadcasts/repository.ts'
import type { MediaJobRepository } from '../../domains/media/media-jobs/repository.ts'
import type { WorkKind } from '../../adapters/media-queues.ts'
import type { ShowPlans } from '../../domains/sales/money/prepaid/show-plans.ts'
import type { RecordingRepository } from '../../domains/live/recordings/repository.ts'
import type { RunEffects } from '../../events/effects.ts'
import type { Outbox } from '../../events/outbox.ts'
import { endBroadcast } from '../end-broadcast/end-broadcast.ts'
import { forgetMediaEvents } from '../../domains/live/broadcasts/media-events-repository.ts'

/** An sfu that lives closes an idle room by itself; only after this much longer does the api do it. */
const idleGraceMs = 2 * 60_000
/** The end of a show is announced at once, and again after this long. */
const closeGraceMs = 30_000
const repeatCloseForMs = 24 * 60 * 60_000
/** A show that has just begun is about to send; after this long without any media it is not on air. */
const aboutToSendMs = 15_000

export type Sweep = ReturnType<typeof createSweep>

/**
 * PostgreSQL is the truth: what a lost queue, a lost message or a dead node left undone is found there and done again.
 * Safe in several processes.
 */
export function createSweep(deps: {
  knex: Knex
  redis: Redis
  broadcasts: BroadcastRepository
  recordings: RecordingRepository
  jobs: MediaJobRepository
  queues: MediaQueues
  outbox: Outbox
  runEffects: RunEffects
  /** Begins encodings whose turn it is. */
  giveTurns(): Promise<void>
  plans: Pick<ShowPlans, 'listOver'>
  clock: Clock
  log: Log
}) {
  const { knex, redis, broadcasts, clock } = deps
  return {
    /** Wakes workers for jobs that gave no sign of life in time. */
    async wakeOverdue(): Promise<number> {
      await deps.giveTurns()
      const overdue = await deps.jobs.takeOverdue(knex, clock.now(), 50)
      for (const job of overdue) {
        if (job.dedupe_key === null) continue
        await wakeWorker(deps.queues, { kind: job.kind as WorkKind, key: job.dedupe_key, payload: job.payload }, { again: true })
      }
      return overdue.length
    },

    /** Messages that did not leave, and ends that somebody did not hear of. */
    async repeatCloses(): Promise<number> {
      await deps.outbox.deliver()
      const now = clock.nowMs()
      const unclosed = await broadcasts.listUnclosed(knex, {
        endedAfter: new Date(now - repeatCloseForMs),
        endedBefore: new Date(now - closeGraceMs),
      })
      for (const { id, end_reason: reason } of unclosed) await announceClosed(redis, id, reason)
      return unclosed.length
    },

    /** Ends broadcasts that have had no media for the idle time while no living sfu holds their room. */
    async endIdle(): Promise<number> {
      const running = await broadcasts.listRunning(knex)
      if (running.length === 0) return 0
      const alive = new Set((await listNodes(redis)).map((node) => node.nodeId))
      let ended = 0
      for (const broadcast of running) {
        if (await isIdle(broadcast, alive)) ended += await endOne(broadcast.id, 'idle')
      }
      return ended
    },

    /** Shows of the free option whose minutes are over, unless their organizer has chosen another plan. */
    async endFree(): Promise<number> {
      let ended = 0
      for (const id of await deps.plans.listOver(knex, clock.now())) ended += await endOne(id, 'limit')
      return ended
    },

    /** Shows that were started and never sent anything, of which no media event will tell. */
    async interruptUnaired(): Promise<number> {
      const found = await broadcasts.interruptUnaired(knex, new Date(clock.nowMs() - aboutToSendMs))
      await deps.runEffects(
        found.map((slug) => ({ type: 'notify', event: { type: 'playback.changed', productSlug: slug, broadcast: 'interrupted' } })),
      )
      return found.length
    },

    forgetOldEvents: () => forgetMediaEvents(knex, clock.now()),
  }

  async function isIdle(broadcast: BroadcastWithSlug, alive: ReadonlySet<string>): Promise<boolean> {
    const room = await findRoom(redis, broadcast.id)
    // Kept in the truth, so that an emptied Redis does not make a running show look idle.
    if (room && room.lastMediaAtMs > (broadcast.last_media_at?.getTime() ?? 0)) {
      await broadcasts.update(knex, broadcast.id, { last_media_at: new Date(room.lastMediaAtMs) })
    }
    // A living node with the room knows better: it closes the room itself and says so.
    if (room && alive.has(room.nodeId)) return false
    const lastMediaMs = Math.max(
      broadcast.started_at.getTime(),
      broadcast.state_changed_at.getTime(),
      broadcast.last_media_at?.getTime() ?? 0,
      room?.lastMediaAtMs ?? 0,
    )
    return clock.nowMs() - lastMediaMs >= limits.idleCutoffMs + idleGraceMs
  }

  async function endOne(id: string, reason: 'idle' | 'limit'): Promise<number> {
    const effects = await knex.transaction(async (trx) => {
      const broadcast = await broadcasts.lock(trx, id)
      if (!broadcast || broadcast.state === 'ended') return undefined
      // Asked again under the lock: another plan may have been chosen meanwhile.
      if (reason === 'limit' && !(await deps.plans.listOver(trx, clock.now())).includes(id)) return undefined
      return endBroadcast(trx, deps, { broadcast, reason, at: clock.now() })
    })
    if (!effects) return 0
    deps.log.info({ broadcastId: id, reason }, 'a broadcast was ended by the sweeper')
    await deps.runEffects(effects)
    return 1
  }
}
