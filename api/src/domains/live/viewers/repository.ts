import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { showRuns } from '../../catalogue/read/event-facts.ts'

/** Viewer counts of running broadcasts, and their samples by the minute. */
export function createViewersRepository(knex: Knex) {
  return {
    async store(broadcastId: string, viewers: number): Promise<void> {
      await prepared(
        knex,
        'viewer-count',
        `update broadcasts set viewer_count = $2, peak_viewer_count = greatest(peak_viewer_count, $2) where id = $1 and state <> 'ended'`,
        [broadcastId, viewers],
      )
    },

    async listRunning(filter: { slug?: string; id?: string }): Promise<{ id: string; viewer_count: number; product_slug: string }[]> {
      const query = knex('broadcasts as b')
        .join('products as p', 'p.id', 'b.product_id')
        .where('b.kind', 'live')
        .whereNot('b.state', 'ended')
        .select<{ id: string; viewer_count: number; product_slug: string }[]>('b.id', 'b.viewer_count', 'p.slug as product_slug')
      if (filter.slug !== undefined) void query.where('p.slug', filter.slug)
      if (filter.id !== undefined) void query.where('b.id', filter.id)
      return query
    },

    /** A deferred live plays now: it has no broadcast that its viewers could be stored on. */
    async isAiring(productSlug: string, now: Date): Promise<boolean> {
      const sql = `select 1 from products p where p.slug = $1 and p.type = 'live' and ${showRuns}`
      return (await prepared(knex, 'viewers-airing', sql, [productSlug, now])).length > 0
    },

    /** One figure a minute; counting the same minute again replaces it. */
    async sample(sample: { broadcastId: string; minute: Date; viewers: number; lowLatency: number }): Promise<void> {
      await knex('audience_samples')
        .insert({
          broadcast_id: sample.broadcastId,
          sampled_at: sample.minute,
          viewer_count: sample.viewers,
          low_latency_count: sample.lowLatency,
        })
        .onConflict(['broadcast_id', 'sampled_at'])
        .merge()
    },
  }
}
