import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { createEntityRepository } from './entities/repository.ts'
import { entityRoutes } from './entities/routes.ts'
import { createEntities } from './entities/service.ts'
import { homeRoutes } from './home/routes.ts'
import { createPageHeadRepository } from './page-head/repository.ts'
import { pageHeadRoutes } from './page-head/routes.ts'
import { createPageHeads } from './page-head/service.ts'
import type { HeadCertificate } from './page-head/words.ts'
import { createSitemap } from './page-head/sitemap.ts'
import { createPageRepository } from './pages/repository.ts'
import { pageRoutes } from './pages/routes.ts'
import { createPages } from './pages/service.ts'
import { createSectionCards } from './read/section-cards.ts'
import { findSectionChoices } from './read/section-choices.ts'
import { createShowSections } from './read/shown-sections.ts'
import { createSectionRepository } from './sections/repository.ts'
import { sectionRoutes } from './sections/routes.ts'
import { createSections } from './sections/service.ts'
import { createShopRepository } from './shop/repository.ts'
import { shopRoutes } from './shop/routes.ts'

export type Storefront = ReturnType<typeof createStorefront>

interface StorefrontDeps {
  /** A page has a new version, after the commit. */
  pageChanged(): Promise<void>
  findCertificate(id: string): Promise<HeadCertificate | undefined>
}

/** Pages made of sections, the shop, and what machines are told of every page. */
export function createStorefront(base: Base, { pageChanged, findCertificate }: StorefrontDeps) {
  const { env, knex, rateLimits, responses, clock, log } = base
  const showSections = createShowSections(createSectionCards(knex))
  const sections = createSections({
    knex,
    repository: createSectionRepository(knex),
    showSections,
    mediaOrigins: [env.PUBLIC_ORIGIN, ...env.PAGE_MEDIA_ORIGINS],
    announce: () => pageChanged().catch((error: unknown) => log.warn({ err: error }, 'a new version of a page could not be announced')),
    clock,
  })

  const timers: Timer[] = [{ name: 'scheduled pages', periodMs: 5_000, run: sections.publishDue }]
  return {
    sections,
    timers,
    routes(router: ApiRouter, bind: Bind): void {
      homeRoutes(router, bind, { showHome: sections.home })
      sectionRoutes(router, bind, { sections, findSectionChoices: findSectionChoices(knex) })
      entityRoutes(router, bind, { entities: createEntities({ knex, repository: createEntityRepository(knex) }), showSections, clock })
      pageRoutes(router, bind, { pages: createPages({ knex, repository: createPageRepository(knex) }), showSections, clock })
      shopRoutes(router, bind, { shop: createShopRepository(knex), clock })
      const repository = createPageHeadRepository(knex)
      const origin = env.PUBLIC_ORIGIN
      const readPageHead = createPageHeads({ repository, showHome: sections.home, findCertificate, clock, origin })
      pageHeadRoutes(router, { readPageHead, sitemap: createSitemap({ repository, origin }), responses, rateLimits })
    },
  }
}
