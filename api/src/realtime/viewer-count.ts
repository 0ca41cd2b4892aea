import type { Knex } from 'knex'
import type { Clock } from '../adapters/clock.ts'
import type { Log } from '../adapters/log.ts'
import { prepared } from '../db/knex.ts'
import type { Audience } from './audience.ts'
import type { Notifier } from './notifier.ts'

export interface ViewerCount {
  /** Counts a product again, stores it on its running broadcast and tells the watchers when it changed. */
  refresh(productSlug: string): Promise<number>
  /** What the sfu counts in its room; the larger number is shown (every WebRTC viewer is also a realtime one). */
  reportRoom(broadcastId: string, viewers: number): Promise<void>
  /** One figure a minute for the analytics of later, and a fresh count of every running broadcast. */
  sample(): Promise<void>
}

export function createViewerCount(deps: { knex: Knex; audience: Audience; notifier: Notifier; clock: Clock; log: Log }): ViewerCount {
  const { knex, clock } = deps
  const roomViewers = new Map<string, number>()

  async function store(broadcast: { id: string; viewer_count: number }, productSlug: string, viewers: number): Promise<void> {
    if (broadcast.viewer_count === viewers) return
    // Written with whoever comes and goes, and not watched (db/watch-writes.ts): a number may be a second old, and everything kept would be dropped for it.
    await prepared(
      knex,
      'viewer-count',
      `update broadcasts set viewer_count = $2, peak_viewer_count = greatest(peak_viewer_count, $2) where id = $1 and state <> 'ended'`,
      [broadcast.id, viewers],
    )
    await deps.notifier.notify({ type: 'audience', productSlug, viewers })
  }

  async function running(filter: { slug?: string; id?: string }) {
    const query = knex('broadcasts as b')
      .join('products as p', 'p.id', 'b.product_id')
      .where('b.kind', 'live')
      .whereNot('b.state', 'ended')
      .select<{ id: string; viewer_count: number; product_slug: string }[]>('b.id', 'b.viewer_count', 'p.slug as product_slug')
    if (filter.slug !== undefined) void query.where('p.slug', filter.slug)
    if (filter.id !== undefined) void query.where('b.id', filter.id)
    return query
  }

  // Handed around function by function, so nothing in here may rely on `this`.
  const viewerCount: ViewerCount = {
    async refresh(productSlug) {
      const counted = await deps.audience.count(productSlug)
      const [broadcast] = await running({ slug: productSlug })
      if (!broadcast) return counted
      const viewers = Math.max(counted, roomViewers.get(broadcast.id) ?? 0)
      await store(broadcast, productSlug, viewers)
      return viewers
    },
    async reportRoom(broadcastId, viewers) {
      const [broadcast] = await running({ id: broadcastId })
      if (!broadcast) {
        roomViewers.delete(broadcastId)
        return
      }
      roomViewers.set(broadcastId, viewers)
      await store(broadcast, broadcast.product_slug, Math.max(viewers, await deps.audience.count(broadcast.product_slug)))
    },
    async sample() {
      const now = clock.now()
      const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
      for (const { id, product_slug: slug } of await running({})) {
        const viewers = await viewerCount.refresh(slug)
        await knex('audience_samples')
          .insert({ broadcast_id: id, sampled_at: minute, viewer_count: viewers, low_latency_count: roomViewers.get(id) ?? 0 })
          .onConflict(['broadcast_id', 'sampled_at'])
          .merge()
      }
    },
  }
  return viewerCount
}
