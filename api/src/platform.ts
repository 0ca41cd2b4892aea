import { mediaPurposes } from '@e-events/shared/domain/media-uploads.ts'
import { limits } from '@e-events/shared/limits.ts'
import { restorePlayback } from '@e-events/shared/node/revocations.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from './adapters/clock.ts'
import type { Log } from './adapters/log.ts'
import { createDevelopmentMailbox, createSmtpTransport } from './adapters/mail.ts'
import { createMediaAddresses } from './adapters/media-addresses.ts'
import type { MediaQueues } from './adapters/media-queues.ts'
import { createDailyRates } from './adapters/daily-rates.ts'
import { createSecurityLog } from '@e-events/shared/node/security-log.ts'
import { createSecretBox } from './adapters/secret-box.ts'
import type { Env } from './env.ts'
import { createExportData } from './domains/people/account/export-data.ts'
import { createAccountRepository } from './domains/people/account/repository.ts'
import { createAccount } from './domains/people/account/service.ts'
import { createBroadcastRepository } from './domains/live/broadcasts/repository.ts'
import { createChannelRepository } from './domains/catalogue/channels/repository.ts'
import { createChannels } from './domains/catalogue/channels/service.ts'
import { createConfigRepository } from './domains/settings/config/repository.ts'
import { createConfig, type SettingsChange } from './domains/settings/config/service.ts'
import { createFiles } from './domains/media/files/service.ts'
import { createImageRepository } from './domains/media/images/repository.ts'
import { createImages } from './domains/media/images/service.ts'
import { createPasswords } from './domains/people/identity/passwords.ts'
import { createCredentials } from './domains/people/identity/credentials.ts'
import { createExternalLogin } from './domains/people/identity/external-login.ts'
import { createIdentities } from './domains/people/identity/identities.ts'
import { createIdentityRepository } from './domains/people/identity/repository.ts'
import { createIdentity } from './domains/people/identity/service.ts'
import { createSignUp } from './domains/people/identity/sign-up.ts'
import { createTwoFactor } from './domains/people/identity/two-factor.ts'
import { createMediaJobRepository } from './domains/media/media-jobs/repository.ts'
import { toNotification } from './domains/engagement/notifications/presenter.ts'
import { createNotificationRepository } from './domains/engagement/notifications/repository.ts'
import { createNotifications } from './domains/engagement/notifications/service.ts'
import { createCodeRepository } from './domains/sales/product-codes/repository.ts'
import { createProductCodes } from './domains/sales/product-codes/service.ts'
import { createProducts } from './domains/catalogue/products/service.ts'
import { createProductSessions } from './domains/catalogue/products/sessions.ts'
import { createProducerTypes } from './domains/catalogue/products/types.ts'
import { createProductWrites } from './domains/catalogue/products/writes.ts'
import { createRecordingList } from './domains/live/recordings/list.ts'
import { createRecordingRepository } from './domains/live/recordings/repository.ts'
import { createSectionRepository } from './domains/storefront/sections/repository.ts'
import { createSections } from './domains/storefront/sections/service.ts'
import { createOpenId } from './domains/people/single-sign-on/openid.ts'
import { createExchangeRateRepository } from './domains/settings/exchange-rates/repository.ts'
import { createExchangeRates } from './domains/settings/exchange-rates/service.ts'
import { createProviders } from './domains/people/single-sign-on/providers.ts'
import { createProviderRepository } from './domains/people/single-sign-on/repository.ts'
import { createSingleSignOn } from './domains/people/single-sign-on/service.ts'
import { createTicketRepository } from './domains/sales/tickets/repository.ts'
import { createTicketMail } from './domains/sales/tickets/ticket-mail.ts'
import { createTickets } from './domains/sales/tickets/service.ts'
import { createUserRepository } from './domains/people/users/repository.ts'
import { createUsers } from './domains/people/users/service.ts'
import { createAnnounceChange } from './flows/change-event/announce-change.ts'
import { createChangeEvent } from './flows/change-event/change-event.ts'
import { createDeleteAccount } from './flows/delete-account/delete-account.ts'
import { createEffects } from './flows/deliver/effects.ts'
import { createOutbox } from './flows/deliver/outbox.ts'
import { createPublishEnds } from './flows/end-access/publish-ends.ts'
import { createEndAccess } from './flows/end-access/end-access.ts'
import { createGoLive } from './flows/go-live/go-live.ts'
import { createMediaGrants } from './flows/go-live/grants.ts'
import { createMediaEventHandler } from './flows/media-events/apply.ts'
import { createGiveTurns } from './flows/process-media/give-turns.ts'
import { createRecordingToVod } from './flows/recording-to-vod/recording-to-vod.ts'
import { createRedeemCode } from './flows/redeem-code/redeem-code.ts'
import { createSweep } from './flows/sweep/sweep.ts'
import { createTellUser } from './flows/tell-user/tell-user.ts'
import { createTrailer } from './flows/watch/trailer.ts'
import { createWatch } from './flows/watch/watch.ts'
import { createAccessTokens } from './http/access-token.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { createMetrics } from './http/metrics.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { createReplies, toldAfterDrops } from './platform-replies.ts'
import { createMailer } from './mail/mailer.ts'
import { getMyData } from './domains/people/read/my-data.ts'
import { findEndedSessions } from './domains/people/read/ended-sessions.ts'
import { createOwners } from './domains/catalogue/read/owners.ts'
import { isEventClosed } from './domains/catalogue/read/event-facts.ts'
import { findProductAccess } from './domains/catalogue/read/product-access.ts'
import { createSectionCards } from './domains/storefront/read/section-cards.ts'
import { createShowSections } from './domains/storefront/read/shown-sections.ts'
import { createAudience } from './realtime/audience.ts'
import { readWatchRights } from './domains/catalogue/read/product-access.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createViewerCount } from './realtime/viewer-count.ts'
import { createUploads } from './platform-uploads.ts'
import { createContent, iceSettings } from './platform-content.ts'

