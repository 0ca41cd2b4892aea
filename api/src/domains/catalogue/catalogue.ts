import type { Base } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { bundleRoutes } from './products/bundles/routes.ts'
import { createBundles } from './products/bundles/service.ts'
import { createCategoryRepository } from './categories/repository.ts'
import { categoryRoutes } from './categories/routes.ts'
import { createCategories } from './categories/service.ts'
import type { ChannelWorld } from './channels/acts.ts'
import { createChannelRepository } from './channels/repository.ts'
import { channelRoutes } from './channels/routes.ts'
import { createChannels } from './channels/service.ts'
import { createFeedRepository } from './feeds/repository.ts'
import { feedRoutes } from './feeds/routes.ts'
import { createFeeds } from './feeds/service.ts'
import { findFirstSteps } from './first-steps/repository.ts'
import { firstStepRoutes } from './first-steps/routes.ts'
import { createPodcastRepository } from './podcasts/repository.ts'
import { podcastRoutes } from './podcasts/routes.ts'
import { createPodcasts } from './podcasts/service.ts'
import { createPostRepository } from './posts/repository.ts'
import { postRoutes } from './posts/routes.ts'
import { createPosts } from './posts/service.ts'
import { productAdminRoutes } from './products/admin-routes.ts'
import { createProductTables } from './products/list-repository.ts'
import { createProductPages } from './products/read-service.ts'
import { createProductRepository } from './products/repository.ts'
import { productRoutes, type ProductRouteDeps } from './products/routes.ts'
import { createProducts } from './products/service.ts'
import { dropAll } from './products/saved/repository.ts'
import { savedProductRoutes } from './products/saved/routes.ts'
import { createProductSessions } from './products/sessions.ts'
import { createProducerTypes } from './products/type-permissions.ts'
import { createProductWrites } from './products/write-repository.ts'
import { createScheduleRepository } from './schedule/repository.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { createSchedule } from './schedule/service.ts'
import { createSearchRepository } from './search/repository.ts'
import { searchRoutes } from './search/routes.ts'
import { createSearch } from './search/service.ts'
import { createSpeakerRepository } from './speakers/repository.ts'
import { speakerRoutes } from './speakers/routes.ts'
import { createSpeakers } from './speakers/service.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

interface CatalogueDeps {
  /** Writes a mail and a notification to the owner of a channel. */
  notifyOwner: ChannelWorld['notifyOwner']
  /** Public lists show something else from now on, after the commit. */
  listsChanged(): Promise<void>
  announceSettings(change: 'config.updated'): Promise<void>
  takesPayments(): Promise<boolean>
  monetize(): Promise<{ paidContent: boolean; subscriptionChannels: boolean; promotionMaxPercent: number }>
}

/** Channels and what they offer, and the ways to find it. */
export function createCatalogue(base: Base, { notifyOwner, listsChanged, announceSettings, takesPayments, monetize }: CatalogueDeps) {
  const { env, knex, storage, addresses, rateLimits, events, clock } = base
  const writes = createProductWrites()
  const channels = createChannels({
    knex,
    repository: createChannelRepository(knex),
    world: { notifyOwner, listsChanged, endShows: (trx, channelId) => events.publish('channel.closed', { trx, channelId }) },
    mayOfferSubscriptions: async () => (await monetize()).subscriptionChannels,
    clock,
  })
  const products = createProducts({
    knex,
    writes,
    dropMedia: async (product) => void (await events.publish('product.deleted', { product })),
    mayCharge: async () => (await monetize()).paidContent,
    promotionMaxPercent: async () => (await monetize()).promotionMaxPercent,
    clock,
  })
  const productPages = createProductPages({
    repository: createProductRepository(knex),
    tables: createProductTables(knex),
    rateLimits,
    clock,
  })
  const productSessions = createProductSessions({ knex, writes, clock })
  events.subscribe('account.erased', ({ trx, user }) => dropAll(trx, user.id))
  const producerTypes = createProducerTypes({ knex, writes, announce: () => announceSettings('config.updated') })
  return {
    /** For flows that change a product together with rows of another domain. */
    productWrites: writes,
    routes(router: ApiRouter, bind: Bind, other: Pick<ProductRouteDeps, 'changeEvent' | 'recordingToVod'>): void {
      channelRoutes(router, bind, { channels, clock })
      firstStepRoutes(router, bind, { findFirstSteps: (userId) => findFirstSteps(knex, userId) })
      speakerRoutes(router, bind, { speakers: createSpeakers({ knex, repository: createSpeakerRepository(knex) }), clock })
      productRoutes(router, bind, { products, productPages, productSessions, ...other, takesPayments, clock })
      savedProductRoutes(router, bind, { knex, clock })
      bundleRoutes(router, bind, { bundles: createBundles({ knex, writes }), productPages, clock })
      postRoutes(router, bind, { posts: createPosts({ knex, repository: createPostRepository(knex), clock }) })
      podcastRoutes(router, bind, { podcasts: createPodcasts({ knex, repository: createPodcastRepository(), clock }) })
      const feeds = createFeeds({ knex, repository: createFeedRepository(knex), storage, addresses, origin: env.PUBLIC_ORIGIN, clock })
      feedRoutes(router, bind, { feeds, rateLimits })
      productAdminRoutes(router, bind, { productPages, producerTypes, clock })
      searchRoutes(router, bind, { search: createSearch({ repository: createSearchRepository(knex) }), clock })
      categoryRoutes(router, bind, { categories: createCategories({ knex, repository: createCategoryRepository(knex) }) })
      const schedule = createSchedule({ repository: createScheduleRepository(knex), clock, origin: env.PUBLIC_ORIGIN })
      scheduleRoutes(router, bind, { schedule })
    },
  }
}
