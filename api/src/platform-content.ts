import { leastStudioVersion } from '@e-events/shared/domain/studio-version.ts'
import type { SiteInfo } from '@e-events/shared/contract/settings/site.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { Clock } from './adapters/clock.ts'
import type { MediaAddresses } from './adapters/media-addresses.ts'
import type { Env } from './env.ts'
import type { RateLimits } from './http/rate-limit.ts'
import { createAuditRepository } from './domains/people/audit/repository.ts'
import { createEntityRepository } from './domains/storefront/entities/repository.ts'
import { createEntities } from './domains/storefront/entities/service.ts'
import { createFeedRepository } from './domains/catalogue/feeds/repository.ts'
import { findFirstSteps } from './domains/catalogue/first-steps/repository.ts'
import { createFeeds } from './domains/catalogue/feeds/service.ts'
import { createPodcastRepository } from './domains/catalogue/podcasts/repository.ts'
import { createPodcasts } from './domains/catalogue/podcasts/service.ts'
import { createPostRepository } from './domains/catalogue/posts/repository.ts'
import { createPosts } from './domains/catalogue/posts/service.ts'
import { createProductTables } from './domains/catalogue/products/list-query.ts'
import { createProductPages } from './domains/catalogue/products/pages.ts'
import { createPageRepository } from './domains/storefront/pages/repository.ts'
import { createPages } from './domains/storefront/pages/service.ts'
import { createProductRepository } from './domains/catalogue/products/repository.ts'
import { createCategoryRepository } from './domains/catalogue/categories/repository.ts'
import { createCategories } from './domains/catalogue/categories/service.ts'
import { createPageHeadRepository } from './domains/storefront/page-head/repository.ts'
import { createPageHeads, type PageHeadDeps } from './domains/storefront/page-head/service.ts'
import { createSitemap } from './domains/storefront/page-head/sitemap.ts'
import { createScheduleRepository } from './domains/catalogue/schedule/repository.ts'
import { createSchedule } from './domains/catalogue/schedule/service.ts'
import { createShopRepository } from './domains/storefront/shop/repository.ts'
import { createSearchRepository } from './domains/catalogue/search/repository.ts'
import { createSearch } from './domains/catalogue/search/service.ts'
import { createContact } from './domains/settings/site/contact.ts'
import { findSupportEmail } from './domains/settings/site/repository.ts'
import { createSiteInfo } from './domains/settings/site/service.ts'
import { createSpeakerRepository } from './domains/catalogue/speakers/repository.ts'
import { createSpeakers } from './domains/catalogue/speakers/service.ts'
import { createClients } from './domains/people/users/clients.ts'
import type { Mailer } from './mail/mailer.ts'
import { findSectionChoices } from './domains/storefront/read/section-choices.ts'

interface ContentDeps {
  env: Env
  knex: Knex
  storage: Storage
  rateLimits: RateLimits
  addresses: MediaAddresses
  mailer: Mailer
  showHome: PageHeadDeps['showHome']
  clock: Clock
}

/** The part of the platform that shows and keeps content: it asks nothing of the media plane and tells nobody. */
export function createContent({ env, knex, storage, rateLimits, addresses, mailer, showHome, clock }: ContentDeps) {
  const readSiteInfo = createSiteInfo({ findSupportEmail: () => findSupportEmail(knex), configured: siteInfoOf(env) })
  return {
    speakers: createSpeakers({ knex, repository: createSpeakerRepository(knex) }),
    clients: createClients({ knex }),
    audit: createAuditRepository(knex),
    productPages: createProductPages({ repository: createProductRepository(knex), tables: createProductTables(knex), rateLimits, clock }),
    findFirstSteps: (userId: string) => findFirstSteps(knex, userId),
    findSectionChoices: findSectionChoices(knex),
    entities: createEntities({ knex, repository: createEntityRepository(knex) }),
    pages: createPages({ knex, repository: createPageRepository(knex) }),
    search: createSearch({ repository: createSearchRepository(knex) }),
    categories: createCategories({ knex, repository: createCategoryRepository(knex) }),
    schedule: createSchedule({ repository: createScheduleRepository(knex), clock, origin: env.PUBLIC_ORIGIN }),
    shop: createShopRepository(knex),
    readPageHead: createPageHeads({ repository: createPageHeadRepository(knex), showHome, clock, origin: env.PUBLIC_ORIGIN }),
    sitemap: createSitemap({ repository: createPageHeadRepository(knex), origin: env.PUBLIC_ORIGIN }),
    readSiteInfo,
    contact: createContact({ knex, mailer, readSiteInfo }),
    podcasts: createPodcasts({ knex, repository: createPodcastRepository(), clock }),
    feeds: createFeeds({
      knex,
      repository: createFeedRepository(knex),
      storage: storage,
      addresses,
      origin: env.PUBLIC_ORIGIN,
      clock,
    }),
    posts: createPosts({ knex, repository: createPostRepository(knex), clock }),
  }
}

function siteInfoOf(env: Env): SiteInfo {
  return {
    supportEmail: env.SUPPORT_EMAIL,
    leastStudioVersion,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      taxId: env.OPERATOR_TAX_ID ?? null,
      address: env.OPERATOR_ADDRESS ?? null,
      registry: env.OPERATOR_REGISTRY ?? null,
      dataProtectionEmail: env.DATA_PROTECTION_EMAIL ?? null,
    },
  }
}

export function iceSettings(env: Env) {
  return {
    stunUrls: env.STUN_URLS,
    turnUrls: env.TURN_URLS,
    turnSecret: env.TURN_SECRET,
    turnUsername: env.TURN_USERNAME,
    turnCredential: env.TURN_CREDENTIAL,
  }
}
