import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { RealtimeEvent } from '@e-events/shared/realtime/events.ts'
import type { Log } from '../adapters/log.ts'
import { wakeWorker, type MediaQueues } from '../adapters/media-queues.ts'
import type { WantedJob } from '../adapters/media-queues.ts'
import type { Notices } from '../realtime/notices.ts'
import type { Notifier } from '../realtime/notifier.ts'
import type { Events } from './domain-events.ts'
import type { Outbox } from './outbox.ts'

/**
 * Work after a commit. None of it is the truth: a lost effect is repeated by the sweep or repaired by the next read.
 */
export type Effect =
  | { type: 'notify'; event: RealtimeEvent }
  | { type: 'wake'; job: WantedJob }
  /** An encoding is wanted, or one has ended: somebody's next one may begin. */
  | { type: 'turns' }
  /** Rows were added to the outbox. */
  | { type: 'outbox' }
  /** A notification was written for its user. */
  | { type: 'notice'; notification: Notification }
  /** Folders were deleted whose objects are still there. */
  | { type: 'deletedMedia' }
  /** The job of this folder is superseded. */
  | { type: 'cancelJob'; assetId: string }

export type RunEffects = (effects: readonly Effect[]) => Promise<void>

/** Runs after the commit. A failure is logged and never undoes the change. */
export function createEffects(deps: {
  notifier: Notifier
  queues: MediaQueues
  outbox: Outbox
  notices: Pick<Notices, 'user'>
  events: Pick<Events, 'publish'>
  log: Log
}): RunEffects {
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
      case 'turns':
        await deps.events.publish('encoding.due', null)
        return
      case 'outbox':
        await deps.outbox.deliver()
        return
      case 'notice':
        return deps.notices.user({
          type: 'notification.new',
          user: effect.notification.user,
          payload: { notification: effect.notification },
        })
      case 'deletedMedia':
        await deps.events.publish('media.removed', null)
        return
      case 'cancelJob':
        // A job in hand cannot be removed: its worker sees the word in Redis.
        await deps.queues.vodLadder.remove(effect.assetId).catch(() => undefined)
        await deps.events.publish('encoding.due', null)
    }
  }
}
