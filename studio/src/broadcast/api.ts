import { broadcasts, type Broadcast, type BroadcastGrant, type BroadcastKind } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import type { BroadcastId, FeedId, SessionId } from '@e-events/shared/domain/ids.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'

export interface StartOptions {
  /** Left out: a show. */
  kind?: BroadcastKind
  sessionId?: SessionId
  recording: boolean
  plan?: ShowPlan
}

/** Calls of the api that the engine makes for one product. All throw ApiError. */
export interface BroadcastApi {
  start(options: StartOptions): Promise<BroadcastGrant>
  /** `id`: only if this broadcast runs. */
  connect(id?: BroadcastId): Promise<BroadcastGrant>
  get(id?: BroadcastId): Promise<Broadcast>
  announce(output: FeedOutput): Promise<FeedId>
  /** `id`: only if this broadcast runs. */
  stop(id?: BroadcastId): Promise<Broadcast>
}

export function createBroadcastApi(client: Client, productSlug: string): BroadcastApi {
  const params = { productSlug }
  return {
    start: (body) => client.call(broadcasts.start, { params, body }),
    connect: (id) => client.call(broadcasts.connect, { params, query: { id } }),
    get: (id) => client.call(broadcasts.get, { params, query: { id } }),
    stop: (id) => client.call(broadcasts.stop, { params, query: { id } }),
    async announce({ seat: key, kind, label, language }) {
      const feed = await client.call(broadcasts.announceFeed, { params, body: { key, kind, label, language } })
      return feed.id
    },
  }
}
