import { broadcasts, type Broadcast, type BroadcastGrant, type BroadcastKind } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import type { FeedId, SessionId } from '@e-events/shared/domain/ids.ts'
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
  connect(): Promise<BroadcastGrant>
  get(): Promise<Broadcast>
  announce(output: FeedOutput): Promise<FeedId>
  stop(): Promise<Broadcast>
}

export function createBroadcastApi(client: Client, productSlug: string): BroadcastApi {
  const params = { productSlug }
  return {
    start: (body) => client.call(broadcasts.start, { params, body }),
    connect: () => client.call(broadcasts.connect, { params }),
    get: () => client.call(broadcasts.get, { params }),
    stop: () => client.call(broadcasts.stop, { params }),
    async announce({ seat: key, kind, label, language }) {
      const feed = await client.call(broadcasts.announceFeed, { params, body: { key, kind, label, language } })
      return feed.id
    },
  }
}
