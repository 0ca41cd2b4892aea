import type { BroadcastEndReason, FeedKind } from '@e-events/shared/domain/states.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import type { BroadcastRow, BroadcastUpdate, FeedRow, FeedUpdate } from '../../../db/tables/live.ts'
import type { MediaAssetRow } from '../../../db/tables/media.ts'

export type BroadcastRepository = ReturnType<typeof createBroadcastRepository>
export type BroadcastWithSlug = BroadcastRow & { product_slug: string }
export type FeedWithRungs = FeedRow & { rungs: MediaAssetRow['rungs'] | null }

/** Kinds that somebody sends; a meeting's is recorded by its media node. */
const sent: BroadcastRow['kind'][] = ['live', 'rehearsal']

/** SQL of broadcasts and feeds. Every function takes the connection or transaction it works in. */
export function createBroadcastRepository() {
  return {
    async insert(
      trx: Knex,
      broadcast: {
        productId: string
        kind: BroadcastRow['kind']
        /** Null for all but shows. */
        sessionId: string | null
        rehearsalKey: string | null
        startedBy: string | null
        startedAt: Date
        isRecording: boolean
        segmentDurationSec: 1 | 2
        lowLatency: boolean
        /** Null: where the meeting is that it records. */
        nodeId: string | null
      },
    ): Promise<BroadcastRow | 'running'> {
      try {
        const [row] = await trx('broadcasts')
          .insert({
            product_id: broadcast.productId,
            session_id: broadcast.sessionId,
            kind: broadcast.kind,
            rehearsal_key: broadcast.rehearsalKey,
            started_by: broadcast.startedBy,
            started_at: broadcast.startedAt,
            state_changed_at: broadcast.startedAt,
            is_recording: broadcast.isRecording,
            segment_duration_sec: broadcast.segmentDurationSec,
            low_latency: broadcast.lowLatency,
            sfu_node_id: broadcast.nodeId,
          })
          .returning('*')
        if (!row) throw new Error('no broadcast row')
        return row
      } catch (error) {
        if (violatedConstraint(error)?.startsWith('broadcasts_one_running')) return 'running'
        throw error
      }
    },

    async find(trx: Knex, id: string): Promise<BroadcastWithSlug | undefined> {
      return withSlug(trx).where('broadcasts.id', id).first<BroadcastWithSlug | undefined>()
    },
    /** Locked, so that a stop and an event of the same moment come one after the other. */
    async lock(trx: Knex, id: string): Promise<BroadcastWithSlug | undefined> {
      return withSlug(trx).where('broadcasts.id', id).forUpdate('broadcasts').first<BroadcastWithSlug | undefined>()
    },
    /** A show or a rehearsal: a product has one at a time. */
    async lockRunning(trx: Knex, productId: string): Promise<BroadcastWithSlug | undefined> {
      return withSlug(trx)
        .where('broadcasts.product_id', productId)
        .whereIn('broadcasts.kind', sent)
        .whereNot('broadcasts.state', 'ended')
        .forUpdate('broadcasts')
        .first<BroadcastWithSlug | undefined>()
    },
    /** In the channels of one organizer, and in one order. */
    async lockRunningOfOwner(trx: Knex, ownerId: string): Promise<BroadcastWithSlug[]> {
      return withSlug(trx)
        .join('channels', 'channels.id', 'products.channel_id')
        .where('channels.owner_id', ownerId)
        .whereNot('broadcasts.state', 'ended')
        .orderBy('broadcasts.id')
        .forUpdate('broadcasts')
    },
    async lockRunningOfChannel(trx: Knex, channelId: string): Promise<BroadcastWithSlug[]> {
      return withSlug(trx)
        .where('products.channel_id', channelId)
        .whereNot('broadcasts.state', 'ended')
        .orderBy('broadcasts.id')
        .forUpdate('broadcasts')
    },
    async findRunning(trx: Knex, productId: string): Promise<BroadcastWithSlug | undefined> {
      return withSlug(trx)
        .where('broadcasts.product_id', productId)
        .whereIn('broadcasts.kind', sent)
        .whereNot('broadcasts.state', 'ended')
        .first<BroadcastWithSlug | undefined>()
    },
    /** The running one, else the last show. */
    async findNewest(trx: Knex, productId: string): Promise<BroadcastWithSlug | undefined> {
      return withSlug(trx)
        .where('broadcasts.product_id', productId)
        .whereRaw(`(broadcasts.kind = 'live' or (broadcasts.kind = 'rehearsal' and broadcasts.state <> 'ended'))`)
        .orderByRaw(`broadcasts.state = 'ended', broadcasts.started_at desc`)
        .first<BroadcastWithSlug | undefined>()
    },
    async findRehearsal(trx: Knex, key: string): Promise<Pick<BroadcastRow, 'id' | 'product_id' | 'state'> | undefined> {
      return trx('broadcasts').where({ rehearsal_key: key }).first('id', 'product_id', 'state')
    },
    async listRunning(trx: Knex): Promise<BroadcastWithSlug[]> {
      return withSlug(trx).whereNot('broadcasts.state', 'ended')
    },
    /** Ended lately, with a folder that is still open: whoever fills it has not heard of the end. */
    async listUnclosed(
      trx: Knex,
      window: { endedAfter: Date; endedBefore: Date },
    ): Promise<{ id: string; end_reason: BroadcastEndReason }[]> {
      return trx('broadcasts')
        .where('state', 'ended')
        .whereBetween('ended_at', [window.endedAfter, window.endedBefore])
        .whereExists(
          trx('media_assets').whereRaw('media_assets.broadcast_id = broadcasts.id').where({ state: 'recording' }).select(trx.raw('1')),
        )
        .select<{ id: string; end_reason: BroadcastEndReason }[]>('id', 'end_reason')
    },
    /** Interrupts what was started before this moment and never got any media. @returns the slugs of its products */
    async interruptUnaired(trx: Knex, startedBefore: Date): Promise<string[]> {
      const found = await trx('broadcasts')
        .where({ state: 'on_air', first_media_at: null })
        .where('started_at', '<', startedBefore)
        .update({ state: 'interrupted' })
        .returning('product_id')
      if (found.length === 0) return []
      const ids = found.map((row) => row.product_id)
      return trx('products').whereIn('id', ids).pluck<string[]>('slug')
    },
    async update(trx: Knex, id: string, change: BroadcastUpdate): Promise<void> {
      await trx('broadcasts').where({ id }).update(change)
    },

    async listFeeds(trx: Knex, broadcastId: string): Promise<FeedWithRungs[]> {
      return trx('feeds')
        .leftJoin('media_assets', (join) => join.on('media_assets.feed_id', 'feeds.id').andOnIn('media_assets.kind', ['live', 'recording']))
        .where('feeds.broadcast_id', broadcastId)
        .orderBy('feeds.ordinal')
        .select<FeedWithRungs[]>('feeds.*', 'media_assets.rungs')
    },
    async findFeed(trx: Knex, broadcastId: string, feedId: string): Promise<FeedRow | undefined> {
      return trx('feeds').where({ id: feedId, broadcast_id: broadcastId }).first()
    },
    async insertFeed(
      trx: Knex,
      feed: { broadcastId: string; key: string; kind: FeedKind; label: string; language: Language | null; ordinal: number; at: Date },
    ): Promise<FeedRow> {
      const { broadcastId, at, ...columns } = feed
      const [row] = await trx('feeds')
        .insert({ broadcast_id: broadcastId, state_changed_at: at, ...columns })
        .returning('*')
      if (!row) throw new Error('no feed row')
      return row
    },
    async updateFeed(trx: Knex, id: string, change: FeedUpdate): Promise<FeedRow> {
      const [row] = await trx('feeds').where({ id }).update(change).returning('*')
      if (!row) throw new Error('the feed is gone')
      return row
    },
    async endFeeds(trx: Knex, broadcastId: string, at: Date): Promise<void> {
      await trx('feeds')
        .where({ broadcast_id: broadcastId })
        .whereNot({ state: 'ended' })
        .update({ state: 'ended', state_changed_at: at, ended_at: at })
    },
  }
}

function withSlug(trx: Knex) {
  return trx('broadcasts').join('products', 'products.id', 'broadcasts.product_id').select('broadcasts.*', 'products.slug as product_slug')
}
