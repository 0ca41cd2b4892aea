import { randomUUID } from 'node:crypto'
import { broadcasts, type Broadcast, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { MediaEvent } from '@e-events/shared/events/media.ts'
import type { BroadcastRow, FeedRow } from '../db/tables/live.ts'
import type { TestApi } from './test-api.ts'

/** A running broadcast with announced feeds, and the media events around it. */
export interface Show {
  broadcast: BroadcastRow
  feeds: FeedRow[]
  slug: string
  as: string
  /** An event of this show at `second` seconds after its start. */
  event: (second: number, event: object) => MediaEvent
  apply: (second: number, event: object) => Promise<MediaEvent>
  read: () => Promise<Broadcast>
  stop: () => Promise<void>
  recordings: () => Promise<Recording[]>
}

export async function createShow(t: TestApi, feedCount = 1): Promise<Show> {
  const producer = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: producer.id })
  const product = await t.factories.product({ channel_id: channel.id })
  const broadcast = await t.factories.broadcast({ product_id: product.id })
  await t.database.knex('recordings').insert({ broadcast_id: broadcast.id, product_id: product.id })
  const feeds: FeedRow[] = []
  for (let index = 0; index < feedCount; index++) feeds.push(await t.factories.feed({ broadcast_id: broadcast.id, state: 'connecting' }))
  const as = await t.tokenOf(producer)
  const base = broadcast.started_at.getTime()
  const event = (second: number, fields: object) =>
    ({ id: randomUUID(), atMs: base + second * 1_000, source: 'sfu-1', broadcastId: broadcast.id, ...fields }) as MediaEvent
  return {
    broadcast,
    feeds,
    slug: product.slug,
    as,
    event,
    async apply(second, fields) {
      const made = event(second, fields)
      await t.api.platform.handleMediaEvent(made)
      return made
    },
    read: async () => (await t.call(broadcasts.get, { params: { productSlug: product.slug }, as })).body as Broadcast,
    async stop() {
      await t.call(broadcasts.stop, { params: { productSlug: product.slug }, as }).expect(200)
    },
    recordings: async () =>
      ((await t.call(broadcasts.recordings, { as, query: { product: product.slug } })).body as { items: Recording[] }).items,
  }
}

export const live = (feed: FeedRow) => ({
  type: 'feed.live',
  feedId: feed.id,
  meta: { kind: 'camera', label: 'Cámara', language: 'es' },
  hasAudio: true,
  hasVideo: true,
  codec: 'video/H264',
})
export const interrupted = (feed: FeedRow) => ({ type: 'feed.interrupted', feedId: feed.id })
export const prefixOf = (s: Show, feed: FeedRow) => `live/${s.broadcast.id}/${feed.id}`
export const playable = (s: Show, feed: FeedRow, rungs = ['720p', '360p']) => ({
  type: 'ladder.playable',
  feedId: feed.id,
  storagePrefix: prefixOf(s, feed),
  rungs,
})
export const closed = (s: Show, feed: FeedRow, more: object = {}) => ({
  type: 'ladder.closed',
  feedId: feed.id,
  storagePrefix: prefixOf(s, feed),
  rungs: ['720p', '360p'],
  durationMs: 61_000,
  sizeBytes: 5_000_000,
  kept: true,
  ...more,
})
/** The lists of the whole show are there, for these feeds. */
export const composed = (feeds: readonly { feed: FeedRow; durationMs: number; rungs?: string[] }[] = []) => ({
  type: 'show.composed',
  feeds: feeds.map(({ feed, durationMs, rungs = ['720p', '360p'] }) => ({
    feedId: feed.id,
    masterPath: 'show/master.m3u8',
    rungs,
    durationMs,
  })),
})
