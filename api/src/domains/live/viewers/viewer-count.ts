import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { Audience } from '../../../realtime/audience.ts'
import type { Notifier } from '../../../realtime/notifier.ts'
import { createViewersRepository } from './repository.ts'

export interface ViewerCount {
  /** Counts a product again, stores it on its running broadcast and tells the watchers when it changed. */
  refresh(productSlug: string): Promise<number>
  /**
   * Count of the sfu in its room: how many of the viewers watch below a second. It adds nobody, since each of them has
   * a socket here too, and a node that dies takes nothing back.
   */
  reportRoom(broadcastId: string, viewers: number): Promise<void>
  /** One figure a minute for the analytics of later, and a fresh count of every running broadcast. */
  sample(): Promise<void>
}

const mostAiring = 1_000

export function createViewerCount(deps: { knex: Knex; audience: Audience; notifier: Notifier; clock: Clock; log: Log }): ViewerCount {
  const { clock } = deps
  const repository = createViewersRepository(deps.knex)
  const roomViewers = new Map<string, number>()
  /** The last count of each deferred live that its viewers were told. */
  const airing = new Map<string, number>()

  async function store(broadcast: { id: string; viewer_count: number }, productSlug: string, viewers: number): Promise<void> {
    if (broadcast.viewer_count === viewers) return
    await repository.store(broadcast.id, viewers)
    await deps.notifier.notify({ type: 'audience', productSlug, viewers })
  }

  // Handed around function by function, so nothing in here may rely on `this`.
  const viewerCount: ViewerCount = {
    async refresh(productSlug) {
      const counted = await deps.audience.count(productSlug)
      const [broadcast] = await repository.listRunning({ slug: productSlug })
      if (!broadcast) {
        if (airing.get(productSlug) !== counted && (await repository.isAiring(productSlug, clock.now()))) {
          if (airing.size >= mostAiring) airing.clear()
          airing.set(productSlug, counted)
          await deps.notifier.notify({ type: 'audience', productSlug, viewers: counted })
        }
        return counted
      }
      await store(broadcast, productSlug, counted)
      return counted
    },
    async reportRoom(broadcastId, viewers) {
      const [broadcast] = await repository.listRunning({ id: broadcastId })
      if (!broadcast) {
        roomViewers.delete(broadcastId)
        return
      }
      roomViewers.set(broadcastId, viewers)
      await store(broadcast, broadcast.product_slug, await deps.audience.count(broadcast.product_slug))
    },
    async sample() {
      const now = clock.now()
      const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
      for (const { id, product_slug: slug } of await repository.listRunning({})) {
        const viewers = await viewerCount.refresh(slug)
        await repository.sample({ broadcastId: id, minute, viewers, lowLatency: Math.min(viewers, roomViewers.get(id) ?? 0) })
      }
    },
  }
  return viewerCount
}
