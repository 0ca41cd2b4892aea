import type { SiteInfo } from '@e-events/shared/contract/site.ts'
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
import { createSecretBox } from './adapters/secret-box.ts'
import type { Env } from './env.ts'
import { createAuditRepository } from './features/audit/repository.ts'
import { createExportData } from './features/account/export-data.ts'
import { createAccountRepository } from './features/account/repository.ts'
import { createAccount } from './features/account/service.ts'
import { createBroadcastRepository } from './features/broadcasts/repository.ts'
import { createChannelRepository } from './features/channels/repository.ts'
import { createChannels } from './features/channels/service.ts'
import { createConfigRepository } from './features/config/repository.ts'
import { createConfig, type SettingsChange } from './features/config/service.ts'
import { createEntityRepository } from './features/entities/repository.ts'
import { createEntities } from './features/entities/service.ts'
import { createFiles } from './features/files/service.ts'
import { createUploadRepository } from './features/uploads/repository.ts'
import { createTusStore } from './features/uploads/tus-store.ts'
import { createTus } from './features/uploads/tus.ts'
import { createProcessMedia } from './flows/process-media/process-media.ts'
import { createReadMedia } from './flows/process-media/read-media.ts'
import { findUploadTarget } from './read/upload-target.ts'
import { createImageRepository } from './features/images/repository.ts'
import { createImages } from './features/images/service.ts'
import { createPasswords } from './features/identity/passwords.ts'
import { createCredentials } from './features/identity/credentials.ts'
import { createExternalLogin } from './features/identity/external-login.ts'
import { createIdentityRepository } from './features/identity/repository.ts'
import { createIdentity } from './features/identity/service.ts'
import { createSignUp } from './features/identity/sign-up.ts'
import { createTwoFactor } from './features/identity/two-factor.ts'
import { createMediaJobRepository } from './features/media-jobs/repository.ts'
import { toNotification } from './features/notifications/presenter.ts'
import { createNotificationRepository } from './features/notifications/repository.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createFeedRepository } from './features/feeds/repository.ts'
import { createFeeds } from './features/feeds/service.ts'
import { createPodcastRepository } from './features/podcasts/repository.ts'
import { createPodcasts } from './features/podcasts/service.ts'
import { createPostRepository } from './features/posts/repository.ts'
import { createPosts } from './features/posts/service.ts'
import { createCodeRepository } from './features/product-codes/repository.ts'
import { createProductCodes } from './features/product-codes/service.ts'
import { createProductTables } from './features/products/list-query.ts'
import { createProductPages } from './features/products/pages.ts'
import { createPageRepository } from './features/pages/repository.ts'
import { createPages } from './features/pages/service.ts'
import { createProductRepository } from './features/products/repository.ts'
import { createProducts } from './features/products/service.ts'
import { createProductSessions } from './features/products/sessions.ts'
import { createProducerTypes } from './features/products/types.ts'
import { createProductWrites } from './features/products/writes.ts'
import { createRecordingList } from './features/recordings/list.ts'
import { createRecordingRepository } from './features/recordings/repository.ts'
import { createCategoryRepository } from './features/categories/repository.ts'
import { createCategories } from './features/categories/service.ts'
import { createPageHeadRepository } from './features/page-head/repository.ts'
import { createPageHeads } from './features/page-head/service.ts'
import { createSitemap } from './features/page-head/sitemap.ts'
import { createScheduleRepository } from './features/schedule/repository.ts'
import { createSchedule } from './features/schedule/service.ts'
import { createShopRepository } from './features/shop/repository.ts'
import { createSearchRepository } from './features/search/repository.ts'
import { createSearch } from './features/search/service.ts'
import { createSectionRepository } from './features/sections/repository.ts'
import { createSections } from './features/sections/service.ts'
import { createOpenId } from './features/single-sign-on/openid.ts'
import { createProviderRepository } from './features/single-sign-on/repository.ts'
import { createSingleSignOn } from './features/single-sign-on/service.ts'
import { findSupportEmail } from './features/site/repository.ts'
import { createSiteInfo } from './features/site/service.ts'
import { createSpeakerRepository } from './features/speakers/repository.ts'
import { createSpeakers } from './features/speakers/service.ts'
import { createTicketRepository } from './features/tickets/repository.ts'
import { createTickets } from './features/tickets/service.ts'
import { createClients } from './features/users/clients.ts'
import { createUserRepository } from './features/users/repository.ts'
import { createUsers } from './features/users/service.ts'
import { createAnnounceChange } from './flows/change-event/announce-change.ts'
import { createChangeEvent } from './flows/change-event/change-event.ts'
import { createDeleteAccount } from './flows/delete-account/delete-account.ts'
import { createEffects } from './flows/deliver/effects.ts'
import { createOutbox } from './flows/deliver/outbox.ts'
import { createEndAccess } from './flows/end-access/end-access.ts'
import { createGoLive } from './flows/go-live/go-live.ts'
import { createMediaGrants } from './flows/go-live/grants.ts'
import { createMediaEventHandler } from './flows/media-events/apply.ts'
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
import { createMailer } from './mail/mailer.ts'
import { getMyData } from './read/my-data.ts'
import { findEndedSessions } from './read/ended-sessions.ts'
import { createOwners } from './read/owners.ts'
import { findProductAccess } from './read/product-access.ts'
import { createSectionCards } from './read/section-cards.ts'
import { findSectionChoices } from './read/section-choices.ts'
import { createShowSections } from './read/shown-sections.ts'
import { createAudience } from './realtime/audience.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createViewerCount } from './realtime/viewer-count.ts'

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

  const secretBox = createSecretBox(env.DATA_ENCRYPTION_KEY)
  const mailbox = env.SMTP_URL === undefined ? createDevelopmentMailbox(redis, clock.nowMs) : undefined
  const mailTransport = mailbox ?? createSmtpTransport({ url: env.SMTP_URL ?? '', from: env.MAIL_FROM, origin: env.PUBLIC_ORIGIN })
  const mailer = createMailer({ transport: mailTransport, secretBox, origin: env.PUBLIC_ORIGIN, clock })

  const accessTokens = createAccessTokens({ secret: env.ACCESS_TOKEN_SECRET, ttlMs: limits.accessTokenMs })
  const identityRepository = createIdentityRepository(knex)
  const passwords = createPasswords()
  const twoFactor = createTwoFactor({ knex, secretBox, rateLimits, mailer, clock })
  const countLogin = (outcome: 'ok' | 'refused') => metrics.logins.inc({ outcome })
  const identity = createIdentity({
    knex,
    repository: identityRepository,
    passwords,
    twoFactor,
    mailer,
    accessTokens,
    rateLimits,
    clock,
    countLogin,
  })
  const externalLogin = { knex, repository: identityRepository, twoFactor, openSession: identity.openSession, countLogin, clock }
  const singleSignOn = createSingleSignOn({
    providers: createProviderRepository(knex, secretBox),
    openId: createOpenId({ clock, production: env.NODE_ENV === 'production' }),
    secretBox,
    enter: createExternalLogin(externalLogin),
    clock,
    origin: env.PUBLIC_ORIGIN,
  })
  const ways = { knex, repository: identityRepository, passwords, mailer, rateLimits, clock, log }
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
    audience,
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
  /** The account got (back) its access: playback tokens work again. */
  const onGranted = (userId: string, productId: string): Promise<void> =>
    restorePlayback(redis, userId, productId).catch((error: unknown) => log.warn({ err: error }, 'could not lift a revocation'))
  const broadcasts = createBroadcastRepository()
  const recordings = createRecordingRepository()
  const jobs = createMediaJobRepository()
  const announceChange = createAnnounceChange({ knex, mailer, notices: realtime.notices, clock, log })
  const outbox = createOutbox({
    knex,
    redis,
    mailer,
    announceChange,
    clock,
    log,
  })
  const runEffects = createEffects({
    notifier: realtime,
    queues: deps.queues,
    outbox,
    notices: realtime.notices,
    removeDeletedMedia: () => media.removeDeleted(),
    log,
  })
  const addresses = createMediaAddresses({ publicUrl: env.MEDIA_PUBLIC_URL, secret: env.MEDIA_TOKEN_SECRET })
  const grants = createMediaGrants({ redis, sfuSecret: env.SFU_TOKEN_SECRET, ice: iceSettings(env), clock })

  /** A browser that did not hear of it reads the settings on its next visit. */
  const announceSettings = (change: SettingsChange) =>
    realtime.notices
      .system(change)
      .catch((error: unknown) => log.warn({ err: error, change }, 'a change of settings could not be announced'))

  const config = createConfig({ knex, repository: createConfigRepository(knex), secrets: secretBox, announce: announceSettings })
  const showSections = createShowSections(createSectionCards(knex))
  const sections = createSections({
    knex,
    repository: createSectionRepository(knex),
    showSections,
    announce: () =>
      realtime
        .notify({ type: 'home.updated' })
        .catch((error: unknown) => log.warn({ err: error }, 'a new version of a page could not be announced')),
    clock,
  })
  const endAccess = createEndAccess({
    endSessions: identity.endSessions,
    broadcasts,
    recordings,
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
  const uploadRepository = createUploadRepository(knex)
  const media = createProcessMedia({
    knex,
    uploads: uploadRepository,
    jobs,
    storage: deps.storage,
    redis,
    dropJob: (assetId) => deps.queues.vodLadder.remove(assetId).catch(() => undefined),
    runEffects,
    mediaUrl: env.MEDIA_PUBLIC_URL,
    clock,
    log,
  })
  const tus = createTus({
    repository: uploadRepository,
    store: createTusStore({ knex, repository: uploadRepository, storage: env.storage, reserveBytes: env.STORAGE_RESERVE_BYTES, clock }),
    redis,
    rateLimits,
    findProduct: (slug) => findUploadTarget(knex, slug),
    supersede: media.supersede,
    finish: media.finish,
    abandon: media.abandon,
    clock,
    log,
    origin: env.PUBLIC_ORIGIN,
  })

  return {
    env,
    clock,
    log,
    metrics,
    rateLimits,
    secretBox,
    mailer,
    /** Undefined where mails leave through a mail server. */
    mailbox,
    mailTransport,
    outbox,
    authenticate,
    owners: createOwners(knex),
    realtime,
    viewerCount,
    identity,
    singleSignOn,
    signUp: createSignUp(ways),
    credentials,
    twoFactor,
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
    speakers: createSpeakers({ knex, repository: createSpeakerRepository(knex) }),
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
    clients: createClients({ knex }),
    audit: createAuditRepository(knex),
    products: createProducts({
      knex,
      writes: productWrites,
      dropMedia: async (product) => {
        for (const purpose of mediaPurposes) await media.remove({ product, purpose })
      },
      clock,
    }),
    productPages: createProductPages({ repository: createProductRepository(knex), tables: createProductTables(knex), rateLimits, clock }),
    productSessions: createProductSessions({ knex, writes: productWrites, clock }),
    announceChange,
    changeEvent: createChangeEvent({ knex, products: productWrites, broadcasts, outbox, runEffects, clock }),
    recordingToVod: createRecordingToVod({ knex, products: productWrites }),
    producerTypes: createProducerTypes({ knex, writes: productWrites }),
    productCodes: createProductCodes({ knex, repository: codes, clock }),
    redeemCode: createRedeemCode({ knex, codes, tickets: ticketRepository, rateLimits, onGranted, clock }),
    files,
    tus,
    media: { ...media, ...createReadMedia({ uploads: uploadRepository, addresses, clock }) },
    images: createImages({ repository: createImageRepository(knex), storage: deps.storage, warm: files.warm, log }),
    sections,
    showSections,
    findSectionChoices: findSectionChoices(knex),
    entities: createEntities({ knex, repository: createEntityRepository(knex) }),
    pages: createPages({ knex, repository: createPageRepository(knex) }),
    search: createSearch({ repository: createSearchRepository(knex) }),
    categories: createCategories({ knex, repository: createCategoryRepository(knex) }),
    schedule: createSchedule({ repository: createScheduleRepository(knex), clock, origin: env.PUBLIC_ORIGIN }),
    shop: createShopRepository(knex),
    readPageHead: createPageHeads({ repository: createPageHeadRepository(knex), clock, origin: env.PUBLIC_ORIGIN }),
    sitemap: createSitemap({ repository: createPageHeadRepository(knex), origin: env.PUBLIC_ORIGIN }),
    readSiteInfo: createSiteInfo({ findSupportEmail: () => findSupportEmail(knex), configured: siteInfoOf(env) }),
    podcasts: createPodcasts({ knex, repository: createPodcastRepository(), clock }),
    feeds: createFeeds({
      knex,
      repository: createFeedRepository(knex),
      storage: deps.storage,
      addresses,
      origin: env.PUBLIC_ORIGIN,
      clock,
    }),
    posts: createPosts({ knex, repository: createPostRepository(knex), clock }),
    tickets: createTickets({
      repository: ticketRepository,
      findAccess: (slug, userId) => findProductAccess(knex, slug, userId),
      onGranted,
      clock,
    }),
    goLive: createGoLive({ knex, broadcasts, products: productWrites, recordings, grants, outbox, runEffects, clock }),
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
      clock,
      log,
    }),
    isDatabaseUp: () => answers(knex.raw('select 1')),
    isRedisUp: () => answers(redis.ping()),
  }
}

function siteInfoOf(env: Env): SiteInfo {
  return {
    supportEmail: env.SUPPORT_EMAIL,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      taxId: env.OPERATOR_TAX_ID ?? null,
      address: env.OPERATOR_ADDRESS ?? null,
      registry: env.OPERATOR_REGISTRY ?? null,
      dataProtectionEmail: env.DATA_PROTECTION_EMAIL ?? null,
    },
  }
}

function iceSettings(env: Env) {
  return {
    stunUrls: env.STUN_URLS,
    turnUrls: env.TURN_URLS,
    turnSecret: env.TURN_SECRET,
    turnUsername: env.TURN_USERNAME,
    turnCredential: env.TURN_CREDENTIAL,
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