export interface PlatformDeps {
  env: Env
  knex: Knex
  /** For requests: fails fast while Redis is away. */
  redis: Redis
  /** For the realtime stream: waits while Redis is away. */
  streamRedis: Redis
  queues: MediaQueues
  storage: Storage
  clock: Clock
  log: Log
  /** Collect metrics of the process too (once per process). */
  processMetrics?: boolean
}
export type Platform = ReturnType<typeof createPlatform>

/** Wires every part by hand: who needs what is read here and nowhere else. */
export function createPlatform(deps: PlatformDeps) {
  const { env, knex, redis, clock, log } = deps
  const metrics = createMetrics({ defaults: deps.processMetrics ?? false })
  const rateLimits = createRateLimits(redis, { factor: env.RATE_LIMIT_FACTOR })
  const replies = createReplies(deps)
  const secretBox = createSecretBox(env.DATA_ENCRYPTION_KEY)
  const mailbox = env.SMTP_URL === undefined ? createDevelopmentMailbox(redis, clock.nowMs) : undefined
  const mailTransport =
    mailbox ??
    createSmtpTransport({ url: env.SMTP_URL ?? '', from: env.MAIL_FROM, origin: env.PUBLIC_ORIGIN, requireTls: env.reach === 'production' })
  const mailer = createMailer({ transport: mailTransport, secretBox, origin: env.PUBLIC_ORIGIN, clock })

  const accessTokens = createAccessTokens({ secret: env.ACCESS_TOKEN_SECRET, ttlMs: limits.accessTokenMs })
  const identityRepository = createIdentityRepository(knex)
  const twoFactor = createTwoFactor({ knex, secretBox, rateLimits, mailer, clock })
  const countLogin = (outcome: 'ok' | 'refused') => metrics.logins.inc({ outcome })
  const security = createSecurityLog(log)
  const ways = { knex, repository: identityRepository, passwords: createPasswords(), mailer, rateLimits, clock, log, security, twoFactor }
  const identity = createIdentity({ ...ways, accessTokens, countLogin })
  const providerRepository = createProviderRepository(knex, secretBox)
  const openId = createOpenId({ clock, production: env.reach === 'production' })
  const singleSignOn = createSingleSignOn({
    providers: providerRepository,
    openId,
    secretBox,
    enter: createExternalLogin({ ...ways, openSession: identity.openSession, countLogin }),
    clock,
    origin: env.PUBLIC_ORIGIN,
  })
  const credentials = createCredentials({
    ...ways,
    tellEnded: (end) =>
      realtime.notices.sessionsEnded(end).catch((error: unknown) => log.warn({ err: error }, 'the end of sessions could not be told')),
  })
  const authenticate = createAuthenticate({ tokens: accessTokens, findActor: identity.findActor, nowMs: clock.nowMs })

  const notificationRepository = createNotificationRepository(knex)
  const audience = createAudience(redis, clock.nowMs)
  const viewerCount = createViewerCount({ knex, audience, notifier: () => realtime, clock, log })
  const realtime = createRealtime({
    redis: deps.streamRedis,
    authenticate,
    security,
    audience,
    readRights: (slug, account) => readWatchRights(knex, slug, account, clock.now()),
    trustedProxies: env.TRUSTED_PROXIES,
    limitFactor: env.RATE_LIMIT_FACTOR,
    origins: [env.PUBLIC_ORIGIN, ...env.CORS_ORIGINS],
    onAudience: viewerCount.refresh,
    notices: {
      apiKey: env.NOTIFICATIONS_API_KEY,
      rowsOfBatch: async (batchId, userIds) => (await notificationRepository.ofBatch(batchId, userIds)).map(toNotification),
      endedSessions: (ids) => findEndedSessions(knex, ids),
    },
    log,
  })
  const productWrites = createProductWrites()
  const codes = createCodeRepository()
  const ticketRepository = createTicketRepository(knex)
  const mailTicket = createTicketMail(mailer)
  /** The account got (back) its access: playback tokens work again. */
  const onGranted = (userId: string, productId: string): Promise<void> =>
    restorePlayback(redis, userId, productId).catch((error: unknown) => log.warn({ err: error }, 'could not lift a revocation'))
  const broadcasts = createBroadcastRepository()
  const recordings = createRecordingRepository()
  const jobs = createMediaJobRepository()
  const announceChange = createAnnounceChange({ knex, mailer, notices: realtime.notices, clock, log })
  /** Browsers ask again when they are told: by then nobody shows them what was. */
  const notifier = toldAfterDrops(replies, realtime)
  const outbox = createOutbox({ knex, redis, mailer, announceChange, clock, log })
  const giveTurns = createGiveTurns({ knex, jobs, queues: deps.queues, clock })
  const runEffects = createEffects({
    notifier,
    queues: deps.queues,
    outbox,
    notices: realtime.notices,
    giveTurns,
    removeDeletedMedia: () => media.removeDeleted(),
    log,
  })
  const addresses = createMediaAddresses({ publicUrl: env.MEDIA_PUBLIC_URL, secret: env.MEDIA_TOKEN_SECRET })
  const grants = createMediaGrants({ redis, sfuSecret: env.SFU_TOKEN_SECRET, ice: iceSettings(env), clock })

  /** A browser that did not hear of it reads the settings on its next visit. */
  const announceSettings = (change: SettingsChange) =>
    replies
      .settled()
      .then(() => realtime.notices.system(change))
      .catch((error: unknown) => log.warn({ err: error, change }, 'a change of settings could not be announced'))

  const config = createConfig({ knex, repository: createConfigRepository(knex), secrets: secretBox, announce: announceSettings })
  const providers = createProviders({
    knex,
    repository: providerRepository,
    redirectUri: singleSignOn.redirectUri,
    isProduction: env.reach === 'production',
    announce: () => announceSettings('config.updated'),
  })
  const exchangeRates = createExchangeRates({
    knex,
    repository: createExchangeRateRepository(knex),
    readDaily: env.EXCHANGE_RATES_URL === undefined ? undefined : createDailyRates(env.EXCHANGE_RATES_URL),
    announce: () => announceSettings('config.updated'),
    clock,
  })
  const showSections = createShowSections(createSectionCards(knex))
  const sections = createSections({
    knex,
    repository: createSectionRepository(knex),
    showSections,
    mediaOrigins: [env.PUBLIC_ORIGIN, ...env.PAGE_MEDIA_ORIGINS],
    announce: () =>
      notifier
        .notify({ type: 'home.updated' })
        .catch((error: unknown) => log.warn({ err: error }, 'a new version of a page could not be announced')),
    clock,
  })
  const endAccess = createEndAccess({
    endSessions: identity.endSessions,
    broadcasts,
    recordings,
    jobs,
    outbox,
    runEffects,
    redis,
    notices: realtime.notices,
    clock,
    log,
  })
  const tellUser = createTellUser({ mailer, notices: realtime.notices, clock, log })
  const deleteAccount = createDeleteAccount({ knex, storage: deps.storage, mailer, access: endAccess, clock, log })

  const files = createFiles({ knex, storage: deps.storage, log })
  const { media, tus } = createUploads({ ...deps, jobs, addresses, rateLimits, runEffects })

  const takesCoupons = async () => (await config.site()).coupons
  return {
    env,
    clock,
    log,
    metrics,
    security,
    rateLimits,
    secretBox,
    mailer,
    /** Undefined where mails leave through a mail server. */
    mailbox,
    mailTransport,
    outbox,
    authenticate,
    owners: createOwners(knex),
    replies,
    realtime,
    viewerCount,
    publishEnds: createPublishEnds({ knex, redis, clock }),
    identity,
    singleSignOn,
    openId,
    providers,
    exchangeRates,
    signUp: createSignUp(ways),
    credentials,
    twoFactor,
    identities: createIdentities({ knex, mailer, openLink: singleSignOn.openLink }),
    account: createAccount({
      knex,
      repository: createAccountRepository(knex),
      storage: deps.storage,
      mailer,
      assertPassword: credentials.assertPassword,
      clock,
      log,
    }),
    exportData: createExportData({ knex, clock }),
    deleteAccount,
    myData: (userId: string) => getMyData(knex, userId, clock.now()),
    channels: createChannels({
      knex,
      repository: createChannelRepository(knex),
      world: {
        tellOwner: (trx, owner, message) => tellUser(trx, owner, message),
        endShows: endAccess.endShowsOfChannel,
        listsChanged: () => runEffects([{ type: 'notify', event: { type: 'home.updated' } }]),
      },
      mayOfferSubscriptions: async () => (await config.mediaPay()).monetize.subscriptionChannels,
      clock,
    }),
    config,
    users: createUsers({
      knex,
      repository: createUserRepository(knex),
      access: { ...endAccess, erase: deleteAccount.erase },
      mailer,
      asksForApproval: async () => (await config.site()).approveUsers,
      clock,
      log,
    }),
    notifications: createNotifications({
      knex,
      repository: notificationRepository,
      notices: realtime.notices,
      assertModule: config.assertModule,
      clock,
      log,
    }),
    products: createProducts({
      knex,
      writes: productWrites,
      dropMedia: async (product) => {
        for (const purpose of mediaPurposes) await media.remove({ product, purpose })
      },
      mayCharge: async () => (await config.mediaPay()).monetize.paidContent,
      clock,
    }),
    productSessions: createProductSessions({ knex, writes: productWrites, clock }),
    announceChange,
    changeEvent: createChangeEvent({ knex, products: productWrites, broadcasts, outbox, runEffects, clock }),
    recordingToVod: createRecordingToVod({ knex, products: productWrites }),
    producerTypes: createProducerTypes({ knex, writes: productWrites, announce: () => announceSettings('config.updated') }),
    productCodes: createProductCodes({ knex, repository: codes, clock }),
    redeemCode: createRedeemCode({ knex, codes, tickets: ticketRepository, mailTicket, rateLimits, takesCoupons, onGranted, clock }),
    ...createContent({ ...deps, rateLimits, addresses, mailer, showHome: sections.home }),
    files,
    tus,
    media,
    images: createImages({ repository: createImageRepository(knex), storage: deps.storage, warm: files.warm, log }),
    sections,
    showSections,
    tickets: createTickets({
      knex,
      repository: ticketRepository,
      findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
      isClosed: (productId, now) => isEventClosed(knex, productId, now),
      mailTicket,
      onGranted,
      clock,
    }),
    goLive: createGoLive({ knex, broadcasts, products: productWrites, recordings, jobs, grants, outbox, runEffects, clock }),
    trailer: createTrailer({ knex, addresses, clock }),
    watch: createWatch({
      knex,
      grants,
      addresses,
      countViewers: audience.count,
      supportEmail: env.SUPPORT_EMAIL,
      clock,
      log,
    }),
    listRecordings: createRecordingList({ knex, recordings, addresses, clock }),
    handleMediaEvent: createMediaEventHandler({
      knex,
      broadcasts,
      recordings,
      jobs,
      outbox,
      runEffects,
      log,
      onAudience: viewerCount.reportRoom,
      count: (type, outcome) => metrics.mediaEvents.inc({ type, outcome }),
    }),
    sweep: createSweep({
      knex,
      redis,
      broadcasts,
      recordings,
      jobs,
      queues: deps.queues,
      storage: deps.storage,
      outbox,
      runEffects,
      giveTurns,
      clock,
      log,
    }),
    isDatabaseUp: () => answers(knex.raw('select 1')),
    isRedisUp: () => answers(redis.ping()),
  }
}

async function answers(question: PromiseLike<unknown>): Promise<boolean> {
  try {
    await question
    return true
  } catch {
    return false
  }
}
