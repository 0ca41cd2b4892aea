import type { Log } from './adapters/log.ts'
import type { Platform } from './platform.ts'

/** Runs background work every so often, never twice at the same time. Returns what stops it and waits for the work in hand. */
export function startTimers(
  platform: Pick<Platform, 'sweep' | 'viewerCount' | 'outbox' | 'deleteAccount' | 'media' | 'sections' | 'exchangeRates' | 'publishEnds'>,
  log: Log,
): () => Promise<void> {
  const { sweep, viewerCount, outbox, deleteAccount, sections, media, exchangeRates, publishEnds } = platform
  const timers = [
    every(2_000, 'close announcements', sweep.repeatCloses),
    every(1_000, 'mails', () => outbox.deliver('mail')),
    every(1_000, 'changed events', () => outbox.deliver('notices')),
    every(5_000, 'overdue jobs', sweep.wakeOverdue),
    every(5_000, 'scheduled pages', sections.publishDue),
    every(15_000, 'idle broadcasts', sweep.endIdle),
    every(5_000, 'shows that send nothing', sweep.interruptUnaired),
    every(10_000, 'ends of access', publishEnds),
    every(15_000, 'audience', viewerCount.sample),
    every(5 * 60_000, 'accounts to delete', deleteAccount.deleteDue),
    every(5 * 60_000, 'abandoned uploads', media.sweepUploads),
    every(60_000, 'deleted media', media.removeDeleted),
    every(60 * 60_000, 'exchange rates', exchangeRates.readDaily),
    every(30 * 60_000, 'unused pictures', sweep.removeUnusedImages),
    every(60 * 60_000, 'old events', sweep.forgetOldEvents),
    every(60 * 60_000, 'old sessions', sweep.forgetOldSessions),
  ]
  return async () => {
    await Promise.all(timers.map((stop) => stop()))
  }

  function every(periodMs: number, name: string, work: () => Promise<unknown>): () => Promise<void> {
    let running: Promise<void> | undefined
    const timer = setInterval(() => {
      running ??= work()
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, work: name }, 'background work failed'),
        )
        .finally(() => {
          running = undefined
        })
    }, periodMs)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
}
