import type { Base } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { createBroadcastRepository } from './broadcasts/repository.ts'
import { broadcastRoutes, type BroadcastActions } from './broadcasts/routes.ts'
import { createMediaGrants } from './placement/grants.ts'
import { playbackRoutes } from './playback/routes.ts'
import { createTrailer } from './playback/trailer.ts'
import { createWatch } from './playback/watch.ts'
import { createRecordingList } from './recordings/list.ts'
import { createRecordingRepository } from './recordings/repository.ts'

export type Live = ReturnType<typeof createLive>

interface LiveDeps {
  /** Viewers of a product, counted over all processes. */
  countViewers(productSlug: string): Promise<number>
}

/** Broadcasts, where they are served, how they are watched, and what is recorded of them. */
export function createLive(base: Base, { countViewers }: LiveDeps) {
  const { env, knex, redis, addresses, events, clock, log } = base
  const broadcasts = createBroadcastRepository()
  const recordings = createRecordingRepository()
  const ice = {
    stunUrls: env.STUN_URLS,
    turnUrls: env.TURN_URLS,
    turnSecret: env.TURN_SECRET,
    turnUsername: env.TURN_USERNAME,
    turnCredential: env.TURN_CREDENTIAL,
  }
  const grants = createMediaGrants({ redis, sfuSecret: env.SFU_TOKEN_SECRET, ice, clock })
  const watch = createWatch({ knex, grants, addresses, countViewers, supportEmail: env.SUPPORT_EMAIL, clock, log })
  events.subscribe('account.erased', async ({ trx, user }) => {
    await trx('chat_messages').where({ user_id: user.id }).update({ author_name: '—' })
  })
  return {
    broadcasts,
    recordings,
    grants,
    routes(router: ApiRouter, bind: Bind, other: Omit<BroadcastActions, 'listRecordings'>): void {
      broadcastRoutes(router, bind, { ...other, listRecordings: createRecordingList({ knex, recordings, addresses, clock }) })
      playbackRoutes(router, bind, { ...watch, ...createTrailer({ knex, addresses, clock }) })
    },
  }
}
