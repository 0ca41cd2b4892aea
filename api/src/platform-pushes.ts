import { DomainError } from '@e-events/shared/errors.ts'
import type { Base } from './base.ts'
import { readWatchRights } from './domains/catalogue/read/product-access.ts'
import { notificationsOfBatch } from './domains/engagement/read/notifications.ts'
import { findEndedSessions } from './domains/people/read/ended-sessions.ts'
import type { Authenticate } from './http/authenticate.ts'
import { createAudience } from './realtime/audience.ts'
import { createRealtime } from './realtime/realtime.ts'
import { enterChat, type MayMeet } from './domains/live/chat/entry.ts'
import { readLastChanges } from './domains/live/chat/repository.ts'
import { createViewerCount } from './domains/live/viewers/viewer-count.ts'
import { createWatchLog } from './domains/live/viewers/watch-log.ts'
import { readPlaybacksPerTicket } from './domains/live/playback/repository.ts'
import { createLeaseStore } from './domains/live/viewers/lease-store.ts'
import { createLeases } from './domains/live/viewers/leases.ts'
import { findDeviceName } from './domains/people/read/device-names.ts'

/** Opens the realtime server to browsers and connects it to what happens in the domains. */
export function createPushes(base: Base, { authenticate, mayMeet }: { authenticate: Authenticate; mayMeet: MayMeet }) {
  const { env, knex, redis, security, events, clock, log } = base
  const watchLog = createWatchLog({ knex, clock, log })
  const counted = createAudience(redis, clock.nowMs)
  const audience: typeof counted = {
    ...counted,
    join: async (productSlug, player) => {
      await counted.join(productSlug, player)
      await watchLog.seen(productSlug, player)
    },
  }
  const leases = createLeases({
    store: createLeaseStore(redis, clock.nowMs),
    notifier: { notify: (event) => realtime.notify(event) },
    nameDevice: (sessionId) => findDeviceName(knex, sessionId),
    readLimit: () => readPlaybacksPerTicket(knex),
    log,
  })
  const realtime = createRealtime({
    redis: base.streamRedis,
    authenticate,
    security,
    audience,
    leases,
    readRights: (slug, account) => readWatchRights(knex, slug, account, clock.now()),
    trustedProxies: env.TRUSTED_PROXIES,
    limitFactor: env.RATE_LIMIT_FACTOR,
    origins: [env.PUBLIC_ORIGIN, ...env.CORS_ORIGINS],
    async readChatRole(slug, account) {
      try {
        return (await enterChat(knex, { slug, actor: account, now: clock.now(), mayMeet })).role
      } catch (error) {
        if (error instanceof DomainError) return null
        throw error
      }
    },
    readLastChanges: (slugs) => readLastChanges(knex, slugs),
    onAudience: (productSlug) => viewerCount.refresh(productSlug),
    notices: {
      apiKey: env.NOTIFICATIONS_API_KEY,
      rowsOfBatch: (batchId, userIds) => notificationsOfBatch(knex, batchId, userIds),
      endedSessions: (ids) => findEndedSessions(knex, ids),
    },
    log,
  })
  const viewerCount = createViewerCount({ knex, audience, notifier: realtime, clock, log })
  events.subscribe('session.ended', (end) => realtime.notices.sessionsEnded(end))
  // A browser that does not hear of it reads the settings on its next visit.
  events.subscribe('settings.changed', ({ change }) =>
    realtime.notices
      .system(change)
      .catch((error: unknown) => log.warn({ err: error, change }, 'a change of settings could not be announced')),
  )
  return { realtime, audience, viewerCount, watchLog, leases }
}
