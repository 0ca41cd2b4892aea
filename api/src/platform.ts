import { createBase, type PlatformDeps, type Timer } from './base.ts'
import { createCatalogue } from './domains/catalogue/catalogue.ts'
import { createOwners } from './domains/catalogue/read/owners.ts'
import { setProductMedium } from './domains/catalogue/products/media.ts'
import { createEngagement } from './domains/engagement/engagement.ts'
import { createLearning } from './domains/learning/learning.ts'
import type { MayMeet } from './domains/live/chat/entry.ts'
import { createLive } from './domains/live/live.ts'
import { createMedia } from './domains/media/media.ts'
import { createMeetings } from './domains/meetings/meetings.ts'
import { createPeople } from './domains/people/people.ts'
import { createSales } from './domains/sales/sales.ts'
import { createSettings } from './domains/settings/settings.ts'
import { createStorefront } from './domains/storefront/storefront.ts'
import { createEffects } from './events/effects.ts'
import { createFlows } from './flows/flows.ts'
import type { ApiRouter, Bind } from './http/bind.ts'
import { createPushes } from './platform-pushes.ts'

export type Platform = ReturnType<typeof createPlatform>

/** Wires the domains, each of which wires itself; what they need of each other is handed over here and nowhere else. */
export function createPlatform(deps: PlatformDeps) {
  const base = createBase(deps)
  const { knex, redis, events, log } = base

  const settings = createSettings(base)
  const { config } = settings
  const people = createPeople(base, {
    asksForApproval: async () => (await config.site()).approveUsers,
    announceSettings: settings.announce,
  })
  // Chats are made before the meetings that some of them stand beside.
  const mayMeet: MayMeet = (asked) => meetings.mayTalk(asked)
  const { realtime, audience, viewerCount, watchLog, leases } = createPushes(base, { authenticate: people.authenticate, mayMeet })
  const { notices } = realtime
  const runEffects = createEffects({ notifier: realtime, queues: base.queues, outbox: base.outbox, notices, events, log })

  const engagement = createEngagement(base, {
    notices,
    assertModule: config.assertModule,
    reminderOptOut: people.optOut.reminderTokenOf,
  })
  const media = createMedia(base, { runEffects, setProductMedium })
  const catalogue = createCatalogue(base, {
    notifyOwner: (trx, owner, message) => engagement.notifyUser(trx, owner, message),
    listsChanged: () => runEffects([{ type: 'notify', event: { type: 'home.updated' } }]),
    announceSettings: settings.announce,
    takesPayments: async () => base.takesPayments || (await config.payments()).payments.ways.length > 0,
    monetize: async () => (await config.mediaPay()).monetize,
  })
  const storefront = createStorefront(base, {
    pageChanged: () => realtime.notify({ type: 'home.updated' }),
    findCertificate: (id) => learning.verifyCertificate(id),
  })
  const live = createLive(base, {
    countViewers: audience.count,
    chatPushes: realtime.chat,
    leases,
    mayMeet,
    files: media.documents,
    isChatModerated: async () => (await config.site()).moderatedChat,
  })
  const learning = createLearning(base, {
    playThrough: live.playThrough,
    reportViewing: live.reportLesson,
    assertModule: config.assertModule,
    messageUsers: engagement.messageUsers,
    notifyUser: engagement.notifyUser,
    documents: media.documents,
  })
  const sales = createSales(base, {
    takesCoupons: async () => (await config.site()).coupons,
    paymentAccounts: config.paymentAccounts,
    notify: engagement.notifyUser,
    optOutToken: people.optOut.tokenOf,
    subscriptionSettings: config.subscriptionSettings,
    prepaidSettings: config.prepaidSettings,
    readProgress: learning.readProgress,
  })
  const meetings = createMeetings(base, {
    assertModule: config.assertModule,
    findLessonAccess: learning.findMeetingAccess,
    grantMeet: live.grants.grantMeet,
    play: ({ access, ...played }, viewer, language) => live.playBroadcast({ ...played, access, state: 'finished' }, viewer, language),
    // Ends with the flows, which are made of the meetings.
    endRecording: (...ended) => flows.recordMeeting.endOf(...ended),
    runEffects,
  })
  const flows = createFlows(base, { people, media, catalogue, live, meetings, plans: sales.plans, notices, runEffects, viewerCount })

  const timers: Timer[] = [
    ...[settings, people, media, storefront, live, sales, learning, meetings, engagement, flows].flatMap((part) => part.timers),
    { name: 'mails', periodMs: 1_000, run: () => base.outbox.deliver('mail') },
    { name: 'changed events', periodMs: 1_000, run: () => base.outbox.deliver('notices') },
    { name: 'audience', periodMs: 15_000, run: viewerCount.sample },
  ]
  return {
    ...base,
    authenticate: people.authenticate,
    owners: createOwners(knex),
    realtime,
    viewerCount,
    watchLog,
    settings,
    people,
    media,
    storefront,
    sales,
    learning,
    meetings,
    engagement,
    ...flows,
    timers,
    routes(router: ApiRouter, bind: Bind): void {
      people.routes(router, bind, { twoFactor: settings.twoFactorHandlers })
      storefront.routes(router, bind)
      catalogue.routes(router, bind, flows)
      sales.routes(router, bind)
      learning.routes(router, bind)
      live.routes(router, bind, flows.goLive)
      meetings.routes(router, bind, flows.recordMeeting)
      engagement.routes(router, bind)
      settings.routes(router, bind, { themeHomes: storefront.sections })
      media.routes(router, bind, { authenticate: people.authenticate })
    },
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
