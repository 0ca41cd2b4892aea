import {
  broadcasts,
  type Broadcast,
  type BroadcastGrant,
  type BroadcastKind,
  type Feed,
  type announceFeedBody,
} from '@e-events/shared/contract/live/broadcasts.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import type { z } from 'zod'
import type { ApiRouter, Bind, Call } from '../../../http/bind.ts'

/** Flows around a broadcast. */
export interface BroadcastActions {
  start(input: {
    productId: string
    userId: string
    authSessionId: string
    kind: BroadcastKind
    sessionId: string | undefined
    recording: boolean | undefined
    segmentDurationSec: 1 | 2
    plan: ShowPlan
  }): Promise<BroadcastGrant>
  connect(input: { productId: string; id: string | undefined; userId: string; authSessionId: string }): Promise<BroadcastGrant>
  announceFeed(productId: string, feed: z.output<typeof announceFeedBody>): Promise<Feed>
  stop(productId: string, id: string | undefined): Promise<Broadcast>
  get(productId: string, id: string | undefined): Promise<Broadcast>
  listRecordings: (call: Call<(typeof broadcasts)['recordings']>) => Promise<z.input<(typeof broadcasts)['recordings']['response']>>
}

export function broadcastRoutes(router: ApiRouter, bind: Bind, actions: BroadcastActions): void {
  bind(router, broadcasts, {
    start: ({ owned, user, body }) =>
      actions.start({
        productId: owned.id,
        userId: user.id,
        authSessionId: user.sessionId,
        ...body,
        sessionId: body.sessionId,
        recording: body.recording,
      }),
    connect: ({ owned, user, query }) =>
      actions.connect({ productId: owned.id, id: query.id, userId: user.id, authSessionId: user.sessionId }),
    announceFeed: ({ owned, body }) => actions.announceFeed(owned.id, body),
    stop: ({ owned, query }) => actions.stop(owned.id, query.id),
    checkUplink: ({ upload }) => Promise.resolve({ receivedBytes: upload.bytes.length }),
    get: ({ owned, query }) => actions.get(owned.id, query.id),
    recordings: (call) => actions.listRecordings(call),
  })
}
