import type { RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import type { Log } from '../../adapters/log.ts'
import { wakeWorker, type MediaQueues } from '../../adapters/media-queues.ts'
import type { WantedJob } from '../../features/media-jobs/repository.ts'
import type { Notifier } from '../../realtime/notifier.ts'
import type { Outbox } from './outbox.ts'

/** What a committed change wants told to the world. None of it is the truth: what gets lost is repeated by the sweeper or seen on the next read. */
export type Effect =
  | { type: 'notify'; event: RealtimeEvent }
  | { type: 'wake'; job: WantedJob }
  /** Rows were added to the outbox. */
  | { type: 'outbox' }

export type RunEffects = (effects: readonly Effect[]) => Promise<void>

/** Runs after the commit. A failure is logged and never undoes the change. */
export function createEffects(deps: { notifier: Notifier; queues: MediaQueues; outbox: Outbox; log: Log }): RunEffects {
  return async (effects) => {
    for (const effect of effects) {
      try {
        await run(effect)
      } catch (error) {
        deps.log.warn({ err: error, effect: effect.type }, 'an effect failed; the sweeper repeats it')
      }
    }
  }

  async function run(effect: Effect): Promise<void> {
    switch (effect.type) {
      case 'notify':
        return deps.notifier.notify(effect.event)
      case 'wake':
        return wakeWorker(deps.queues, effect.job, { again: false })
      case 'outbox':
        await deps.outbox.deliver()
    }
  }
}
